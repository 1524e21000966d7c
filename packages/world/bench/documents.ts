// Prints how many documents a second are made and validated: `node packages/world/bench/documents.ts [count] [faker]`.
// Beside them json-schema-faker on the same schema, where it is installed or its entry file is named. By turns; medians.
import process from "node:process";
import { isRepository } from "@tapedeck/schema";
import fc from "fast-check";
import { arbitrary } from "../src/arbitraries/index.ts";
import { schemas } from "../src/generated/schemas.ts";
import { createWorld } from "../src/index.ts";

/** Makes so many documents, from a seed on. */
type Source = (count: number, seed: number) => Promise<readonly unknown[]>;

const count = Number(process.argv[2] ?? 50_000);
const fakerName = process.argv[3] ?? "json-schema-faker";
const [batch, rounds] = [500, 5];

const world = createWorld({ seed: 42, accounts: 1_000_000, repositories: 10_000_000 });
const repositories = arbitrary("repository");
const sources = new Map<string, Source>([
  ["a world", async (some, seed) => Array.from({ length: some }, (_, at) => world.repository(seed * batch + at))],
  ['arbitrary("repository")', async (some, seed) => fc.sample(repositories, { numRuns: some, seed })],
]);
const faker = await import(fakerName).catch(() => null);
if (faker !== null) {
  const schema = inlined("repository.json", schemas["repository.json"]);
  sources.set("json-schema-faker", (some, seed) =>
    Promise.all(Array.from({ length: some }, (_, at) => faker.generate(schema, { seed: seed * batch + at }))),
  );
}

const rates = new Map(Array.from(sources.keys(), (name) => [name, [] as number[]]));
let valid = 0;
for (let round = 0; round < rounds; round += 1) {
  for (const [name, source] of sources) {
    const from = performance.now();
    for (let at = 0; at < count / rounds / batch; at += 1) {
      for (const document of await source(batch, round * 1000 + at)) valid += isRepository(document) ? 1 : 0;
    }
    rates.get(name)?.push((count / rounds) * (1000 / (performance.now() - from)));
  }
}
console.log(`${valid} of ${count * sources.size} documents valid`);
console.table(
  Array.from(rates, ([name, each]) => ({
    documents: name,
    "made and validated, 1/s": Math.round(each.sort((a, b) => a - b)[rounds >> 1] ?? 0),
  })),
);

// The faker follows no references between files.
function inlined(file: string, part: unknown): unknown {
  if (Array.isArray(part)) return part.map((each) => inlined(file, each));
  if (typeof part !== "object" || part === null) return part;
  const { $ref, ...rest } = part as Readonly<Record<string, unknown>>;
  if (typeof $ref !== "string")
    return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, inlined(file, value)]));
  const [name = "", pointer = ""] = $ref.split("#");
  const source = name === "" ? file : name;
  let found: unknown = schemas[source];
  for (const step of pointer.split("/").slice(1)) found = (found as Readonly<Record<string, unknown>>)[step];
  return { ...(inlined(source, found) as object), ...rest };
}
