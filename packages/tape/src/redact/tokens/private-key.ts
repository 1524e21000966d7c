import type { Span } from "../read/span.ts";

/** The beginning of a private key. */
export const privateKeyStart = "-----BEGIN";

// OpenVPN's key of both sides has no "PRIVATE".
const key = String.raw`(?:(?:[A-Z\d]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1)-----`;
const begin = new RegExp(`-----BEGIN ${key}`, "y");
const boundary = new RegExp(`-----(BEGIN|END) ${key}`, "g");
// A line of a key, or one of its own headers ("Proc-Type: 4,ENCRYPTED"): text about keys goes on in words.
const keyLine = /\s{1,16}(?:[A-Za-z\d+/=]{4,}(?:$|[\s\\"'<%])|[A-Z][A-Za-z-]{2,20}:)/y;

/**
 * Finds a private key at a position: up to the line that ends it; without one, as in truncated text, up to the next
 * quote, the next key, or the end.
 */
export function privateKeyAt(text: string, at: number): Span | null {
  begin.lastIndex = at;
  if (!begin.test(text)) return null;
  const inside = begin.lastIndex;
  boundary.lastIndex = inside;
  const next = boundary.exec(text);
  if (next?.[1] === "END") return { start: at, end: boundary.lastIndex };
  keyLine.lastIndex = inside;
  if (!keyLine.test(text)) return null;
  // Not to the end of the text for each of many keys.
  const own = text.slice(inside, next?.index);
  const quote = own.indexOf('"');
  return { start: at, end: inside + (quote < 0 ? own.length : quote) };
}
