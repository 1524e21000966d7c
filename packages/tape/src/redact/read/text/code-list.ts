import { isDue } from "../../steps.ts";
import type { Marks } from "../marks.ts";
import type { Names, Place } from "../place.ts";

const heading = /(?:recovery|backup|scratch|emergency|restore)[\s_-]{1,3}$/i;
const longestHeading = 12;
// The rest of the heading's line; between codes, blanks, tags, bullets and numbers.
const restOfLine = /codes?\b[^\r\n<>]{0,80}?(?=[:.]?[ \t]*(?:[\r\n<]|$)|:)/iy;
const between = /(?:[\s:;,.*•|-]|\d{1,2}[.)][ \t]|<[^<>]{1,200}>|\\[nrt])*/y;
const code = /[A-Za-z\d]{4,12}(?:[ -][A-Za-z\d]{4,12}){0,3}(?=[\s<,;|\\]|$)/y;
const mostCodes = 64;

/**
 * Reads the codes that a text lists below a heading, a page or a mail: recovery codes. They are of one form, and one of
 * the first two has a digit.
 * @example
 * [...codeList("Recovery codes\n\n1a2b3-c4d5e\nf6a7b-8c9d0\n", names, marks)].length; // 2
 */
export function* codeList(text: string, _names: Names, marks: Marks): Iterable<Place | null> {
  let done = 0;
  for (const at of marks.name) {
    if (at < done || !/c/i.test(text.charAt(at))) continue;
    if (isDue()) yield null;
    if (!heading.test(text.slice(Math.max(0, at - longestHeading), at))) continue;
    restOfLine.lastIndex = at;
    if (!restOfLine.test(text)) continue;
    const found: Place[] = [];
    for (let from = restOfLine.lastIndex; found.length < mostCodes; ) {
      between.lastIndex = from;
      between.test(text);
      code.lastIndex = between.lastIndex;
      const [value = ""] = code.lastIndex > from ? (code.exec(text) ?? []) : [];
      if (value === "" || !isAlike(value, text, found[0])) break;
      // Words of prose, of which a text may have thousands.
      if (found.length === 1 && !/\d/.test(value + text.slice(found[0]?.start, found[0]?.end))) break;
      from = code.lastIndex;
      found.push({ start: from - value.length, end: from, where: "field", name: "passcode" });
    }
    if (found.length < 2) continue;
    done = found.at(-1)?.end ?? at;
    yield* found;
  }
}

function isAlike(value: string, text: string, first: Place | undefined): boolean {
  const form = (code: string): string => code.replace(/[A-Za-z\d]/g, "x");
  return first === undefined || form(value) === form(text.slice(first.start, first.end));
}
