import { lstatSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type FiledBody, largestHeld } from "../exchange.ts";
import type { ReadSidecar } from "../har/har.ts";
import { filedBody } from "./large-bodies.ts";

/**
 * Reads files beside the recordings of a folder: a body in the folder itself (of a large one, only its place and
 * digest); shared headers also above it. Links are not followed, since they may lead anywhere.
 * @param root The topmost folder to look in.
 * @param folder A folder in it.
 * @example
 * fromHar(text, file, sidecarsOf("recordings", "recordings/api.service.example/zen"));
 */
export function sidecarsOf(root: string, folder: string): ReadSidecar {
  const shared = new Map<string, Uint8Array>();
  return (name) => {
    if (!name.startsWith("headers-")) return read(join(folder, name), name);
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
  const found = read(path, name);
  if ("digest" in found) throw new RangeError(`"${name}" has ${found.bytes} bytes, and ${largestHeld} are read`);
  return found;
}

function read(path: string, name: string): Uint8Array | FiledBody {
  try {
    const at = lstatSync(path);
    if (at.isSymbolicLink()) throw new RangeError(`"${name}" is a link, and none is followed`);
    if (!at.isFile()) throw new RangeError(`"${name}" is no file`);
    return at.size > largestHeld ? filedBody(path) : readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw new RangeError(`"${name}" ${notThere}`);
    throw error;
  }
}
