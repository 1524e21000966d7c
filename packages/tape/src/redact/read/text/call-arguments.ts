import { isDue } from "../../steps.ts";
import { stringAt } from "../json/value-at.ts";
import type { Marks } from "../marks.ts";
import type { Names, Place } from "../place.ts";
import type { Span } from "../span.ts";
import { passwordPlaces } from "./password-calls.ts";

const reach = 4096;
const mostArguments = 8;
const deepest = 4;
const mostSigns = 64;
// Of ClickHouse's `s3`: without a key, its format and what the columns are stand where a key would.
const structure = /\s|^auto$/;

/**
 * Reads the passwords among the arguments of functions: `pgp_sym_encrypt(x, '…')`, `db.auth("ada", "…")`.
 * @example
 * [...callArguments("SELECT crypt('hunter2', salt)", names, marks)]; // [{ start: 14, end: 21, where: "credentials", name: "password" }]
 */
export function* callArguments(text: string, _names: Names, marks: Marks): Iterable<Place | null> {
  for (const at of marks.function) {
    if (isDue()) yield null;
    const from = text.indexOf("(", at) + 1;
    const call = text.slice(at, from).toLowerCase();
    const strings = stringsIn(text.slice(from, from + reach));
    const { start, end } = passwordPlaces.get(call)?.flatMap((nth) => strings[nth] ?? [])[0] ?? { start: 0, end: 0 };
    const found = { start: from + start, end: from + end };
    const isStructure = call === "s3(" && structure.test(text.slice(found.start, found.end));
    if (end > start && !isStructure) yield { ...found, where: "credentials", name: "password" };
  }
}

// An escaped quote is read where it is decoded.
const sign = /[(),']|(?<!\\)"/g;

/** Returns the arguments of a call that are each one string, at their places. */
function stringsIn(text: string): readonly (Span | undefined)[] {
  const strings: (Span | undefined)[] = [];
  let [start, count, depth, at] = [0, 0, 0, 0];
  for (let signs = 0; signs < mostSigns && count < mostArguments && depth <= deepest; signs++) {
    sign.lastIndex = at;
    const { index, 0: found } = sign.exec(text) ?? { index: text.length, 0: "" };
    at = index + 1;
    if (found === "'" || found === '"') {
      const end = found === '"' ? (stringAt(text, index)?.end ?? text.length) : endOfSql(text, at);
      if (end === text.length) return strings;
      const isWhole = depth === 0 && text.slice(start, index).trim() === "" && /^\s*[,)]/.test(text.slice(end + 1));
      if (isWhole) strings[count] = { start: at, end };
      at = end + 1;
    } else if (found === "(") depth++;
    else if (depth > 0 && found !== "") depth -= found === ")" ? 1 : 0;
    else if (found !== ",") return strings;
    else [start, count] = [at, count + 1];
  }
  return strings;
}

// SQL writes a quote in a string twice.
function endOfSql(text: string, from: number): number {
  let end = text.indexOf("'", from);
  while (end >= 0 && text[end + 1] === "'") end = text.indexOf("'", end + 2);
  return end < 0 ? text.length : end;
}
