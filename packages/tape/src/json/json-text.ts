import type { HeaderList } from "../exchange.ts";
import { headerOf } from "../http/headers.ts";
import { parsedJson } from "./json-value.ts";

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

// A string, or a structural sign, or a run of anything else except white space (numbers, true, false, null). The
// string's pattern has no choice at any character: that would overflow the stack on a long one.
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g;

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
  for (const { 0: part, index } of text.matchAll(token)) {
    yield { text: part, at: index, name: last === ":" ? beforeLast : null };
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
  const most = mostGrowth * (text.length + 256);
  return (isJsonText(text) ? withSeparators(text, [",\n  ", ": ", ""], most) : null) ?? text;
}

/**
 * Removes the white space from JSON text; undoes {@link prettyJson} for text that had none.
 * @example
 * compactJson('{\n  "id": 1.0\n}'); // '{"id":1.0}'
 */
export function compactJson(text: string): string {
  return (isJsonText(text) ? withSeparators(text, compact) : null) ?? text;
}

/**
 * Returns the white space of a JSON list or object, if it can be removed and restored exactly; null for any other text.
 * @example
 * separatorsOf('{"id": 1, "tags": []}\n'); // [", ", ": ", "\n"]
 */
export function separatorsOf(text: string): Separators | null {
  if (!/^[[{]/.test(text) || !text.isWellFormed() || !isJsonText(text)) return null;
  const gaps = new Map<string, string>();
  let previous = "";
  let end = 0;
  for (const { 0: part, index } of text.matchAll(token)) {
    const empty = (previous === "{" && part === "}") || (previous === "[" && part === "]");
    const sign = previous === "[" ? "{" : previous;
    if (!empty && "{,:".includes(sign) && !gaps.has(sign)) gaps.set(sign, text.slice(end, index));
    if (gaps.size === 4) break;
    previous = part;
    end = index + part.length;
  }
  const opening = gaps.get("{") ?? "";
  const item = opening.startsWith("\n") ? opening : (gaps.get(",") ?? "");
  const separators: Separators = [`,${item}`, `:${gaps.get(":") ?? ""}`, text.slice(text.trimEnd().length)];
  return withSeparators(text, separators, text.length) === text ? separators : null;
}

/**
 * Writes JSON text with other white space. An item that begins with a line feed gives the indentation of a level.
 * @param most Characters that it may get, about; null if it would have more: the indentation of n levels has n².
 * @example
 * withSeparators('{\n  "id": 1\n}', compact); // '{"id":1}'
 */
export function withSeparators(
  text: string,
  [item, name, end]: Separators,
  most: number = Number.POSITIVE_INFINITY,
): string | null {
  const gap = item.slice(1);
  const indent = gap.startsWith("\n") ? gap.slice(1) : null;
  let out = "";
  let depth = 0;
  let previous = "";
  for (const [part] of text.matchAll(token)) {
    const opened = previous === "{" || previous === "[";
    const closes = part === "}" || part === "]";
    if (closes) depth -= 1;
    if (indent === null) out += previous === "," ? gap : "";
    else if (opened ? !closes : closes || previous === ",") out += `\n${indent.repeat(depth)}`;
    out += part === ":" ? name : part;
    if (out.length > most) return null;
    if (part === "{" || part === "[") depth += 1;
    previous = part;
  }
  return out + end;
}

/**
 * Restores JSON text that {@link prettyJson} or {@link compactJson} changed.
 * @throws RangeError if the separators make a bomb of it.
 */
export function restoredJson(text: string, separators: Separators): string {
  const restored = withSeparators(text, separators, longestRestored);
  if (restored === null) throw new RangeError("the white space in its _separators makes it too long");
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
 * @example
 * quoteMembers('{"_json": {"id": 1.0}}', "_json"); // '{"_json": "{\\"id\\":1.0}"}'
 */
export function quoteMembers(text: string, name: string): string {
  const wanted = JSON.stringify(name);
  if (!text.includes(wanted)) return text;
  const pieces: string[] = [];
  let copied = 0;
  let isName = false;
  let depth = 0;
  let value: string[] | null = null;
  for (const { 0: part, index } of text.matchAll(token)) {
    if (value === null) {
      if (part === ":" && isName) {
        pieces.push(text.slice(copied, index + 1), " ");
        value = [];
      }
      isName = part === wanted;
      continue;
    }
    value.push(part);
    if (part === "{" || part === "[") depth += 1;
    else if (part === "}" || part === "]") depth -= 1;
    if (depth > 0) continue;
    pieces.push(JSON.stringify(value.join("")));
    copied = index + part.length;
    value = null;
  }
  return pieces.join("") + text.slice(copied);
}

/**
 * Returns the texts of the elements of a JSON array; null for text that is not one.
 * @example
 * jsonElements('[{"id":1.0},[]]'); // ['{"id":1.0}', "[]"]
 */
export function jsonElements(text: string): readonly string[] | null {
  if (!text.trimStart().startsWith("[") || !isJsonText(text)) return null;
  const elements: string[] = [];
  let depth = 0;
  let element = "";
  for (const [part] of text.matchAll(token)) {
    if (part === "]" || part === "}") depth -= 1;
    if (depth === 0 || (depth === 1 && part === ",")) {
      if (element !== "") elements.push(element);
      element = "";
    } else {
      element += part;
    }
    if (part === "[" || part === "{") depth += 1;
  }
  return elements;
}

/** Returns whether a text is JSON of any kind. */
export function isJsonText(text: string): boolean {
  return parsedJson(text) !== undefined;
}
