import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and its missing parents. Node's own function gives a wrong reason on a read-only file system (ENOENT),
 * and never ends if the system refuses to make a folder as if its parent were missing (/proc).
 * @throws Error with the system's reason.
 */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  // Deno asks for the right to read before it looks at the current folder, which is there.
  for (let at = folder; at !== "." && !existsSync(at); at = dirname(at)) missing.unshift(at);
  for (const each of missing) {
    try {
      mkdirSync(each);
    } catch (error) {
      // Another process may be making it too.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}
