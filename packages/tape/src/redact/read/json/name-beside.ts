import type { Span } from "../span.ts";
import { blanksEnd, stringAt, type Value, valueAt, type Within } from "./value-at.ts";

// Maximum distance between a value and the name after it, and between two attributes.
const reach = 4096;
// `ParameterKey`, `field`, a path of JSON Patch, the type of a credential.
const nameBefore =
  /"(?:[a-z]{0,20}(?:name|key)|attribute|field|kind|macro|option|parameter|path|property|setting|type|variable)"\s{0,40}:\s{0,40}$/i;
const [mostBetween, reachBehind] = [8, 512];
const whole = { objects: true, numbers: false };
const ofValue = /^(?:[a-z]{0,20}value|val|secret)$/i;

/**
 * Reads the value of a name that is a value itself: beside it in an object (`{"name":"token","value":"…"}`, in either
 * order, with a few members between).
 * @param name With its quotes.
 * @param done Where the previous reading ended.
 */
export function valueBeside(text: string, name: Span, done: number, within: Within): Value {
  const from = Math.max(0, name.start - 128);
  const member = nameBefore.exec(text.slice(from, name.start));
  // In a syntax tree, "type": "Token" is a word.
  if (member === null || (/^"(?:kind|type)/i.test(member[0]) && /token"$/i.test(text.slice(name.start, name.end))))
    return { values: [], end: name.end };
  return valueNear(text, { start: from + member.index, end: name.end }, done, within);
}

/** Reads the value among the members near one: those that follow, and those before it. */
export function valueNear(text: string, member: Span, done: number, within: Within): Value {
  return (
    valueAmong(text, member.end, within) ??
    valueInFront(text, member.start, done, within) ?? { values: [], end: member.end }
  );
}

/** Returns the value among the following members. */
function valueAmong(text: string, from: number, within: Within): Value | null {
  // As Cloudflare's bindings have it.
  const isSecretText = text.startsWith('"secret_text"', from - '"secret_text"'.length);
  const near = text.slice(0, from + reachBehind);
  for (let next = memberBehind(near, from), count = 1; next !== null && count <= mostBetween; count++) {
    if (ofValue.test(next.name) || (isSecretText && next.name === "text")) return valueAt(text, next.value, within);
    next = memberBehind(near, valueAt(near, next.value, whole).end);
  }
  return null;
}

function valueInFront(text: string, memberStart: number, done: number, within: Within): Value | null {
  const from = Math.max(done, memberStart - reach);
  const last = Array.from(text.slice(from, memberStart).matchAll(/(?<=[,{]\s{0,40})"(?:[a-z]{0,20}value|val)"/gi)).at(
    -1,
  );
  if (last === undefined) return null;
  const at = from + last.index + last[0].length;
  const value = valueAt(text, blanksEnd(text, at) + 1, within);
  let next = memberBehind(text, value.end);
  while (next !== null && next.start < memberStart) next = memberBehind(text, valueAt(text, next.value, whole).end);
  return next?.start === memberStart ? value : null;
}

/** Returns the member after the end of another. */
function memberBehind(
  text: string,
  end: number,
): { readonly start: number; readonly name: string; readonly value: number } | null {
  const comma = blanksEnd(text, end);
  const start = blanksEnd(text, comma + 1);
  const name = text[comma] === "," ? stringAt(text, start) : null;
  const colon = name === null ? -1 : blanksEnd(text, name.end + 1);
  return name === null || text[colon] !== ":"
    ? null
    : { start, name: text.slice(name.start, name.end), value: colon + 1 };
}
