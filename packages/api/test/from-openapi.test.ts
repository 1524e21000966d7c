import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";
import { expect, test } from "vitest";
import { tempFolder } from "../../../.ci/test-resources.ts";
import { readApi } from "../src/files/index.ts";
import { type Api, checkResponse, credentialIn, matchRoute } from "../src/index.ts";
import { fromOpenApi } from "../src/openapi/index.ts";

/** A document whose one operation answers by one schema. */
function documentOf(openapi: string, schema: unknown, schemas: Readonly<Record<string, unknown>> = {}): object {
  return {
    openapi,
    info: { title: "Pets", version: "1" },
    paths: { "/pets": { get: { responses: { 200: { content: { "application/json": { schema } } } } } } },
    components: { schemas },
  };
}

function problemsOf(api: Api, value: unknown, status = 200): readonly string[] | null {
  const check = checkResponse(api, { method: "GET", target: "/pets" }, status, value);
  return check?.problems.map(({ path, expected, found }) => `${path}: ${expected}, not ${found}`) ?? null;
}

const tree = { type: "object", properties: { left: { $ref: "#/components/schemas/Tree" } }, required: ["name"] };
const pet = { type: "object", properties: { name: { type: "string" } }, additionalProperties: false };

test.each<[shows: string, schema: object, value: unknown, problems: string[], openapi?: string]>([
  ["a type", { type: "string" }, 1, [": string, not 1"], "3.0.3"],
  ["no pattern that never ends", { type: "string", pattern: "^(a+)+$" }, `${"a".repeat(60)}!`, []],
  ["nullable", { type: "string", nullable: true }, null, [], "3.0.3"],
  ["nullable, among values", { type: "string", enum: ["a"], nullable: true }, null, [], "3.0.3"],
  [
    "nullable, before a reference",
    { nullable: true, allOf: [{ $ref: "#/components/schemas/Pet" }] },
    null,
    [],
    "3.0.3",
  ],
  ["no null without it", { type: "string", nullable: false }, null, [": string, not null"], "3.0.3"],
  ["an exclusive limit that is a flag", { minimum: 1, exclusiveMinimum: true }, 1, [": more than 1, not 1"], "3.0.3"],
  ["a flag that is off", { maximum: 1, exclusiveMaximum: false }, 1, [], "3.0.3"],
  ["an example that is data", { type: "object", example: { $ref: "#/nowhere" } }, {}, [], "3.0.3"],
  ["nothing beside a reference", { $ref: "#/components/schemas/Pet", required: ["x"] }, {}, [], "3.0.3"],
  ["null beside a reference", { $ref: "#/components/schemas/Pet", nullable: true }, null, [], "3.0.3"],
  ["words of 3.0", { minimum: 1, exclusiveMinimum: true, type: "number", nullable: true }, null, []],
  ["two types", { type: ["string", "null"] }, null, []],
  ["an exclusive limit that is a number", { exclusiveMaximum: 1 }, 1, [": less than 1, not 1"]],
  ["a keyword of 2020-12", { prefixItems: [{ type: "string" }], items: false }, ["a"], []],
  [
    "what stands beside a reference",
    { $ref: "#/components/schemas/Pet", required: ["x"] },
    {},
    ["/x: a value, not nothing"],
  ],
  ["an anchor", { $ref: "#pet" }, { name: 1 }, ["/name: string, not 1"]],
  [
    "a key that is too much",
    { $ref: "#/components/schemas/Pet" },
    { nam: "x" },
    ['/nam: one of the keys name, not "nam"'],
  ],
  [
    "a schema that leads back to itself",
    { $ref: "#/components/schemas/Tree" },
    { name: "a", left: { left: {} } },
    ["/left/left/name: a value, not nothing", "/left/name: a value, not nothing"],
  ],
  ["one shape of two", { oneOf: [{ type: "string" }, { type: "number" }] }, true, [": string or number, not true"]],
  [
    "two shapes at once",
    { oneOf: [{ type: "number" }, { minimum: 0 }] },
    1,
    [": one shape of several, not two at once, not 1"],
  ],
  [
    "two shapes at once where a discriminator chooses",
    { oneOf: [{ type: "number" }, { minimum: 0 }], discriminator: { propertyName: "kind" } },
    1,
    [],
  ],
  ["any format", { type: "string", format: "date-time" }, "yesterday", []],
  ["a pattern of another engine", { type: "string", pattern: "(?i)^a" }, "b", []],
  ["what is only written", { required: ["pin"], properties: { pin: { writeOnly: true } } }, {}, []],
  [
    "a property named like a keyword",
    { properties: { example: { type: "string" } } },
    { example: 1 },
    ["/example: string, not 1"],
  ],
  ["a schema that is none", { type: "text" }, "x", [': what its schema says, which is no JSON Schema, not "x"']],
  [
    "a value, and not a secret",
    { type: "object", properties: { token: { type: "number" } } },
    { token: "hunter2" },
    ["/token: number, not string of 7 characters, kept back"],
  ],
])("the schemas of OpenAPI take %s", (_shows, schema, value, problems, openapi = "3.1.0") => {
  const api = fromOpenApi(documentOf(openapi, schema, { Pet: { $anchor: "pet", ...pet }, Tree: tree }));
  expect([...(problemsOf(api, value) ?? ["unchecked"])].sort()).toEqual(problems);
});

