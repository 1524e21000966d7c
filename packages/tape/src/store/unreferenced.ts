import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isSharedHeaders } from "../har/shared-headers.ts";
import { pathBelow } from "./path-below.ts";
import { listRecordings } from "./read-tapes.ts";

/**
 * Lists the files of shared headers that no recording below their folder refers to any more: the recordings were
 * removed, or recorded again.
 * @returns Their paths below the root, sorted.
 * @example
 * await unreferencedHeaders("recordings"); // ["api.service.example/headers-0c8fc37b.json"]
 */
export async function unreferencedHeaders(root: string): Promise<readonly string[]> {
  const wanted = new Set<string>();
  for (const file of await listRecordings(root)) {
    const text = await readFile(join(root, file), "utf8");
    // A body with the same words keeps a file that could go, which is the lesser harm.
    for (const [, name = ""] of text.matchAll(/"_headers"\s*:\s*"(headers-[\da-f]{8}\.json)"/g))
      for (let at = dirname(file); ; at = dirname(at)) {
        wanted.add(at === "." ? name : `${at}/${name}`);
        if (at === ".") break;
      }
  }
  const files = await readdir(root, { recursive: true, withFileTypes: true });
  return files
    .filter((entry) => entry.isFile() && isSharedHeaders(entry.name))
    .map(({ parentPath, name }) => pathBelow(root, join(parentPath, name)))
    .filter((file) => !wanted.has(file))
    .sort();
}
