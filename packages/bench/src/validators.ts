// Prints how many repositories a second each way to check one tells apart, what it costs to import and to ship, all in
// one run. They are asked in turn, so that a machine that slows down slows all; what counts is the ratio to the check
// that is written by hand.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { median, table } from "./table.ts";

const milliseconds = 50;
const rounds = 41;
const names = ["by-hand", "tapedeck", "ajv", "typebox", "zod"] as const;
const fileOf = (name: string): URL => new URL(`validators/${name}.ts`, import.meta.url);

const { examples } = JSON.parse(readFileSync(new URL("../../../schemas/repository.json", import.meta.url), "utf8"));
const text = JSON.stringify(examples[0]);
const good: readonly unknown[] = Array.from({ length: 64 }, () => JSON.parse(text));
const bad: readonly unknown[] = [{ id: -1 }, { owner: { login: 7 } }, { license: [] }, { pushed_at: "today" }].map(
  (damage) => ({ ...JSON.parse(text), ...damage }),
);

type Check = (value: unknown) => boolean;

const checks = await Promise.all(
  names.map(async (name): Promise<readonly [name: string, check: Check]> => {
    const { isRepository } = (await import(fileOf(name).href)) as { isRepository: Check };
    if (!good.every((value) => isRepository(value)) || bad.some((value) => isRepository(value)))
      throw new Error(`Cannot measure ${name}: it takes what is wrong, or refuses what is right`);
    return [name, isRepository];
  }),
);

function checksPerSecond(check: Check): number {
  const start = performance.now();
  let count = 0;
  for (; performance.now() - start < milliseconds; count += good.length) for (const value of good) check(value);
  return (count / (performance.now() - start)) * 1000;
}

const figures = new Map<string, number[]>(names.map((name) => [name, []]));
for (let round = 0; round <= rounds; round += 1) {
  for (const [name, check] of checks) {
    const figure = checksPerSecond(check);
    if (round > 0) figures.get(name)?.push(figure); // the first one warms all up
  }
}

async function bundle(name: string): Promise<string> {
  const build = await rolldown({ input: fileURLToPath(fileOf(name)), platform: "browser" });
  const { output } = await build.generate({ format: "es", minify: true });
  await build.close();
  return output[0].code;
}

// From nothing to a check that can be asked: the least of several processes, as the others waited for something else.
function importMilliseconds(name: string, code: string): number {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, code);
  const program = `const start = performance.now(); await import(${JSON.stringify(pathToFileURL(file).href)}); console.log(performance.now() - start);`;
  const run = (): number =>
    Number(execFileSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" }));
  return Math.min(...Array.from({ length: 9 }, run));
}

const folder = mkdtempSync(join(tmpdir(), "tapedeck-bench-"));
const rows: string[][] = [["check", "a second", "ratio", "import, ms", "minified", "gzipped"]];
for (const name of names) {
  const code = await bundle(name);
  const own = figures.get(name) ?? [];
  const ratios = own.map((figure, round) => figure / (figures.get("by-hand")?.[round] ?? Number.NaN));
  rows.push([
    name,
    median(own).toFixed(0),
    median(ratios).toFixed(2),
    importMilliseconds(name, code).toFixed(2),
    String(code.length),
    String(gzipSync(code).length),
  ]);
}
rmSync(folder, { recursive: true });
console.log(
  `checks of one repository of ${text.length} bytes, median of ${rounds} rounds of ${milliseconds} ms, node ${process.versions.node}\n`,
);
console.log(table(rows));
