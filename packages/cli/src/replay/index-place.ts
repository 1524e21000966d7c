import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Environment } from "../command/environment.ts";

/**
 * Returns the file in which a start remembers what a large folder holds: in `node_modules/.cache` of the project around the
 * folder, which git ignores and `npm ci` removes; outside a project in the user's folder of caches. Null on Deno, where a
 * replay has no right to write.
 * @example
 * indexFile("app/recordings", process.env)?.includes("tapedeck"); // true
 */
export function indexFile(dir: string, environment: Environment): string | null {
  if ("Deno" in globalThis) return null;
  const folder = resolve(dir);
  const name = hash("sha256", folder).slice(0, 16);
  for (let at = folder; dirname(at) !== at; at = dirname(at)) {
    const modules = join(at, "node_modules");
    if (existsSync(modules)) return join(modules, ".cache", "tapedeck", name);
  }
  return join(environment["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "tapedeck", name);
}
