import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { temporaryFolder } from "./measuring/surroundings.ts";

const folder = temporaryFolder();

/** Writes a module into a temporary folder and returns its URL. */
export function writeModule(name: string, code: string): string {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, code);
  return pathToFileURL(file).href;
}

/** Bundles a file with its imports into one minified module. */
export async function bundle(url: string | URL): Promise<string> {
  const build = await rolldown({ input: fileURLToPath(url), platform: "browser" });
  const { output } = await build.generate({ format: "es", minify: true });
  await build.close();
  return output[0].code;
}

/** Returns how long a new process waits for a module: the least of several, without other delays. */
export function importMilliseconds(url: string): number {
  const program = `const start = performance.now(); await import(${JSON.stringify(url)}); console.log(performance.now() - start);`;
  const run = (): number =>
    Number(execFileSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" }));
  return Math.min(...Array.from({ length: 9 }, run));
}
