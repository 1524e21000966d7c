import { compileApi } from "@tapedeck/api";
import { createPlayer, type Player } from "@tapedeck/replay";
import { expect, test } from "vitest";
import { describeControl } from "../src/control/document.ts";
import { operations } from "../src/control/operations.ts";
import { asking, told } from "./asking-control.ts";
import { playerOf, tape } from "./tape.ts";

type Json = Readonly<Record<string, unknown>>;
interface Operation {
  readonly parameters?: ReadonlyArray<{ readonly name: string; readonly required?: boolean }>;
  readonly requestBody?: object;
  readonly responses: {
    readonly "200": { readonly content: { readonly "application/json": { readonly schema: Json } } };
  };
}

const document = describeControl(operations) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
};

const described: ReadonlyArray<readonly [name: string, operation: Operation]> = Object.entries(document.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path.slice(1)}`,
      operation,
    ]),
);

/** What each operation needs to be done; those that need nothing are left out. */
const given: Readonly<Record<string, string>> = {
  "POST clock": "?set=0&advance=60",
  "POST quotas/exhaust": "?bucket=address%20127.0.0.1",
  "POST quotas/set":
    "?bucket=address%20127.0.0.1&limit=10&used=4&remaining=6&reset=2026-01-01T00:05:00Z&blocked=2026-01-01T00:05:00Z",
  "POST pace": "?pace=2",
  "POST quotas/reset": "?bucket=address%20127.0.0.1",
  "PUT tapes": "?override=a%20test",
  "DELETE tapes": "?override=added%20before",
};

/** What an operation that takes a body is given, and what another value would be refused. */
const answers = { target: "/users/ada", status: 404, json: { message: "Not Found" }, headers: { "x-a": "b" } };

async function done(player: Player, method: string, path: string, text = ""): Promise<unknown> {
  const body = text === "" ? null : new TextEncoder().encode(text);
  const answer = await told(player, asking(path, method, { body }));
  expect(answer?.status).toBe(200);
  return answer?.value;
}

async function used(): Promise<Player> {
  const player = playerOf();
  for (const target of ["/users/ada", "/users/adda", "/bicyclists/paris"]) player.answer(asking(target));
  player.exhaust("address 127.0.0.1");
  player.answer(asking("/users/ada"));
  player.replayMiss(asking("/users/adda"), "connection refused");
  player.log(asking("/search"), { status: 200, headers: [], body: null });
  await done(player, "PUT", "tapes?override=added%20before", JSON.stringify({ target: "/x", text: "x" }));
  return player;
}

test("every shape that the document refers to is there, and every one that is there is referred to", () => {
  const referred = JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g);
  expect([...new Set(Array.from(referred, ([, name]) => name))].sort()).toEqual(
    Object.keys(document.components.schemas).sort(),
  );
});

test("the control API hands the document out", async () => {
  expect(await done(playerOf(), "GET", "openapi.json")).toEqual(document);
});

test.each(described)(
  "%s takes the parameters and gives the answer that the document describes",
  async (name, operation) => {
    const parameters = [...new URLSearchParams(given[name]).keys()].sort();
    expect((operation.parameters ?? []).map((parameter) => parameter.name).sort()).toEqual(parameters);
    const [method = "", path] = name.split(" ");
    const body = operation.requestBody ? JSON.stringify(answers) : "";
    if (body !== "") expect(faults(answers, document.components.schemas["OverrideAnswer"] ?? {})).toEqual([]);
    const value = await done(await used(), method, `${path}${given[name] ?? ""}`, body);
    const { schema } = operation.responses["200"].content["application/json"];
    expect(path === "openapi.json" ? [] : faults(value, schema)).toEqual([]);
  },
);

test("the document describes another origin that has an answer", async () => {
  const other = "https://other.example";
  const apiAt = (origin: string) => compileApi({ name: new URL(origin).host, origins: [origin] });
  const player = createPlayer({
    tapes: [tape, { ...tape, name: "other", origin: other }],
    api: [apiAt(tape.origin), apiAt(other)],
  });
  await player("http://localhost/users/ada");
  const journal = await done(player, "GET", "journal");
  expect(JSON.stringify(journal)).toContain('"also":["https://other.example"]');
  expect(faults(journal, { type: "array", items: document.components.schemas["JournalEntry"] ?? {} })).toEqual([]);
});

test.each([
  ["a member too many", { now: 1, time: "", zone: "UTC" }],
  ["a member too few", { now: 1 }],
  ["another type", { now: "1", time: "" }],
])("the comparison sees %s", (_shows, value) => {
  expect(faults(value, document.components.schemas["Moment"] ?? {})).toHaveLength(1);
});

/** Where a value is not what a schema says; as much of JSON Schema as the document uses. An object has what is named. */
function faults(value: unknown, schema: Json, place = ""): string[] {
  const { $ref, allOf, oneOf, type, items, properties, additionalProperties, required } = schema as {
    readonly $ref?: string;
    readonly allOf?: readonly Json[];
    readonly oneOf?: readonly Json[];
    readonly type?: string;
    readonly items?: Json;
    readonly properties?: Readonly<Record<string, Json>>;
    readonly additionalProperties?: Json;
    readonly required?: readonly string[];
  };
  if ($ref !== undefined) return faults(value, resolve($ref), place);
  if (allOf) {
    const parts = allOf.map((part) => ("$ref" in part ? resolve(String(part["$ref"])) : part));
    return faults(value, { type: "object", ...merge(parts) }, place);
  }
  if (oneOf) {
    const found = oneOf.map((each) => faults(value, each, place));
    return found.some((each) => each.length === 0) ? [] : (found[0] ?? []);
  }
  if ("const" in schema) return schema["const"] === value ? [] : [`${place} is not ${schema["const"]}`];
  if (Object.keys(schema).every((word) => word === "description")) return [];
  if (Array.isArray(schema["enum"])) return schema["enum"].includes(value) ? [] : [`${place} is none of the values`];
  if (type === "null") return value === null ? [] : [`${place} is not null`];
  if (type === "integer") return Number.isInteger(value) ? [] : [`${place} is no integer`];
  if (type === "string") return typeof value === "string" ? [] : [`${place} is no string`];
  if (type === "array") {
    if (!Array.isArray(value)) return [`${place} is no array`];
    return value.flatMap((each, at) => faults(each, items ?? {}, `${place}/${at}`));
  }
  if (typeof value !== "object" || value === null) return [`${place} is no object`];
  const missing = (required ?? []).filter((name) => !(name in value)).map((name) => `${place}/${name} is missing`);
  const wrong = Object.entries(value).flatMap(([name, member]) => {
    const known = properties?.[name] ?? additionalProperties;
    return known ? faults(member, known, `${place}/${name}`) : [`${place}/${name} is not described`];
  });
  return [...missing, ...wrong];
}

function resolve(reference: string): Json {
  const name = reference.replace("#/components/schemas/", "");
  return document.components.schemas[name] ?? {};
}

function merge(parts: readonly Json[]): Json {
  return {
    properties: Object.assign({}, ...parts.map((part) => part["properties"])),
    required: parts.flatMap((part) => part["required"] as string[]),
  };
}
