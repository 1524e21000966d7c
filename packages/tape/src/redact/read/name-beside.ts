import { blanksEnd, stringAt, type Unnamed, type Value, valueAt, type Within } from "./json-value.ts";
import type { Span } from "./place.ts";

// How far a value may be from the name behind it, and an attribute from the one before it.
const reach = 4096;
const nameBefore = /"(?:name|key)"\s{0,40}:\s{0,40}$/i;
const partHead = /(?:;[^\r\n]{0,200})?\r?\n(?:[\w-]{1,40}:[^\r\n]{0,200}\r?\n){0,4}\r?\n/y;

/**
 * Reads the value that belongs to a name which is a value itself: its neighbour in an object
 * (`{"name":"token","value":"…"}`, in either order), or the part of a multipart form.
 * @param name With its quotes.
 * @param done Where what was read before is over.
 */
export function valueBeside(text: string, name: Span, done: number, within: Within): Value {
  if (/\bname=$/i.test(text.slice(Math.max(0, name.start - 6), name.start))) return partBehind(text, name.end);
  const from = Math.max(0, name.start - 128);
  const member = nameBefore.exec(text.slice(from, name.start));
  if (member === null) return { values: [], end: name.end };
  const comma = blanksEnd(text, name.end);
  const behind = text[comma] === "," ? memberValue(text, blanksEnd(text, comma + 1), within) : null;
  return behind ?? valueInFront(text, from + member.index, name.end, done, within);
}

function valueInFront(text: string, memberStart: number, end: number, done: number, within: Within): Value {
  const from = Math.max(done, memberStart - reach);
  const at = text.slice(from, memberStart).lastIndexOf('"value"');
  const value = at < 0 ? null : memberValue(text, from + at, within);
  if (value === null || value.end > memberStart) return { values: [], end };
  const comma = blanksEnd(text, value.end);
  const isNext = text[comma] === "," && blanksEnd(text, comma + 1) === memberStart;
  return { values: isNext ? value.values : [], end };
}

function memberValue(text: string, at: number, within: Within): Value | null {
  const name = stringAt(text, at);
  if (name === null || text.slice(name.start, name.end).toLowerCase() !== "value") return null;
  const colon = blanksEnd(text, name.end + 1);
  return text[colon] === ":" ? valueAt(text, colon + 1, within) : null;
}

function partBehind(text: string, nameEnd: number): Value {
  partHead.lastIndex = nameEnd;
  if (!partHead.test(text)) return { values: [], end: nameEnd };
  const start = partHead.lastIndex;
  const boundary = text.indexOf("\n--", start - 1);
  const stop = boundary < 0 ? text.length : text[boundary - 1] === "\r" ? boundary - 1 : boundary;
  const end = Math.max(start, stop);
  const value: Unnamed = { start, end, where: "field" };
  return { values: [value], end };
}
