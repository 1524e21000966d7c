import { finish, isDue, longAtOnce, type Steps } from "../redact/steps.ts";

const [quote, comma, colon, backslash] = [0x22, 0x2c, 0x3a, 0x5c];
const [bracket, brace] = [0x5b, 0x7b];

/** Returns whether a character is white space of JSON. */
export const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

// Beyond any text.
const none = Number.POSITIVE_INFINITY;

/** Where text stops being JSON. */
interface JsonFlaw {
  readonly at: number;
  /** Whether a value or a name was to begin there; else it is a sign that does not belong there. */
  readonly isBegun: boolean;
}

/**
 * Returns whether a text is JSON of any kind. Makes no value of it: of a MB of nested lists that takes `JSON.parse`
 * three times as long.
 * @param mostLevels Levels beyond which it counts as none. Default: any number.
 * @param mostValues Values and ends of lists and objects beyond which it counts as none. Default: any number.
 * @see RFC 8259, sections 2 to 7
 * @example
 * isJsonText('{"id":1.0}'); // true
 */
export function isJsonText(text: string, mostLevels?: number, mostValues?: number): boolean {
  return jsonFlaw(text, mostLevels, mostValues) === null;
}

/**
 * Finds where text stops being JSON; null for JSON.
 * @example
 * jsonFlaw('{"a": [1, }')?.at; // 10
 */
export function jsonFlaw(text: string, mostLevels?: number, mostValues?: number): JsonFlaw | null {
  return finish(flawSteps(text, mostLevels, mostValues));
}

/** Does what {@link jsonFlaw} does, with pauses. */
export function* flawSteps(text: string, mostLevels: number = none, mostValues: number = none): Steps<JsonFlaw | null> {
  // The sign that closes each list and object that is open, behind a place for none: an array of millions of numbers
  // would take long to grow.
  let closing = new Uint8Array(64);
  let [isFirst, values, levels] = [false, 0, 0];
  for (let at = skipSpace(text, 0); ; at = skipSpace(text, at)) {
    if (isDue()) yield;
    values += 1;
    if (values > mostValues) return { at, isBegun: false };
    const next = text.charCodeAt(at);
    const close = closing[levels];
    if (!isFirst || next !== close) {
      if (close === brace + 2) {
        let end = endOfString(text, at);
        for (; end < 0; end = endOfString(text, at, -end)) yield;
        if (end === none) return { at, isBegun: true };
        at = skipSpace(text, end);
        if (text.charCodeAt(at) !== colon) return { at, isBegun: false };
        at = skipSpace(text, at + 1);
      }
      const first = text.charCodeAt(at);
      isFirst = first === bracket || first === brace;
      if (isFirst) {
        levels += 1;
        if (levels > mostLevels) return { at, isBegun: false };
        if (levels === closing.length) {
          const more = new Uint8Array(2 * levels);
          more.set(closing);
          closing = more;
        }
        closing[levels] = first + 2;
        at += 1;
        continue;
      }
      let end = first === quote ? endOfString(text, at) : endOfScalar(text, at);
      for (; end < 0; end = endOfString(text, at, -end)) yield;
      if (end === none) return { at, isBegun: true };
      at = end;
    }
    isFirst = false;
    for (; ; at += 1) {
      if (isDue()) yield;
      at = skipSpace(text, at);
      if (levels === 0) return at === text.length ? null : { at, isBegun: false };
      const after = text.charCodeAt(at);
      if (after === comma) break;
      if (after !== closing[levels]) return { at, isBegun: false };
      levels -= 1;
    }
    at += 1;
  }
}

// Of much white space, a pattern takes a quarter of the time; of little, four times as long.
const [little, space] = [64, /[ \n\r\t]*/y];

/** Returns where the white space ends that begins there, if any does. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  for (let code = text.charCodeAt(at); code < 0x21 && isSpace(code); code = text.charCodeAt(at)) {
    at += 1;
    if (at - from === little) return endOfSpace(text, at);
  }
  return at;
}

function endOfSpace(text: string, from: number): number {
  space.lastIndex = from;
  space.test(text);
  return space.lastIndex;
}

// A text of line ends has millions of them: a pattern takes six times as long.
const escapedLetters = Uint8Array.from({ length: 128 }, (_, code) =>
  Number('"\\/bfnrt'.includes(String.fromCharCode(code))),
);
const escapedCode = /u[\da-fA-F]{4}/y;

// Of a long string, a part is read at one go: then it returns where to go on, below zero.
function endOfString(text: string, start: number, from: number = start + 1): number {
  if (text.charCodeAt(start) !== quote) return none;
  let at = from;
  for (const most = Math.min(text.length, from + longAtOnce); at < most; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code < 0x20) return none;
    if (code !== backslash) continue;
    at += 1;
    if (escapedLetters[text.charCodeAt(at)] === 1) continue;
    escapedCode.lastIndex = at;
    if (!escapedCode.test(text)) return none;
    at = escapedCode.lastIndex - 1;
  }
  return at < text.length ? -at : none;
}

const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;

function endOfScalar(text: string, start: number): number {
  scalar.lastIndex = start;
  return scalar.test(text) ? scalar.lastIndex : none;
}
