// Prints how many repositories a second are made and validated, beside json-schema-faker on the same schema in the same
// run: `node packages/world/bench/documents.ts --documents 1000000`. The sources take turns of equal length until a world
// has made that many; the others make what they can in the same time. `valid` is of all that each has made.
import process from "node:process";
import { parseArgs } from "node:util";
import { isRepository } from "@tapedeck/schema";
import fc from "fast-check";
import { generate } from "json-schema-faker";
import { arbitrary } from "../src/arbitraries/index.ts";
import { schemas } from "../src/generated/schemas.ts";
import { createWorld } from "../src/index.ts";

/** Makes so many documents, from a number on. */
type Source = (count: number, from: number) => Promise<readonly unknown[]>;

const { values } = parseArgs({ options: { documents: { type: "string", default: "1000000" } } });
const wanted = Number(values.documents);
if (!Number.isInteger(wanted) || wanted < 1) {
  console.error(`Cannot make "${values.documents}" documents: --documents wants a whole number, such as 1000000`);
  process.exit(2);
}
const [batch, turnMilliseconds] = [100, 500];

const world = createWorld({ seed: 42, accounts: 1_000_000, repositories: 10_000_000 });
const repositories = arbitrary("repository");
const schema = inlined("repository.json", schemas["repository.json"]) as Parameters<typeof generate>[0];
const sources = new Map<string, Source>([
  ["a world", async (count, from) => Array.from({ length: count }, (_, at) => world.repository(from + at))],
  ['arbitrary("repository")', async (count, from) => fc.sample(repositories, { numRuns: count, seed: from })],
  [
    "json-schema-faker",
    (count, from) => Promise.all(Array.from({ length: count }, (_, at) => generate(schema, { seed: from + at }))),
  ],
]);

interface Tally {
  made: number;
  valid: number;
  milliseconds: number;
}

const tallies = new Map(Array.from(sources.keys(), (name) => [name, { made: 0, valid: 0, milliseconds: 0 } as Tally]));
const [first = ""] = sources.keys();
while ((tallies.get(first)?.made ?? wanted) < wanted) {
  for (const [name, source] of sources) {
    const tally = tallies.get(name) ?? { made: 0, valid: 0, milliseconds: 0 };
    const from = performance.now();
    do {
      for (const document of await source(batch, tally.made)) tally.valid += isRepository(document) ? 1 : 0;
      tally.made += batch;
    } while (performance.now() - from < turnMilliseconds && tally.made < wanted);
    tally.milliseconds += performance.now() - from;
  }
}

const rateOf = ({ made, milliseconds }: Tally): number => (made * 1000) / milliseconds;
const faker = rateOf(tallies.get("json-schema-faker") ?? { made: 0, valid: 0, milliseconds: 1 });
console.table(
  Array.from(tallies, ([name, tally]) => ({
    documents: name,
    made: tally.made,
    valid: tally.valid,
    "made and validated, 1/s": Math.round(rateOf(tally)),
    "beside the faker": `${(rateOf(tally) / faker).toFixed(1)} ×`,
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
