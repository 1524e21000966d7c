import { finish, isDue, type Steps } from "../redact/steps.ts";
import { isJsonText } from "./json-grammar.ts";

/** Nesting of JSON beyond which its text is compared as it is, so that no client can overflow the call stack. */
const deepest = 500;

/**
 * Returns JSON text in one form for equal values: members sorted by name, no white space, numbers digit by digit if a
 * double would round them (2^53 + 1 is not 2^53). Of lines that are JSON each, returns each so. Returns any other text as
 * it is, and JSON of more than 500 levels.
 * @see RFC 8259, section 6; RFC 8785 for the order of members
 * @example
 * canonicalJson('{"b": 1.0, "a": 9007199254740993}'); // '{"a":9007199254740993,"b":1}'
 */
export function canonicalJson(text: string): string {
  return finish(canonicalSteps(text));
}

/**
 * Does what {@link canonicalJson} does, with pauses.
 * @param change Returns the value to write for a parsed one, in which a long number is an object.
 */
export function* canonicalSteps(text: string, change?: (value: unknown) => Steps<unknown>): Steps<string> {
  if (text.length > longText && !isJsonText(text, deepest + 1)) return text;
  yield;
  const value = parsedExactly(text);
  yield;
  return (
    (value === undefined ? yield* linesSteps(text) : yield* written(change ? yield* change(value) : value)) ?? text
  );
}

/**
 * Removes the members that a pointer names from JSON text, and returns it in canonical form; an item of a list becomes null. Of
 * lines that are JSON each, the first name is the number of a line. Returns any other text as it is.
 * @param names From the outside in; `*` is any.
 * @see RFC 6901
 * @example
 * withoutMember('{"meta": {"id": 1}, "of": 9007199254740993}', ["meta", "id"]); // '{"meta":{},"of":9007199254740993}'
 */
export function withoutMember(text: string, names: readonly string[]): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length < 2 || !lines.every((line) => isJsonText(line))) return finish(canonicalSteps(text, without(names)));
  const [line = "", ...rest] = names;
  const left = (text: string): string => (rest.length > 0 ? finish(canonicalSteps(text, without(rest))) : "null");
  return lines.map((each, at) => (line === "*" || line === String(at) ? left(each) : each)).join("\n");
}

function without(names: readonly string[]): (value: unknown) => Steps<unknown> {
  // biome-ignore lint/correctness/useYield: a change may pause.
  return function* (value) {
    remove(value, names);
    return value;
  };
}

function remove(value: unknown, [name = "", ...rest]: readonly string[]): void {
  if (typeof value !== "object" || value === null || value instanceof ExactNumber) return;
  const holder = value as Record<string, unknown>;
  for (const each of name === "*" ? Object.keys(holder) : Object.hasOwn(holder, name) ? [name] : []) {
    if (rest.length > 0) remove(holder[each], rest);
    else if (!Array.isArray(value)) delete holder[each];
    // `length` is none of its items.
    else if (/^\d+$/.test(each)) value[Number(each)] = null;
  }
}

/** Returns null for text that is no lines of JSON each. */
function* linesSteps(text: string): Steps<string | null> {
  const lines = text.trim().split("\n");
  if (lines.length === 1) return null;
  const all: string[] = [];
  for (const line of lines) {
    if (isDue()) yield;
    const value = line.trim() === "" || line.length > longText ? undefined : parsedExactly(line);
    const each = value === undefined ? null : yield* written(value);
    if (each === null) return null;
    all.push(each);
  }
  return all.join("\n");
}

// `JSON.parse` takes long for many levels.
const longText = 16 * 1024;

/** A number that a double would round. */
class ExactNumber {
  readonly digits: string;
  constructor(digits: string) {
    this.digits = digits;
  }
}

// Only such a run of digits or such an exponent can exceed a double: most bodies need no closer look at their numbers.
const long = /\d{16}|e[+-]?\d{3}/i;

type Reviver = (this: unknown, name: string, value: unknown, context?: { readonly source?: string }) => unknown;

/** Parses JSON text, keeping the digits of long numbers; returns undefined for text that is not JSON. */
function parsedExactly(text: string): unknown {
  const keep: Reviver | undefined = long.test(text)
    ? (_name, value, context) =>
        typeof value === "number" && context?.source !== undefined && !isExact(value, context.source)
          ? new ExactNumber(context.source)
          : value
    : undefined;
  try {
    return keep ? (JSON.parse as (text: string, reviver: Reviver) => unknown)(text, keep) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isExact(value: number, source: string): boolean {
  return !long.test(source) || Number.isSafeInteger(value) || String(value) === source;
}

/** Returns null for a value that is nested too deeply. */
function* written(whole: unknown): Steps<string | null> {
  const parts: string[] = [];
  const open: {
    readonly value: object;
    readonly names: readonly string[] | null;
    readonly length: number;
    at: number;
  }[] = [];
  for (let value = whole; ; ) {
    if (isDue()) yield;
    if (open.length > deepest) return null;
    if (typeof value !== "object" || value === null || value instanceof ExactNumber) {
      parts.push(value instanceof ExactNumber ? value.digits : String(JSON.stringify(value)));
    } else {
      const names = Array.isArray(value) ? null : Object.keys(value).sort();
      open.push({ value, names, length: (names ?? (value as readonly unknown[])).length, at: 0 });
      parts.push(names === null ? "[" : "{");
    }
    let last = open.at(-1);
    for (; last !== undefined && last.at === last.length; last = open.at(-1)) {
      parts.push(last.names === null ? "]" : "}");
      open.pop();
    }
    if (last === undefined) return parts.join("");
    if (last.at > 0) parts.push(",");
    const name = last.names?.[last.at] ?? last.at;
    if (last.names !== null) parts.push(JSON.stringify(name), ":");
    value = last.value[name as keyof object];
    last.at += 1;
  }
}
