import { service } from "@tapedeck/api";
import { compareAnswers, type Drift } from "@tapedeck/record/drift";
import { type ResourceName, validate } from "@tapedeck/schema";
import type { Exchange } from "@tapedeck/tape";
import { arbitrary } from "@tapedeck/world/arbitraries";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { law } from "../../../.ci/property.ts";

type Json = unknown;
type Kind = "remove" | "retype" | "null" | "add";

/** One place in a document, by its keys. */
type Keys = readonly string[];

const targets = {
  user: "/users/ada",
  "own-user": "/user",
  repository: "/repos/ada/engine",
  repositories: "/users/ada/repos",
  "rate-limit": "/rate_limit",
} as const satisfies Partial<Record<ResourceName, string>>;

function exchangeOf(target: string, body: Json): Exchange {
  return {
    request: { method: "GET", target, principal: "anonymous", headers: [], body: null },
    response: {
      status: 200,
      headers: [["content-type", "application/json; charset=utf-8"]],
      body: { encoding: "utf8", text: JSON.stringify(body) },
    },
  };
}

const isObject = (value: Json): value is Readonly<Record<string, Json>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The places of all fields, lists entered by their items. */
function placesIn(value: Json, keys: Keys = []): readonly Keys[] {
  if (Array.isArray(value)) return value.flatMap((item, at) => placesIn(item, [...keys, String(at)]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [[...keys, name], ...placesIn(inner, [...keys, name])]);
}

function at(value: Json, keys: Keys): Json {
  return keys.reduce<Json>((within, key) => (within as Readonly<Record<string, Json>>)[key], value);
}

/** A copy with another value at a place; undefined takes the place away. */
function put(value: Json, [key, ...rest]: Keys, change: (old: Json) => Json): Json {
  if (key === undefined) return change(value);
  if (Array.isArray(value)) return value.map((item, at) => (String(at) === key ? put(item, rest, change) : item));
  const fields = value as Readonly<Record<string, Json>>;
  const next = put(fields[key], rest, change);
  const others = Object.entries(fields).filter(([name]) => name !== key);
  return Object.fromEntries(next === undefined ? others : [...others, [key, next]]);
}

/** As results name places: `*` for items of a list. */
function pointer(document: Json, keys: Keys): string {
  return keys
    .map((key, depth) => (Array.isArray(at(document, keys.slice(0, depth))) ? "*" : key))
    .map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}

const otherTypes: readonly Json[] = [true, 7, "text", [], {}];

const typeOf = (value: Json): string => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

/** A document, and the same with one thing done to it. */
interface Mutation {
  readonly before: Json;
  readonly after: Json;
  readonly where: string;
}

/** Lists of one item: what one of several does is told by the table in record/test. */
const single = (document: Json): Json => (Array.isArray(document) ? document.slice(0, 1) : document);

function mutations(name: keyof typeof targets, kind: Kind): fc.Arbitrary<Mutation> {
  return fc
    .tuple(arbitrary(name) as fc.Arbitrary<Json>, fc.nat(), fc.nat())
    .map(([made, choice, type]): Mutation | null => {
      const before = single(made);
      const places =
        kind === "add" ? objectsIn(before) : placesIn(before).filter((keys) => fits(kind, at(before, keys)));
      const keys = places[choice % places.length];
      if (keys === undefined) return null;
      if (kind === "add") {
        const added = [...keys, "unheard/of~"];
        return { before, after: put(before, added, () => 1), where: pointer(before, added) };
      }
      const after = put(before, keys, (old) => {
        if (kind === "remove") return undefined;
        if (kind === "null") return null;
        const others = otherTypes.filter((other) => typeOf(other) !== typeOf(old));
        return others[type % others.length];
      });
      return { before, after, where: pointer(before, keys) };
    })
    .filter((mutation) => mutation !== null);
}

// A null has no type that could change, and no further null.
function fits(kind: Kind, value: Json): boolean {
  return kind === "remove" || value !== null;
}

function objectsIn(value: Json): readonly Keys[] {
  return [[], ...placesIn(value)].filter((keys) => isObject(at(value, keys)));
}

const expected: Readonly<Record<Kind, readonly [Drift["kind"], Drift["severity"]]>> = {
  remove: ["removed", "error"],
  retype: ["type", "error"],
  null: ["null", "warning"],
  add: ["added", "info"],
};

describe.each(Object.keys(targets) as (keyof typeof targets)[])("compareAnswers() of a %s", (name) => {
  const compare = (before: Json, after: Json): readonly Drift[] =>
    compareAnswers(exchangeOf(targets[name], before), exchangeOf(targets[name], after), {
      api: service,
    });

  test.each(Object.keys(expected) as Kind[])("finds one %s, at its place, and nothing else", (done) => {
    const [kind, severity] = expected[done];
    fc.assert(
      fc.property(mutations(name, done), ({ before, after, where }) => {
        const found = compare(before, after);
        // What the schema forbids is worse than what it leaves open.
        const breaks = validate(name, after).length > 0;
        expect(found.map((each) => [each.kind, each.part, each.where, each.severity])).toEqual([
          [kind, "body", where, breaks ? "error" : severity],
        ]);
      }),
      law(25),
    );
  });

  test("finds nothing where only values changed", () => {
    fc.assert(
      fc.property(arbitrary(name) as fc.Arbitrary<Json>, fc.infiniteStream(fc.nat()), (document, numbers) => {
        const other = restless(document, () => numbers.next().value as number);
        expect(compare(document, other)).toEqual([]);
      }),
      law(25),
    );
  });
});

/** Other counts and dates, everywhere. */
function restless(value: Json, next: () => number, name = ""): Json {
  if (Array.isArray(value)) return value.map((item) => restless(item, next)).reverse();
  if (isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, restless(inner, next, key)]));
  }
  if (typeof value === "number" && name !== "id") return next();
  if (typeof value === "string" && name.endsWith("_at")) return `2026-01-01T00:00:${10 + (next() % 50)}Z`;
  return value;
}