const text = (said: string): object => ({ content: { "application/json": { schema: { const: said } } } });

test.each([
  ["its own schema before the range's", 200, "exact"],
  ["the range's before the default", 201, "range"],
  ["the default's where neither is", 404, "default"],
  ["none where it is listed without one", 202, null],
  ["none where it has no body", 204, null],
  ["none where it is not modified", 304, null],
])("a status has %s", (_shows, status, said) => {
  const responses = { 200: text("exact"), "2xx": text("range"), 202: { description: "" }, default: text("default") };
  const api = fromOpenApi({ openapi: "3.1.0", paths: { "/pets": { get: { responses } } } });
  expect(problemsOf(api, said, status)).toEqual(said === null ? null : []);
  if (said !== null) expect(problemsOf(api, "other", status)).toHaveLength(1);
});

test("fromOpenApi() reads YAML, leaves a document as it is, and takes what the document cannot say", () => {
  const yaml = `
openapi: 3.1.0
info: {title: Pets, version: "1"}
servers: [{url: "https://pets.example/v1"}]
paths:
  /pets/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {operationId: getPet, parameters: [{name: verbose, in: query, schema: {default: false}}]}
`;
  const api = fromOpenApi(yaml, { operations: { getPet: { sequence: "cycle" } } });
  expect(api).toMatchObject({ name: "Pets", origins: ["https://pets.example"] });
  const match = matchRoute(api, "GET", "/v1/pets/7?verbose=false");
  expect(match).toMatchObject({ target: "/v1/pets/7", parameters: { id: "7" }, operation: { sequence: "cycle" } });
  const document = Object.freeze(documentOf("3.1.0", { $ref: "#pet" }, { Pet: Object.freeze({ $anchor: "pet" }) }));
  const before = JSON.stringify(document);
  fromOpenApi(document);
  expect(JSON.stringify(document)).toBe(before);
});

const byType = {
  "application/json": { schema: { required: ["id"] } },
  "application/vnd.pets.v2+json": { schema: { required: ["name"] } },
  "text/csv": { schema: { type: "string" } },
  "application/x-ndjson": { schema: { type: "object" } },
};

test.each([
  ["itself, with parameters", byType, "application/json; charset=utf-8", {}, ["/id"]],
  ["a version of its own", byType, "application/vnd.pets.v2+json", {}, ["/name"]],
  ["plain JSON for JSON of another name", byType, "application/problem+json", {}, ["/id"]],
  ["nothing for text that another schema describes", byType, "text/csv", "a,b", null],
  ["nothing for lines", byType, "application/x-ndjson", "{}\n{}", null],
  ["nothing for what it does not list", byType, "text/html", "<html>", null],
  ["nothing for what says no type", byType, "", "raw", null],
  [
    "the one JSON that it lists",
    { "application/hal+json": byType["application/json"] },
    "application/json",
    {},
    ["/id"],
  ],
  ["a range", { "*/*": byType["application/json"] }, "application/json", {}, ["/id"]],
])("to a media type a document says %s", (_shows, content, type, value, paths) => {
  const api = fromOpenApi({ openapi: "3.1.0", paths: { "/pets": { get: { responses: { 200: { content } } } } } });
  const check = checkResponse(api, { method: "GET", target: "/pets" }, 200, value, type);
  expect(check?.problems.map(({ path }) => path) ?? null).toEqual(paths);
});

const key = (name: string, place = "header") => ({ type: "apiKey", in: place, name });

test.each([
  [
    "an Authorization of any form, beside another",
    { a: key("Authorization"), o: { type: "oauth2" } },
    "Bot x-1",
    "required",
    "x-1",
  ],
  ["the form that is named first", { a: key("Authorization"), o: { type: "oauth2" } }, "Bearer x-1", "required", "x-1"],
  ["nothing that no request shows", { a: { type: "mutualTLS" } }, undefined, "none", null],
  ["nothing that is not defined", {}, undefined, "none", null],
])("a document asks for %s", (_shows, securitySchemes, authorization, credential, value) => {
  const api = fromOpenApi({
    openapi: "3.1.0",
    security: [{ a: [] }],
    paths: { "/pets": { get: {} } },
    components: { securitySchemes },
  });
  expect(api.routes.all[0]?.operations.get("GET")?.credential).toBe(credential);
  const header = (name: string) => (name === "authorization" ? authorization : undefined);
  const presented = credentialIn(api, { target: "/pets", header });
  expect(presented.kind === "credential" ? presented.value : null).toBe(value);
});

