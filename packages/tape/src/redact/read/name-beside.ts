import { blanksEnd, stringAt, type Value, valueAt, type Within } from "./json-value.ts";
import type { Span } from "./span.ts";

// How far a value may be from the name behind it, and an attribute from the one before it.
const reach = 4096;
// `ParameterKey`, `field`, a path of JSON Patch, the type of a credential.
const nameBefore = /"(?:[a-z]{0,20}(?:name|key)|field|path|property|variable|type)"\s{0,40}:\s{0,40}$/i;
const ofValue = /^(?:[a-z]{0,20}value|val|secret)$/i;

/**
 * Reads the value that belongs to a name which is a value itself: its neighbour in an object
 * (`{"name":"token","value":"…"}`, in either order).
 * @param name With its quotes.
 * @param done Where what was read before is over.
 */
export function valueBeside(text: string, name: Span, done: number, within: Within): Value {
  const from = Math.max(0, name.start - 128);
  const member = nameBefore.exec(text.slice(from, name.start));
  // Of a syntax tree, "type": "Token" is a word.
  if (member === null || (/^"type/i.test(member[0]) && /token"$/i.test(text.slice(name.start, name.end))))
    return { values: [], end: name.end };
  const comma = blanksEnd(text, name.end);
  const behind = text[comma] === "," ? memberValue(text, blanksEnd(text, comma + 1), within) : null;
  return behind ?? valueInFront(text, from + member.index, name.end, done, within);
}

function valueInFront(text: string, memberStart: number, end: number, done: number, within: Within): Value {
  const from = Math.max(done, memberStart - reach);
  const last = Array.from(text.slice(from, memberStart).matchAll(/"(?:[a-z]{0,20}value|val)"/gi)).at(-1);
  const value = last === undefined ? null : memberValue(text, from + last.index, within);
  if (value === null || value.end > memberStart) return { values: [], end };
  const comma = blanksEnd(text, value.end);
  const isNext = text[comma] === "," && blanksEnd(text, comma + 1) === memberStart;
  return { values: isNext ? value.values : [], end };
}

function memberValue(text: string, at: number, within: Within): Value | null {
  const name = stringAt(text, at);
  if (name === null || !ofValue.test(text.slice(name.start, name.end))) return null;
  const colon = blanksEnd(text, name.end + 1);
  return text[colon] === ":" ? valueAt(text, colon + 1, within) : null;
}
