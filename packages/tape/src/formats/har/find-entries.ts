// Finds the entries of a HAR file that is too large to be held in memory: the position of each, in bytes. Their content is
// not parsed here: `read.ts` finds out whether it is JSON. Read next: `read.ts`.
import { Buffer } from "node:buffer";

/** A file that is read in pieces. */
export interface ByteSource {
  readonly size: number;
  /** Returns the bytes from one place to before another. */
  read(start: number, end: number): Uint8Array;
}

/** Where the entries of a HAR file stand. */
interface FoundEntries {
  /** Where each begins, and where it ends: two numbers each. */
  readonly places: readonly number[];
  /** The file's text without them. */
  readonly around: Uint8Array;
}

const pieceSize = 1024 * 1024;
const [quote, comma, colon, backslash] = [0x22, 0x2c, 0x3a, 0x5c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
const byteOrderMark = "\u00ef\u00bb\u00bf";

/**
 * Finds the members of `log.entries` in JSON; null where there is no such list, or where something in it is no object, which
 * a parser of the whole can name.
 * @example
 * const text = Buffer.from('{"log":{"entries":[{"a":1}]}}');
 * findEntries({ size: text.length, read: (start, end) => text.subarray(start, end) })?.places; // [19, 26]
 */
export function findEntries(file: ByteSource, size: number = pieceSize): FoundEntries | null {
  const around: Uint8Array[] = [];
  const places: number[] = [];
  /** What was opened and not closed; and the name of the member that each level is at, of the first two. */
  let depth = 0;
  const names = ["", ""];
  let isString = false;
  let isEscaped = false;
  /** The bytes of a string that may be such a name; null for any other. */
  let name: Uint8Array[] | null = null;
  let last = "";
  let isListed = false;
  /** Whether an entry may begin here: after the bracket, or after a comma. */
  let isDue = false;
  let isFirst = true;

  for (let start = 0; start < file.size; start += size) {
    const bytes = file.read(start, Math.min(start + size, file.size));
    let kept = isListed ? -1 : 0;
    for (let at = 0; at < bytes.length; at += 1) {
      if (isString) {
        const from = at;
        for (; at < bytes.length; at += 1) {
          if (isEscaped) isEscaped = false;
          else if (bytes[at] === backslash) isEscaped = true;
          else if (bytes[at] === quote) break;
        }
        name?.push(bytes.subarray(from, at));
        if (at === bytes.length) break;
        isString = false;
        if (name !== null) last = Buffer.concat(name).toString("latin1");
        continue;
      }
      const byte = bytes[at] as number;
      if (byte <= 0x20) continue;
      if (isListed && depth === 3) {
        if (byte === closeBracket && (!isDue || isFirst)) {
          isListed = false;
          kept = at;
          depth -= 1;
        } else if (byte === comma && !isDue) isDue = true;
        else if (byte === openBrace && isDue) {
          places.push(start + at);
          depth += 1;
          [isDue, isFirst] = [false, false];
        } else return null;
        continue;
      }
      if (byte === quote) {
        isString = true;
        name = depth <= 2 ? [] : null;
      } else if (byte === colon && depth <= 2) names[depth - 1] = last;
      else if (byte === openBrace || byte === openBracket) {
        if (depth === 0 && byte !== openBrace) return null;
        depth += 1;
        if (depth !== 3 || byte !== openBracket || names[0] !== "log" || names[1] !== "entries") continue;
        // A second list would be a name that stands twice.
        if (places.length > 0) return null;
        isListed = isDue = true;
        around.push(bytes.subarray(kept, at + 1));
        kept = -1;
      } else if (byte === closeBrace || byte === closeBracket) {
        depth -= 1;
        if (isListed && depth === 3) places.push(start + at + 1);
      } else if (depth === 0 && !byteOrderMark.includes(String.fromCharCode(byte))) return null;
    }
    if (kept >= 0) around.push(bytes.subarray(kept));
  }
  return places.length === 0 || depth !== 0 ? null : { places, around: Buffer.concat(around) };
}
