// The mark by which bodies are compared: for a large one a digest, wherever its bytes lie.

import { type Body, largestHeld } from "../exchange.ts";
import { bytesOf } from "./body.ts";
import { createDigest } from "./digest.ts";

/** Returns whether a body is too large to be held: it lies in a file of its own, and is compared by its digest. */
export function isLarge(body: Body | null): boolean {
  if (body === null) return false;
  if (body.encoding === "file") return true;
  const { encoding, text } = body;
  if (encoding === "base64") return text.length > (largestHeld / 3) * 4;
  return text.length > largestHeld || (text.length > largestHeld / 3 && bytesOf(body).length > largestHeld);
}

/**
 * Returns the same mark for bodies of the same bytes: their encoding and text, or the digest of a large one.
 * @example
 * bodyMark({ encoding: "utf8", text: "[]" }); // ["utf8", "[]"]
 */
export function bodyMark(body: Body | null): readonly [encoding?: Body["encoding"], text?: string] {
  if (body === null) return [];
  if (body.encoding === "file") return ["file", body.digest];
  if (!isLarge(body)) return [body.encoding, body.text];
  const known = digests.get(body);
  if (known !== undefined) return ["file", known];
  const digest = createDigest();
  digest.update(bytesOf(body));
  const end = digest.end();
  digests.set(body, end);
  return ["file", end];
}

// Of 16 MB it takes 30 ms, and a recorder asks several times.
const digests = new WeakMap<Body, string>();
