import { finish, isDue } from "../../steps.ts";
import type { Place } from "../place.ts";
import type { Span } from "../span.ts";

/** What to read of a member's value. */
export interface Within {
  readonly objects: boolean;
  /** Numbers of any size; otherwise only those of eight digits or more. */
  readonly numbers: boolean;
  /** Returns whether to read a value within an object or a list. Default: all. The parameters are as in `isOfSecret`. */
  readonly holds?: (path: readonly string[], value: string, depth: number) => boolean;
}

/** A value without a name of its own: it goes by its member's. */
type Unnamed = Omit<Place, "name">;

/** The strings and numbers in a value, and where it ends. */
export interface Value {
  readonly values: readonly Unnamed[];
  readonly end: number;
}

// What a schema says of a member, which is no secret.
const types = new Set(["array", "boolean", "integer", "null", "number", "object", "string"]);
const countDigits = 8;
// Of a value in thousands of objects, the names of the nearest tell enough.
const deepest = 64;

/** Reads the JSON value at a position. */
export function valueAt(text: string, from: number, within: Within): Value {
  return finish(valueStepsAt(text, from, within));
}

/** Does the same for a string, as most values are; returns null for another. */
export function stringValueAt(text: string, from: number): Value | null {
  const string = stringAt(text, blanksEnd(text, from));
  return string && { values: valuesWithin(text, string) ?? [{ ...string, where: "field" }], end: string.end + 1 };
}

/** Does what {@link valueAt} does; pauses where a value is long. */
export function* valueStepsAt(
  text: string,
  from: number,
  { objects, numbers, holds }: Within,
): Generator<null, Value, void> {
  const values: Unnamed[] = [];
  const open: boolean[] = [];
  /** The names of the members that the position is in. */
  const names: (Span | undefined)[] = [];
  const isHeld = ({ start, end }: Span): boolean => {
    if (holds === undefined || open.length === 0) return true;
    const path = names.slice(-deepest).flatMap((name) => (name === undefined ? [] : text.slice(name.start, name.end)));
    return holds(path, text.slice(start, end), open.length);
  };
  let at = from;
  // Where an object may have a name: after its brace and after a comma.
  let nameNext = false;
  do {
    if (isDue()) yield null;
    at = blanksEnd(text, at);
    const character = text[at] ?? "";
    const string = stringAt(text, at);
    if (string !== null) {
      const isName = nameNext && text[blanksEnd(text, string.end + 1)] === ":";
      const isType = open.length > 0 && types.has(text.slice(string.start, string.end));
      if (isName) names[open.length - 1] = string;
      else if (!isType && isHeld(string))
        values.push(...(valuesWithin(text, string) ?? [{ ...string, where: "field" as const }]));
      at = string.end + 1;
      nameNext = false;
    } else if (character === "{" && !objects) {
      break;
    } else if (character === "{" || character === "[") {
      open.push(character === "{");
      names.push(undefined);
      nameNext = character === "{";
      at++;
    } else if (open.length > 0 && (character === "}" || character === "]")) {
      open.pop();
      names.pop();
      nameNext = false;
      at++;
    } else if (open.length > 0 && (character === "," || character === ":")) {
      nameNext = character === "," && open.at(-1) === true;
      at++;
    } else {
      const plain = plainAt(text, at);
      if (plain === "") break;
      const counts = !numbers && !(open.length > 0 && objects) && plain.replace(/\D/g, "").length < countDigits;
      const span = { start: at, end: at + plain.length };
      if (/^-?\d/.test(plain) && !counts && isHeld(span)) values.push({ ...span, where: "number" });
      nameNext = false;
      at += plain.length;
    }
  } while (open.length > 0 && at < text.length);
  return { values, end: at };
}

// As AWS's Secrets Manager gives several values in one string, which clients parse.
const member = String.raw`\s*\\"[^"\\]*\\"\s*:\s*(?:\\"([^"\\]*)\\"|[\w.+-]+)\s*`;
const object = new RegExp(String.raw`^\s*\{${member}(?:,${member})*\}\s*$`);
const longestObject = 4096;

/** Returns the texts of a JSON object that a string holds, if it has no object, list, escape or long number within. */
function valuesWithin(text: string, { start, end }: Span): readonly Unnamed[] | null {
  if (end - start > longestObject || text[start] !== "{") return null;
  const whole = text.slice(start, end);
  if (!object.test(whole) || longNumber.test(whole)) return null;
  return [...whole.matchAll(new RegExp(member, "gd"))].flatMap(({ indices }) => {
    const [from, to] = indices?.[1] ?? [0, 0];
    return to > from ? [{ start: start + from, end: start + to, where: "field" as const }] : [];
  });
}

const longNumber = new RegExp(String.raw`:\s*-?[\d.eE+-]{${countDigits},}`);
const plain = /-?\d[\d.eE+-]*|true|false|null/y;

function plainAt(text: string, at: number): string {
  plain.lastIndex = at;
  return plain.exec(text)?.[0] ?? "";
}

export function blanksEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && " \n\r\t".includes(text.charAt(at))) at++;
  return at;
}

/** Returns the JSON string at a position, without its quotes; a truncated one ends with the text. */
export function stringAt(text: string, at: number): Span | null {
  if (text[at] !== '"') return null;
  const start = at + 1;
  next.lastIndex = start;
  while (next.test(text)) {
    if (text[next.lastIndex - 1] === '"') return { start, end: next.lastIndex - 1 };
    next.lastIndex += 1;
  }
  return { start, end: text.length };
}

const next = /["\\]/g;
