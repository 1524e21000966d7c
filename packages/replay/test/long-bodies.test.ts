// A long body is compared without holding up other clients.
import process from "node:process";
import {
  canonicalJson,
  canonicalSteps,
  canonicalTextSteps,
  createSecretMemory,
  graphqlSteps,
} from "@tapedeck/tape/internal";
import { expect, test } from "vitest";
import { bodyKey, prepareBodyKey } from "../src/match/body-key.ts";
import { explain } from "../src/match/explain.ts";
import { contextOf, exchange, indexFrom, request, utf8 } from "./exchanges.ts";

const members = Array.from({ length: 20_000 }, (_, nth): readonly [string, number] => [`m${nth}`, nth]);
const sent = JSON.stringify(Object.fromEntries(members));
const turned = JSON.stringify(Object.fromEntries(members.toReversed()));

test("comparing it by value pauses", () => {
  expect([...canonicalSteps(sent)].length).toBeGreaterThan(members.length / 100);
  const xml = members.map(([name]) => `<${name} b="1" a="2"/>`).join("");
  expect([...canonicalTextSteps([["content-type", "text/xml"]], xml)].length).toBeGreaterThan(members.length / 100);
});

test("a query of GraphQL pauses, and takes time in proportion to its length", () => {
  const query = `query Q {${members.map(([name, id]) => `${name}: node(id: ${id}) { id }`).join(" ")}}`;
  expect([...graphqlSteps({ query })].length).toBeGreaterThan(members.length / 100);
  const start = process.cpuUsage();
  const key = bodyKey([["content-type", "application/json"]], utf8(JSON.stringify({ query })));
  const { user, system } = process.cpuUsage(start);
  expect(key).toContain("query Q{m0:node(id:0){id}m1:node(id:1){id}");
  // 0.1 s; 12 s when each token had all before it looked at.
  expect((user + system) / 1e6).toBeLessThan(3);
});

test("its key is worked out in turns with the event loop, once", async () => {
  let steps = 0;
  const memory = createSecretMemory();
  const aside: typeof memory.aside = (work) =>
    memory.aside({
      ...work,
      *steps() {
        steps += 1;
        return yield* work.steps();
      },
    });
  const prepared = (body: string) => memory.whenReady(() => prepareBodyKey({ aside }, request({ body: utf8(body) })));
  expect(prepared("{}")).toBeUndefined();
  expect(steps).toBe(0);
  const late = prepared(sent);
  expect(late).toBeInstanceOf(Promise);
  await late;
  expect(steps).toBe(1);
});

test("a miss knows that it is the same, written in another order", () => {
  const recorded = exchange({ method: "POST", target: "/users/ada", body: utf8(turned) });
  const asked = request({ method: "POST", target: "/users/adda", body: utf8(sent) });
  const { closest } = explain(indexFrom([[recorded]]), contextOf(asked));
  expect(closest?.differences.map(({ part }) => part)).toEqual(["path"]);
});

test("a miss searches it for no generated values", () => {
  const at = (second: number) => `${"word ".repeat(20_000)}2026-01-01T00:00:0${second}Z`;
  const post = { method: "POST", headers: [["content-type", "text/plain"]] } as const;
  const index = indexFrom([[exchange({ ...post, body: utf8(at(1)) })]]);
  const { closest } = explain(index, contextOf(request({ ...post, body: utf8(at(2)) })));
  expect(closest?.differences.map((each) => [each.part, each.at])).toEqual([["body", null]]);
});

test.each([
  ["500 levels and a value", "[".repeat(500), "1"],
  ["501 levels", "[".repeat(501), ""],
  ["502 levels", "[".repeat(502), ""],
])("JSON of %s is the same whether it is long or not", (_shows, opening, value) => {
  const json = `${opening}${value}${"]".repeat(opening.length)}`;
  const long = json.padEnd(20_000);
  expect(canonicalJson(long) === long).toBe(canonicalJson(` ${json}`) === ` ${json}`);
});