/** A document whose schemas lead from one to the next. */
function chainOf(size: number) {
  const numbers = Array.from({ length: size }, (_, n) => n);
  const schemas = Object.fromEntries(
    numbers.map((n) => [
      `S${n}`,
      {
        ...(n < size - 1 && { properties: { next: { $ref: `#/components/schemas/S${n + 1}` } } }),
        required: [`k${n}`],
      },
    ]),
  );
  const paths = Object.fromEntries(
    numbers.map((n) => {
      const content = { "application/json": { schema: { $ref: `#/components/schemas/S${n}` } } };
      return [`/r${n}/{id}`, { get: { responses: { 200: { content } } } }];
    }),
  );
  return { openapi: "3.1.0", paths, components: { schemas } };
}

test("fromOpenApi() takes a document of five thousand operations, and compiles the schema that is asked for", () => {
  const api = fromOpenApi(chainOf(5000));
  expect(api.routes.all).toHaveLength(5000);
  const check = checkResponse(api, { method: "GET", target: "/r4998/1" }, 200, { next: {} });
  expect(check).toMatchObject({ schema: "S4998", problems: [{ path: "/k4998" }, { path: "/next/k4999" }] });
});

test("fromOpenApi() takes no longer for an operation of many than for one of few", () => {
  const perOperation = (size: number): number => {
    const document = chainOf(size);
    const took = Array.from({ length: 3 }, () => {
      const before = process.cpuUsage();
      fromOpenApi(document);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    });
    return Math.min(...took) / size;
  };
  perOperation(500);
  expect(perOperation(5000) / perOperation(500)).toBeLessThan(5);
});

test("fromOpenApi() takes the document of a large API as its vendor publishes it, and its examples fit", () => {
  const package_ = dirname(createRequire(import.meta.url).resolve("@octokit/openapi/package.json"));
  const document = JSON.parse(readFileSync(join(package_, "generated/api.github.com.json"), "utf8"));
  const api = fromOpenApi(document);
  expect(api.routes.all.length).toBeGreaterThan(600);
  const user = document.components.examples["public-user-default-response"].value;
  const asked = { method: "GET", target: "/users/octocat" };
  expect(checkResponse(api, asked, 200, user)?.problems).toEqual([]);
  expect(checkResponse(api, asked, 200, { ...user, id: "1" })?.problems).toContainEqual({
    path: "/id",
    expected: "integer",
    found: '"1"',
  });
});

test("fromOpenApi() follows no reference within the value of an example", () => {
  const value = { $ref: "elsewhere.yaml" };
  const content = { "application/json": { examples: { one: { value } } } };
  const paths = { "/a": { get: { responses: { 200: { content } } } } };
  const document = { openapi: "3.0.3", paths, components: { examples: { one: { value: [{ at: value }] } } } };
  expect(fromOpenApi(document).routes.all).toHaveLength(1);
});

test("an api.json's document may refer to files beside it, and they to each other and back", async () => {
  const folder = await tempFolder();
  const files = {
    "api.json": JSON.stringify({ extends: "plain", openapi: "openapi.yaml" }),
    "openapi.yaml": `
openapi: 3.0.3
paths:
  /pets: {$ref: "paths/pets.yaml"}
components: {schemas: {Name: {type: string}}}`,
    "paths/pets.yaml": `
get:
  parameters: [{$ref: "../parts.json#/limit"}]
  responses: {"200": {content: {application/json: {schema: {type: array, items: {$ref: "../schemas/a pet.json"}}}}}}`,
    "parts.json": JSON.stringify({ limit: { name: "limit", in: "query", schema: { default: 10 } } }),
    "schemas/a pet.json": JSON.stringify({
      $id: "https://elsewhere.example/pet.json",
      properties: { name: { $ref: "../openapi.yaml#/components/schemas/Name" }, mother: { $ref: "#" } },
    }),
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  const api = await readApi(join(folder, "api.json"));
  expect(matchRoute(api, "GET", "/pets?limit=10").target).toBe("/pets");
  expect(problemsOf(api, [{ name: "Rex", mother: { mother: { name: 1 } } }])).toEqual([
    "/0/mother/mother/name: string, not 1",
  ]);
});
