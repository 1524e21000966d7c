import { isPlaceholder } from "../placeholder.ts";

/** What of a member's value is hidden. */
export interface Rule {
  readonly objects: boolean;
  readonly numbers: boolean;
}

/** A stretch of the text that a placeholder takes the place of, or a 0 if it is a number. */
export interface Change {
  readonly start: number;
  readonly stop: number;
  readonly isNumber: boolean;
}

/** A string of JSON: its text, and where it is over with its quote. */
export interface Quoted {
  readonly start: number;
  readonly stop: number;
  readonly end: number;
  readonly whole: boolean;
}

/** What to change in a value, and where it is over. */
export interface Value {
  readonly changes: readonly Change[];
  readonly end: number;
}

// What a schema says of a member, and nobody's secret.
const types = new Set(["array", "boolean", "integer", "null", "number", "object", "string"]);

/**
 * Reads the value at a place and says what to change in it. In JSON within a string every quote has backslashes before
 * it, one at the first level, three at the second, and so on: `level` is how many.
 */
export function valueAt(text: string, from: number, level: number, rule: Rule): Value {
  const changes: Change[] = [];
  const open: boolean[] = [];
  let at = from;
  // Where an object may have a name: behind its brace and behind a comma.
  let nameNext = false;
  do {
    at = blanksEnd(text, at);
    const character = text[at] ?? "";
    const quoted = quotedAt(text, at, level);
    if (quoted !== null) {
      at = quoted.end;
      const isName = nameNext && quoted.whole && text[blanksEnd(text, at)] === ":";
      const value = isName ? "" : text.slice(quoted.start, quoted.stop);
      const isType = open.length > 0 && types.has(value);
      if (value !== "" && !isPlaceholder(value) && !isType)
        changes.push({ start: quoted.start, stop: quoted.stop, isNumber: false });
      nameNext = false;
      if (!quoted.whole) break;
    } else if (character === "{" && !rule.objects) {
      break;
    } else if (character === "{" || character === "[") {
      open.push(character === "{");
      nameNext = character === "{";
      at++;
    } else if (open.length > 0 && (character === "}" || character === "]")) {
      open.pop();
      nameNext = false;
      at++;
    } else if (open.length > 0 && (character === "," || character === ":")) {
      nameNext = character === "," && open.at(-1) === true;
      at++;
    } else {
      const plain = plainAt(text, at);
      if (plain === "") break;
      const isSecret = rule.numbers || (open.length > 0 && rule.objects) || plain.replace(/\D/g, "").length >= 8;
      if (/^-?\d/.test(plain) && plain !== "0" && isSecret)
        changes.push({ start: at, stop: at + plain.length, isNumber: true });
      nameNext = false;
      at += plain.length;
    }
  } while (open.length > 0 && at < text.length);
  return { changes, end: at };
}

function plainAt(text: string, at: number): string {
  const plain = /-?\d[\d.eE+-]*|true|false|null/y;
  plain.lastIndex = at;
  return plain.exec(text)?.[0] ?? "";
}

// A line feed between the tokens of JSON within a string is an escape.
export function blanksEnd(text: string, from: number): number {
  let at = from;
  for (;;) {
    const end = backslashesEnd(text, at);
    const character = text[end] ?? "-";
    if (!(end === at ? " \n\r\t" : "nrt").includes(character)) return at;
    at = end + 1;
  }
}

export function quotedAt(text: string, at: number, level: number): Quoted | null {
  const quote = text[at] === "\\" ? backslashesEnd(text, at) : at;
  if (quote - at !== level || text[quote] !== '"') return null;
  const start = quote + 1;
  const next = /["\\]/g;
  next.lastIndex = start;
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    const run = backslashesEnd(text, found.index);
    if (text[run] === '"') {
      // Behind the backslashes of the string's own escapes there are those of its closing quote; a quote within has an
      // odd number of escapes. With fewer, it is the quote of a string around this one, which was cut off.
      const escapes = (run - found.index - level) / (level + 1);
      if (escapes % 2 === 0) return { start, stop: run - level, end: run + 1, whole: true };
      if (escapes % 2 !== 1) return { start, stop: found.index, end: found.index, whole: false };
    } else if (run === text.length) break;
    next.lastIndex = run + 1;
  }
  return { start, stop: text.length, end: text.length, whole: false };
}

function backslashesEnd(text: string, from: number): number {
  let at = from;
  while (text[at] === "\\") at++;
  return at;
}

/** How many backslashes stand before a place; beyond `most`, one more than that. */
export function backslashesBefore(text: string, at: number, most: number): number {
  let count = 0;
  while (count <= most && text[at - 1 - count] === "\\") count++;
  return count;
}
