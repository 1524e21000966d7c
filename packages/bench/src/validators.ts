// Prints how many repositories per second each way of validation checks, and its cost to import and to ship, all in one
// run. They are measured in turn, so that a slow moment of the machine affects all; only the ratio to the validation by
// hand counts.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { bundle, importMilliseconds, writeModule } from "./import-cost.ts";
import { inTurn } from "./measuring/in-turn.ts";
import { cell, table } from "./measuring/table.ts";
import { handwritten } from "./validators/by-hand.ts";

const milliseconds = 50;
const rounds = 41;
const names = ["by-hand", "tapedeck", "ajv", "typebox", "zod"] as const;
const fileOf = (name: string): URL => (name === "by-hand" ? byHand : new URL(`validators/${name}.ts`, import.meta.url));
const byHand = new URL(writeModule("by-hand", handwritten()));

const { examples } = JSON.parse(readFileSync(new URL("../../../schemas/repository.json", import.meta.url), "utf8"));
const text = JSON.stringify(examples[0]);
const good: readonly unknown[] = Array.from({ length: 64 }, () => JSON.parse(text));
const bad: readonly unknown[] = [{ id: -1 }, { owner: { login: 7 } }, { license: [] }, { pushed_at: "today" }].map(
  (damage) => ({ ...JSON.parse(text), ...damage }),
);

type Check = (value: unknown) => boolean;

async function checkOf(name: string): Promise<Check> {
  const { isRepository } = (await import(fileOf(name).href)) as { isRepository: Check };
  if (!good.every((value) => isRepository(value)) || bad.some((value) => isRepository(value)))
    throw new Error(`Cannot measure ${name}: it takes what is wrong, or refuses what is right`);
  return isRepository;
}

function checksPerSecond(check: Check): number {
  const start = performance.now();
  let count = 0;
  for (; performance.now() - start < milliseconds; count += good.length) for (const value of good) check(value);
  return (count / (performance.now() - start)) * 1000;
}

const figures = await inTurn(names, rounds, async (name) => [checksPerSecond(await checkOf(name))]);
const rows: string[][] = [["check", "a second", "ratio", "import, ms", "minified", "gzipped"]];
for (const { name, medians, ratios } of figures) {
  const code = await bundle(fileOf(name));
  const milliseconds = importMilliseconds(writeModule(name, code));
  const sizes = [code.length, gzipSync(code).length].map(String);
  rows.push([name, cell(medians[0]), cell(ratios[0], 2), cell(milliseconds, 2), ...sizes]);
}
console.log(
  `checks of one repository of ${text.length} bytes, median of ${rounds} rounds of ${milliseconds} ms, node ${process.versions.node}\n`,
);
console.log(table(rows));

// Most server programs are not bundled: they load what is installed, file by file.
execFileSync("npm", ["run", "build"], { cwd: fileURLToPath(new URL("../../schema/", import.meta.url)) });
const published = new URL("../../schema/dist/", import.meta.url);
const imported: ReadonlyArray<readonly [entry: string, url: string]> = [
  ["@tapedeck/schema/repository", new URL("generated/resources/repository.js", published).href],
  ["@tapedeck/schema", new URL("index.js", published).href],
  ["ajv", import.meta.resolve("ajv/dist/2020.js")],
  ["typebox/compile", import.meta.resolve("typebox/compile")],
  ["zod", import.meta.resolve("zod")],
];
const entries: string[][] = [["entry", "import, ms", "minified", "gzipped"]];
for (const [entry, url] of imported) {
  const code = await bundle(
    writeModule("all", `import * as all from ${JSON.stringify(fileURLToPath(url))}; export default all;`),
  );
  const [size, zipped] = [code.length, gzipSync(code).length];
  entries.push([entry, importMilliseconds(url).toFixed(2), String(size), String(zipped)]);
}
console.log("\nimported as installed, not bundled, before any schema is compiled; sizes of all that the entry has\n");
console.log(table(entries));
