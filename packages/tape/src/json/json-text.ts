import type { HeaderList } from "../exchange.ts";
import { headerOf } from "../http/headers.ts";
import { finish, isDue, longAtOnce, type Steps } from "../redact/steps.ts";
import { flawSteps, isJsonText, isSpace, skipSpace } from "./json-grammar.ts";

/**
 * Returns whether a message with these headers carries one JSON text: `application/json` or any `+json` type, except
 * those of gRPC-web, Connect and streams, which hold several, each after its length or on a line of its own.
 * @see RFC 6839, section 3.1
 */
export function isJson(headers: HeaderList): boolean {
  return /^application\/(?!(?:grpc|connect|stream)\b)(?:[^;\s]+\+)?json\s*(?:;|$)/i.test(
    headerOf(headers, "content-type") ?? "",
  );
}

// Characters of JSON: a regular expression for its tokens takes three to eight times as long.
const [quote, colon, backslash, brace] = [0x22, 0x3a, 0x5c, 0x7b];
/** What stands between two elements or members. */
export const comma: number = 0x2c;
/** Returns whether a list or an object begins with a character. */
export const isOpening = (code: number): boolean => code === brace || code === 0x5b;
/** Returns whether one ends with it. */
export const isClosing = (code: number): boolean => code === 0x7d || code === 0x5d;
const isSign = (code: number): boolean =>
  code === comma || code === colon || (code > 0x5a && (isOpening(code) || isClosing(code)));

/**
 * Finds the end of a token: a string, or a structural sign, or a run of anything else except white space.
 * @param from Where to go on with a long one, of which a part is read at one go.
 * @returns Where to go on, below zero, if it is longer.
 */
export function endOfToken(text: string, start: number, from: number = start + 1): number {
  const first = text.charCodeAt(start);
  if (isSign(first)) return from;
  if (first === quote) return endOfString(text, from, from === start + 1);
  const most = from + longAtOnce;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote || isSpace(code) || isSign(code)) return at;
    if (at === most) return -at;
  }
  return text.length;
}

function endOfString(text: string, from: number, isBegin: boolean): number {
  const next = isBegin ? text.indexOf('"', from) : from;
  if (next > from && text.charCodeAt(next - 1) !== backslash) return next + 1;
  const most = from + longAtOnce;
  for (let at = from; next !== -1 && at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (at >= most) return -at;
    if (code === backslash) at++;
  }
  return text.length;
}

/** A string, a number, or a structural sign of a JSON text. */
export interface JsonToken {
  readonly text: string;
  /** Where it begins. */
  readonly at: number;
  /** The name of the member whose value it is, in quotes; null if it is none. */
  readonly name: string | null;
}

/**
 * Yields the tokens of a JSON text, also of one with something before or after its JSON.
 * @example
 * [...jsonTokens('{"id":1}')].at(3); // { text: "1", at: 6, name: '"id"' }
 */
export function* jsonTokens(text: string): Iterable<JsonToken> {
  let [beforeLast, last] = ["", ""];
  for (let at = skipSpace(text, 0), end = 0; at < text.length; at = skipSpace(text, end)) {
    end = endOfToken(text, at);
    while (end < 0) end = endOfToken(text, at, -end);
    const part = text.slice(at, end);
    yield { text: part, at, name: last === ":" ? beforeLast : null };
    [beforeLast, last] = [last, part];
  }
}

const mostGrowth = 16;
// A longer body is in no recording of ours as JSON.
const longestRestored = 64 * 1024 * 1024;

/** The white space between the tokens of a JSON text: before each item, after a name, and at the end. */
export type Separators = readonly [item: string, name: string, end: string];

/** Of JSON as most servers send it: no white space. */
export const compact: Separators = [",", ":", ""];

/**
 * Lays JSON text out over lines, two spaces a level. Works on the text, not on its value, so that every digit of a
 * number, the order of keys and every escape stay. Returns text that is not JSON unchanged, and JSON of so many levels
 * that it would grow beyond sixteen times its length.
 * @example
 * prettyJson('{"id":1.0}'); // '{\n  "id": 1.0\n}'
 */
export function prettyJson(text: string): string {
  return isJsonText(text) ? finish(layOut(text)) : text;
}

/**
 * Does what {@link prettyJson} does, for text that is known to be JSON.
 * @param margin What begins each line but the first.
 */
export function* layOut(json: string, margin = ""): Steps<string> {
  const most = mostGrowth * (json.length + 256);
  const indented: Separators = [`,\n${margin}  `, ": ", ""];
  return (yield* withSeparators(json, indented, most, margin)) ?? json.replaceAll("\n", `\n${margin}`);
}

/**
 * Removes the white space from JSON text; undoes {@link prettyJson} for text that had none.
 * @example
 * compactJson('{\n  "id": 1.0\n}'); // '{"id":1.0}'
 */
export function compactJson(text: string): string {
  return finish(compactSteps(text));
}

/** Does what {@link compactJson} does, with pauses. */
export function* compactSteps(text: string): Steps<string> {
  return ((yield* flawSteps(text)) === null ? yield* withSeparators(text, compact) : null) ?? text;
}

/**
 * Returns the white space of a JSON list or object, if it can be removed and restored exactly; null for any other text.
 * @example
 * finish(separatorsOf('{"id": 1, "tags": []}\n')); // [", ", ": ", "\n"]
 */
