import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { textHash } from "@tapedeck/tape/internal";
import type { Environment } from "../command/environment.ts";

/**
 * Returns the file that caches the requests of a large folder between starts: in `node_modules/.cache` of the project
 * around the folder, which git ignores and `npm ci` removes; outside a project in the user's cache folder. Null on
 * Deno, where a replay may not write.
 * @example
 * indexFile("app/recordings", process.env)?.includes("tapedeck"); // true
 */
export function indexFile(dir: string, environment: Environment): string | null {
  if ("Deno" in globalThis) return null;
  const folder = resolve(dir);
  // Not a hash of `node:crypto`, which takes longer to load than a small folder to read. The index also names its
  // folder.
  const name = textHash(folder)
    .map((part) => part.toString(16))
    .join("");
  for (let at = folder; dirname(at) !== at; at = dirname(at)) {
    const modules = join(at, "node_modules");
    if (existsSync(modules)) return join(modules, ".cache", "tapedeck", name);
  }
  return join(environment["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "tapedeck", name);
}
