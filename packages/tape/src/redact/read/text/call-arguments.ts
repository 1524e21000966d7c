import { stringAt } from "../json/json-value.ts";
import type { Marks } from "../marks.ts";
import type { Names, Place } from "../place.ts";

// Which argument of a function is a password or a key: of SQL's that encrypt, of ClickHouse's that read elsewhere, of
// MongoDB's shell.
const functions: readonly (readonly [name: RegExp, nth: number])[] = [
  [/\b(?:crypt|(?:en|de)cryptbypassphrase|pwdencrypt|pwdcompare)$/i, 0],
  [/\b(?:pgp_sym_|aes_)?(?:en|de)crypt(?:_bytea)?$|\.(?:auth|changeUserPassword)$/i, 1],
  [/\bs3$/i, 2],
  [/\bremote(?:secure)?$/i, 3],
  [/\b(?:mysql|postgresql|mongodb)$/i, 4],
];
const longestName = 32;
const reach = 4096;
const mostArguments = 8;

/**
 * Reads the passwords among the arguments of functions: `pgp_sym_encrypt(x, '…')`, `db.auth("ada", "…")`.
 * @example
 * [...callArguments("SELECT crypt('hunter2', salt)", names, marks)]; // [{ start: 14, end: 21, where: "credentials", name: "password" }]
 */
export function* callArguments(text: string, _names: Names, marks: Marks): Iterable<Place> {
  for (const at of marks.function) {
    const open = text.indexOf("(", at);
    const before = text.slice(Math.max(0, open - longestName), open);
    const [, nth = 0] = functions.find(([name]) => name.test(before)) ?? [];
    const found = argumentAt(text, open + 1, nth);
    if (found !== null) yield found;
  }
}

const sign = /[(),'"]/g;

/** Returns an argument of a call, if it is one string. */
function argumentAt(text: string, from: number, nth: number): Place | null {
  let [start, count, depth] = [from, 0, 0];
  for (let at = from; at < text.length && at - from < reach && count < mostArguments; ) {
    sign.lastIndex = at;
    const { index, 0: found } = sign.exec(text) ?? { index: text.length, 0: ")" };
    at = index + 1;
    if (found === "'" || found === '"') {
      const end = found === '"' ? stringAt(text, index)?.end : text.indexOf("'", at);
      if (end === undefined || end < 0) return null;
      const isWhole = count === nth && depth === 0 && text.slice(start, index).trim() === "";
      const isLast = /^\s*[,)]/.test(text.slice(end + 1, end + 10));
      if (isWhole && isLast && end > at) return { start: at, end, where: "credentials", name: "password" };
      at = end + 1;
    } else if (found === "(") depth++;
    else if (depth > 0) depth -= found === ")" ? 1 : 0;
    else if (found === ")" || count === nth) return null;
    else [start, count] = [at, count + 1];
  }
  return null;
}
