import { isPlaceholder } from "../placeholder.ts";
import { blanksEnd, quotedAt, type Rule, type Value, valueAt } from "./json-scan.ts";

/** A name in quotes: where it begins and is over with them, and how many backslashes are before each of them. */
export interface QuotedName {
  readonly start: number;
  readonly end: number;
  readonly level: number;
}

// How far a value may be from the name behind it, and an attribute from the one before it.
const reach = 4096;
const nameBefore = /\\*"(?:name|key)\\*"(?:\s|\\+[nrt]){0,40}:(?:\s|\\+[nrt]){0,40}$/i;
const partHead = /(?:;[^\r\n]{0,200})?\r?\n(?:[\w-]{1,40}:[^\r\n]{0,200}\r?\n){0,4}\r?\n/y;
const attribute = /[^<>]{0,200}?\bvalue=/iy;

/**
 * Reads the value that belongs to a name which is a value itself: its neighbour in an object
 * (`{"name":"token","value":"…"}`, in either order), the part of a multipart form, or the field of an HTML form.
 * @param done Where what was read before is over.
 */
export function valueBeside(text: string, name: QuotedName, done: number, rule: Rule): Value {
  if (/\bname=$/i.test(text.slice(Math.max(0, name.start - 6), name.start))) return formValue(text, name);
  const from = Math.max(0, name.start - 128);
  const member = nameBefore.exec(text.slice(from, name.start));
  if (member === null) return { changes: [], end: name.end };
  return valueBehind(text, name, rule) ?? valueInFront(text, from + member.index, name, done, rule);
}

function valueBehind(text: string, { end, level }: QuotedName, rule: Rule): Value | null {
  const comma = blanksEnd(text, end);
  return text[comma] === "," ? memberValue(text, blanksEnd(text, comma + 1), level, rule) : null;
}

function valueInFront(text: string, memberStart: number, { end, level }: QuotedName, done: number, rule: Rule): Value {
  const from = Math.max(done, memberStart - reach);
  const at = text.slice(from, memberStart).lastIndexOf('"value');
  const value = at < 0 ? null : memberValue(text, from + at - level, level, rule);
  if (value === null || value.end > memberStart) return { changes: [], end };
  const comma = blanksEnd(text, value.end);
  const isNext = text[comma] === "," && blanksEnd(text, comma + 1) === memberStart;
  return { changes: isNext ? value.changes : [], end };
}

function memberValue(text: string, at: number, level: number, rule: Rule): Value | null {
  const name = quotedAt(text, at, level);
  if (name === null || text.slice(name.start, name.stop).toLowerCase() !== "value") return null;
  const colon = blanksEnd(text, name.end);
  return text[colon] === ":" ? valueAt(text, colon + 1, level, rule) : null;
}

function formValue(text: string, { end, level }: QuotedName): Value {
  attribute.lastIndex = end;
  const quoted = attribute.test(text) ? quotedAt(text, attribute.lastIndex, level) : null;
  if (quoted !== null) return stretch(text, quoted.start, quoted.stop, quoted.end);
  partHead.lastIndex = end;
  if (!partHead.test(text)) return { changes: [], end };
  const start = partHead.lastIndex;
  const boundary = text.indexOf("\n--", start - 1);
  const stop = boundary < 0 ? text.length : text[boundary - 1] === "\r" ? boundary - 1 : boundary;
  return stretch(text, start, Math.max(start, stop), Math.max(start, stop));
}

function stretch(text: string, start: number, stop: number, end: number): Value {
  const secret = text.slice(start, stop);
  return { changes: secret === "" || isPlaceholder(secret) ? [] : [{ start, stop, isNumber: false }], end };
}
