// Holds the laws at the plain function for one fault after the other, as its parent names them by number, and answers with
// the laws that are broken. The fault is made where the file is loaded, and nothing on disk is touched: each fault has an
// instance of every module of ours to itself.
import { readFileSync } from "node:fs";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { faults, faultyText } from "./faults.ts";

// These start processes, or take long, and hold the same lines as others; or play nothing.
const left: ReadonlySet<string> = new Set(
  "algorithms-7 limits-15 limits-18 files-1 files-2 secrets-2 secrets-3 schemas-2 schemas-3".split(" "),
);

/** As many laws as are named. */
const mostNamed = 3;

const packages = new URL("../../../", import.meta.url).href;
// Node says of its own stripping that it is experimental; it is what runs this very file.
process.removeAllListeners("warning");

const stripped = new Map<string, string>();

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const instance = /\?fault=-?\d+$/.exec(context.parentURL ?? "")?.[0];
    const isOurs = found.url.startsWith(packages) && !found.url.includes("/node_modules/");
    return instance && isOurs && found.url.endsWith(".ts") ? { ...found, url: found.url + instance } : found;
  },
  load(url, context, next) {
    const [, path, number] = /^(.*\.ts)\?fault=(-?\d+)$/.exec(url) ?? [];
    if (path === undefined) return next(url, context);
    return { format: "module", source: sourceOf(path, Number(number)), shortCircuit: true };
  },
});

function sourceOf(url: string, number: number): string {
  const fault = faults[number];
  if (fault && url === `${packages}${fault.file}`)
    return stripTypeScriptTypes(faultyText(fault, readFileSync(fileURLToPath(url), "utf8")));
  const known = stripped.get(url) ?? stripTypeScriptTypes(readFileSync(fileURLToPath(url), "utf8"));
  stripped.set(url, known);
  return known;
}

async function brokenBy(number: number): Promise<readonly string[]> {
  const instance = `?fault=${number}`;
  const from = (path: string): Promise<unknown> =>
    import(new URL(`../../src/${path}${instance}`, import.meta.url).href);
  const { contractLaws } = (await from("laws.ts")) as typeof import("../../src/laws.ts");
  const { functionAdapter } = (await from("adapters.ts")) as typeof import("../../src/adapters.ts");
  const broken: string[] = [];
  for (const law of contractLaws) {
    if (left.has(law.id) || broken.length === mostNamed) continue;
    const found = await law.check(functionAdapter, { seed: 1_767_225_600, runs: 30, shrink: false });
    if (found.broken !== null) broken.push(law.id);
  }
  return broken;
}

process.on("message", (number: number) => {
  brokenBy(number)
    .catch(() => ["(nothing can be played)"])
    .then((broken) => process.send?.(broken));
});
