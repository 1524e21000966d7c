import type { Marks } from "../marks.ts";
import type { Names, Place } from "../place.ts";

// RFC 7578, section 4.2. Some clients omit the quotes.
const head = /form-data;[^\r\n]{0,200}?\bname=(?:"([^"\r\n]{1,64})"|([^\s";]{1,64}))/iy;
const longestHead = 700;
const otherHeads = /(?:[\w-]{1,40}:[^\r\n]{0,400}\r?\n){0,4}\r?\n/y;

/**
 * Reads the parts of a multipart form by their names, as parameters.
 * @example
 * [...formParts('--b\r\ncontent-disposition: form-data; name="pin"\r\n\r\n12\r\n--b--', names, marks)].length; // 1
 */
export function* formParts(text: string, { rules, mayCarry }: Names, marks: Marks): Iterable<Place> {
  let boundary = 0;
  let line = 0;
  for (const index of marks.form) {
    // Looked for once, however many such heads a line without an end has.
    if (line <= index) line = text.indexOf("\n", index) + 1;
    if (line === 0) return;
    if (line - index > longestHead) continue;
    head.lastIndex = index;
    const [, quoted, plain] = head.exec(text) ?? [];
    const name = quoted ?? plain;
    if (name === undefined) continue;
    if (rules(name, "parameter") === null && !mayCarry(name, "parameter")) continue;
    otherHeads.lastIndex = line;
    if (!otherHeads.test(text)) continue;
    const start = otherHeads.lastIndex;
    // Searched once for texts without any, or with few.
    if (boundary >= 0 && boundary < start - 1) boundary = text.indexOf("\n--", start - 1);
    const stop = boundary < 0 ? text.length : text[boundary - 1] === "\r" ? boundary - 1 : boundary;
    if (stop > start) yield { start, end: stop, where: "parameter", name };
  }
}