export function* separatorsOf(text: string): Steps<Separators | null> {
  if (!/^[[{]/.test(text) || !text.isWellFormed() || (yield* flawSteps(text)) !== null) return null;
  yield;
  // What first follows an opening sign, a comma, and a colon.
  const gaps = new Map<number, string>();
  let [previous, end] = [0, 0];
  for (let at = 0; at < text.length && gaps.size < 3; at = skipSpace(text, end)) {
    if (isDue()) yield;
    const next = text.charCodeAt(at);
    const sign = isOpening(previous) ? brace : previous;
    const isGap = sign === brace ? !isClosing(next) : sign === comma || sign === colon;
    if (isGap && !gaps.has(sign)) gaps.set(sign, text.slice(end, at));
    end = endOfToken(text, at);
    for (; end < 0; end = endOfToken(text, at, -end)) yield;
    previous = next;
  }
  const opening = gaps.get(brace) ?? "";
  const item = opening.startsWith("\n") ? opening : (gaps.get(comma) ?? "");
  const separators: Separators = [`,${item}`, `:${gaps.get(colon) ?? ""}`, text.slice(text.trimEnd().length)];
  return (yield* withSeparators(text, separators, text.length)) === text ? separators : null;
}

/**
 * Writes JSON text with other white space. An item that begins with a line feed gives the indentation of a level.
 * @param most Characters that it may get, about; null if it would have more: the indentation of n levels has n².
 * @param margin What begins each line but the first; it is in the item, too.
 * @returns Null also for text that goes on behind its value.
 * @example
 * finish(withSeparators('{\n  "id": 1\n}', compact)); // '{"id":1}'
 */
export function* withSeparators(
  text: string,
  separators: Separators,
  most?: number,
  margin?: string,
): Steps<string | null> {
  const written = yield* separated(text, 0, separators, most, margin);
  if (written === null || skipSpace(text, written.end) < text.length) return null;
  const { out, copied, end } = written;
  const [, , last] = separators;
  return copied === 0 && text.slice(end) === last ? text : out + text.slice(copied, end) + last;
}

// Gives a value that begins at `start` other white space. What is before `copied` is in `out`: only what differs is
// written, so that text that has these separators already is not copied.
function* separated(
  text: string,
  start: number,
  [item, name]: Separators,
  most: number = Number.POSITIVE_INFINITY,
  margin = "",
): Steps<{ readonly out: string; readonly copied: number; readonly end: number } | null> {
  const [afterItem, afterName] = [item.slice(1), name.slice(1)];
  const isLaidOut = afterItem.startsWith("\n");
  const indent = afterItem.slice(1 + margin.length);
  const breaks: string[] = [];
  const lineBreak = (): string => (breaks[depth] ??= `\n${margin}${indent.repeat(depth)}`);
  const between = (previous: number, next: number): string => {
    if (next === colon) return "";
    if (previous === colon) return afterName;
    if (previous === comma) return isLaidOut ? lineBreak() : afterItem;
    return isLaidOut && isOpening(previous) !== isClosing(next) ? lineBreak() : "";
  };

  let [out, copied, end, depth, previous] = ["", start, start, 0, 0];
  do {
    if (isDue()) yield;
    const at = skipSpace(text, end);
    const next = text.charCodeAt(at);
    if (isClosing(next)) depth -= 1;
    const gap = between(previous, next);
    if (at - end !== gap.length || !text.startsWith(gap, end)) {
      out += text.slice(copied, end) + gap;
      copied = at;
      if (out.length > most) return null;
    }
    if (isOpening(next)) depth += 1;
    end = endOfToken(text, at);
    for (; end < 0; end = endOfToken(text, at, -end)) yield;
    previous = next;
  } while (depth > 0 && end < text.length);
  return { out, copied, end };
}

/**
 * Restores JSON text that {@link prettyJson} or {@link compactJson} changed.
 * @throws RangeError if it is not one text of JSON, or if the separators make a bomb of it.
 */
export function restoredJson(text: string, separators: Separators): string {
  const restored = finish(withSeparators(text, separators, longestRestored));
  if (restored === null)
    throw new RangeError("its _json is not one JSON text, or the white space in its _separators makes it too long");
  return restored;
}

/** Parses stored separators; returns null for invalid ones. */
export function asSeparators(value: unknown): Separators | null {
  if (!Array.isArray(value) || value.length !== 3 || !value.every((each) => typeof each === "string")) return null;
  const [item = "", name = "", end = ""] = value as readonly string[];
  return /^,\s*$/.test(item) && /^:\s*$/.test(name) && /^\s*$/.test(end) ? [item, name, end] : null;
}

/**
 * Converts the members of a name to the texts of their JSON, without white space: as values, `1.0` would become `1`,
 * and repeated names would be lost.
 * @param text JSON.
 * @example
 * quoteMembers('{"_json": {"id": 1.0}}', "_json"); // '{"_json": "{\\"id\\":1.0}"}'
 */
export function quoteMembers(text: string, name: string): string {
  const wanted = JSON.stringify(name);
  let [out, copied, end] = ["", 0, 0];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, end)) {
    end = at + wanted.length;
    const sign = skipSpace(text, end);
    // Behind a backslash it is the end of another string.
    if (text.charCodeAt(at - 1) === backslash || text.charCodeAt(sign) !== colon) continue;
    const value = skipSpace(text, sign + 1);
    const written = finish(separated(text, value, compact));
    if (written === null) continue;
    out += `${text.slice(copied, sign + 1)} ${JSON.stringify(written.out + text.slice(written.copied, written.end))}`;
    copied = end = written.end;
  }
  return copied === 0 ? text : out + text.slice(copied);
}
