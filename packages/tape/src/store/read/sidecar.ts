import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type FiledBody, largestHeld } from "../../exchange.ts";
import { placesOf, type ReadSidecar } from "../../har/har.ts";
import { pathBelow } from "../path-below.ts";
import { filedBody } from "../write/large-bodies.ts";

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
  const below = pathBelow(root, folder);
  return (name) => {
    const known = shared.get(name);
    if (known) return known;
    for (const place of placesOf(below === "" ? "" : `${below}/`, name)) {
      const found = read(join(root, place), name);
      if (found === null) continue;
      if (!name.startsWith("headers-")) return found;
      if ("digest" in found) throw new RangeError(`"${name}" has ${found.bytes} bytes, and ${largestHeld} are read`);
      shared.set(name, found);
      return found;
    }
    throw new RangeError(`"${name}" is not there`);
  };
}

function read(path: string, name: string): Uint8Array | FiledBody | null {
  const at = lstatSync(path, { throwIfNoEntry: false });
  if (at === undefined) return null;
  if (at.isSymbolicLink()) throw new RangeError(`"${name}" is a link, and none is followed`);
  if (!at.isFile()) throw new RangeError(`"${name}" is no file`);
  return at.size > largestHeld ? filedBody(path) : readFileSync(path);
}
