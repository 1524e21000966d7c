import { isDue, type Steps } from "../redact/steps.ts";
import { flawSteps, skipSpace } from "./json-grammar.ts";
import { comma, compact, endOfToken, isClosing, isOpening, withSeparators } from "./json-text.ts";

/** The elements of JSON arrays, without white space. */
export interface JsonElements {
  /** The elements with commas between them. */
  readonly text: string;
  /** Where each begins in the text, and last where another one would: behind a comma. */
  readonly starts: Uint32Array;
}

/**
 * Finds the elements of all the JSON arrays among texts; every other text has none.
 * @example
 * const { text, starts } = finish(jsonElements(['[{"id": 1.0}, []]', "{}", "[2]"]));
 * text; // '{"id":1.0},[],2'
 * [...starts]; // [0, 11, 14, 16]
 */
export function* jsonElements(texts: readonly string[]): Steps<JsonElements> {
  const lists: string[] = [];
  // An element has a character at least, and a sign follows it. An array of millions is copied at one go where it grows.
  const starts = new Uint32Array(1 + texts.reduce((sum, { length }) => sum + length, 0) / 2);
  let count = 1;
  for (const text of texts) {
    if (text[skipSpace(text, 0)] !== "[" || (yield* flawSteps(text)) !== null) continue;
    yield;
    const list = (yield* withSeparators(text, compact)) ?? text;
    yield;
    if (list === "[]") continue;
    lists.push(list.slice(1, -1));
    // Where its opening bracket would be: a comma is there.
    const before = (starts[count - 1] as number) - 1;
    yield* eachEnd(list, (end) => {
      starts[count] = before + end;
      count += 1;
    });
  }
  return { text: lists.join(","), starts: starts.slice(0, count) };
}

const long = 64 * 1024;

/**
 * Parses the elements of 64 Ki characters and more, one member at a time, and no member that is so long; such a string or
 * list is null.
 * @param names The members that are asked for.
 * @returns The values by their positions.
 * @example
 * const elements = finish(jsonElements([`[[], {"id": 1, "text": "${"-".repeat(65536)}"}]`]));
 * finish(longElements(elements, new Set(["id", "text"]))); // new Map([[1, { id: 1 }]])
 */
export function* longElements(
  { text, starts }: JsonElements,
  names: ReadonlySet<string>,
): Steps<ReadonlyMap<number, unknown>> {
  const values = new Map<number, unknown>();
  for (let at = 0; at < starts.length - 1; at += 1) {
    if (isDue()) yield;
    const [start, end] = [starts[at] as number, starts[at + 1] as number];
    if (end - start > long) values.set(at, yield* shortMembers(text.slice(start, end - 1), names));
  }
  return values;
}

function* shortMembers(element: string, names: ReadonlySet<string>): Steps<unknown> {
  if (!element.startsWith("{")) return null;
  const members: [name: string, value: unknown][] = [];
  let start = 1;
  yield* eachEnd(element, (end) => {
    const found = end - start > long ? [] : Object.entries(JSON.parse(`{${element.slice(start, end - 1)}}`));
    members.push(...found.filter(([name]) => names.has(name)));
    start = end;
  });
  return Object.fromEntries(members);
}

// Tells where each element or member of a list or object without white space ends: behind its comma or bracket.
function* eachEnd(text: string, tell: (end: number) => void): Steps<void> {
  for (let at = 1, end = 1, depth = 1; at < text.length; at = end) {
    if (isDue()) yield;
    end = endOfToken(text, at);
    for (; end < 0; end = endOfToken(text, at, -end)) yield;
    const code = text.charCodeAt(at);
    if (isOpening(code)) depth += 1;
    else if (isClosing(code)) depth -= 1;
    if (depth === 0 || (depth === 1 && code === comma)) tell(end);
  }
}
