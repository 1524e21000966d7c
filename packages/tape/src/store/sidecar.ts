import { lstatSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { ReadSidecar } from "../har/har.ts";

/** The longest body that is read of a file beside a recording, in bytes. */
const longest = 256 * 2 ** 20;

/**
 * Reads files beside the recordings of a folder: a body in the folder itself, headers that answers share also above it.
 * Links are not followed: they may lead anywhere.
 * @param root Where to look no further up.
 * @param folder Within it.
 * @example
 * fromHar(text, file, sidecarsOf("recordings", "recordings/api.service.example/zen"));
 */
export function sidecarsOf(root: string, folder: string): ReadSidecar {
  const shared = new Map<string, Uint8Array>();
  return (name) => {
    if (!name.startsWith("headers-")) return readPlain(join(folder, name), name);
    const known = shared.get(name);
    if (known) return known;
    for (let at = folder; ; at = dirname(at)) {
      const isTop = relative(root, at) === "" || dirname(at) === at;
      try {
        const bytes = readPlain(join(at, name), name);
        shared.set(name, bytes);
        return bytes;
      } catch (error) {
        if (isTop || !(error instanceof RangeError) || !error.message.endsWith(notThere)) throw error;
      }
    }
  };
}

const notThere = "is not there";

function readPlain(path: string, name: string): Uint8Array {
  try {
    const at = lstatSync(path);
    if (at.isSymbolicLink()) throw new RangeError(`"${name}" is a link, and none is followed`);
    if (!at.isFile()) throw new RangeError(`"${name}" is no file`);
    if (at.size > longest) throw new RangeError(`"${name}" has ${at.size} bytes, and ${longest} are read`);
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw new RangeError(`"${name}" ${notThere}`);
    throw error;
  }
}
