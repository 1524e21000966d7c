// The runtimes that tests start, and the words that start a script there. With Deno alone it is all of them but Bun, which
// `deno install` does not set up; its own tests are left out there by name.
import process from "node:process";
import { fileURLToPath } from "node:url";

export type Runtime = "node" | "deno" | "bun";

const own = process.versions["deno"] === undefined ? null : process.execPath;
const installed = (name: string): string =>
  own ?? fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url));

/** What starts a script on each. */
export const runtimes: Readonly<Record<Runtime, readonly [program: string, ...words: string[]]>> = {
  node: [installed("node")],
  deno: [installed("deno"), "run", "-A", "--no-lock"],
  bun: [installed("bun")],
};

/** What runs the text that follows it, a module in TypeScript. */
export const evaluate: readonly [program: string, ...words: string[]] =
  own === null ? [process.execPath, "--input-type=module-typescript", "--eval"] : [own, "eval", "--ext=ts"];
