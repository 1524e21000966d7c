import { type Stats, statSync } from "node:fs";

/**
 * Returns the file or folder at a path; null if there is none. At once: Node's promises of files are a dozen modules,
 * for which each start would wait.
 */
export function entryAt(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}
