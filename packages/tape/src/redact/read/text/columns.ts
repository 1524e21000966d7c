import { anyLetters } from "../../judge/any-letters.ts";
import type { Marks } from "../marks.ts";
import type { Names, Place, Reader } from "../place.ts";

/** A table, and its columns with a secret's name. */
interface Columns {
  readonly cell: RegExp;
  readonly count: number;
  readonly named: ReadonlyMap<number, { readonly name: string; readonly numbers: boolean }>;
}

const longestHeader = 2000;
// Names in prose are separated by spaces.
const name = String.raw`"?[\p{L}_][\p{L}\p{N}_. -]*(?<! )"?`;
const header = anyLetters(String.raw`^\ufeff?(?:# ?)?${name}(?:([,;\t|])${name})+$`);
// The first line of what a string, an element, the field of a form or a data URL holds.
const held =
  /(?:[:[]\s{0,9}"|<[A-Za-z/][^<>]{0,99}>|<!\[CDATA\[|(?:^|&)[\w.%+-]{1,64}=|data:text\/[\w-]{1,30}[^,]{0,40},)([^:[>=]*)$/;
// As PostgreSQL dumps a table.
const copied = /^COPY [\w."]{1,128} \(([^()]+)\) FROM stdin\b/i;
const copiedCell = String.raw`(?:(?!)()|([^\t\r\n]*))(\t|(?=\r?\n|$))`;
// PostgreSQL writes none as "\\N".
const small = /^-?[\d.]{1,7}$|^\\N$/;

/**
 * Reads the columns of tables by the names in the line above them: CSV and TSV. RFC 4180
 * @example
 * [...columns("login,token\nada,a1b2c3\n", names, marks)]; // [{ start: 16, end: 22, where: "field", name: "token" }]
 */
export function* columns(text: string, names: Names, marks: Marks): Iterable<Place> {
  let done = 0;
  for (const at of marks.name) {
    if (at < done) continue;
    const start = text.lastIndexOf("\n", at) + 1;
    done = lineEnd(text, at);
    const table = done - start > longestHeader ? null : columnsHeld(text.slice(start, done), names);
    if (table !== null) done = yield* readRows(text, done, table);
  }
}

/** Reads the rows of a table whose line of names is far above; returns null if that line has no secret's name. */
export function columnsBelow(text: string, names: Names): Reader | null {
  const table = columnsIn(text.slice(0, Math.min(longestHeader, lineEnd(text, 0))), names);
  if (table === null) return null;
  return function* rows(part) {
    for (let at = lineEnd(part, 0); at < part.length; at = lineEnd(part, at + 1)) at = yield* readRows(part, at, table);
  };
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  if (end < 0) return text.length;
  return text[end - 1] === "\r" && end > from ? end - 1 : end;
}

function columnsHeld(line: string, names: Names): Columns | null {
  const [, first] = held.exec(line) ?? [];
  return columnsIn(line, names) ?? (first === undefined ? null : columnsIn(first, names));
}

function columnsIn(line: string, { rules }: Names): Columns | null {
  const [, list] = copied.exec(line) ?? [];
  if (list === undefined && !/[,;\t|]/.test(line)) return null;
  const separator = list === undefined ? header(line).exec(line)?.[1] : ",";
  if (separator === undefined) return null;
  const cells = (list?.replaceAll(" ", "") ?? line).split(separator);
  const named = cells.flatMap((cell, nth) => {
    const name = cell.replace(/^\ufeff?(?:# ?)?"?|"$/g, "");
    const rule = rules(name, "field");
    return rule === null ? [] : [[nth, { name, numbers: rule.numbers }] as const];
  });
  const cell = new RegExp(
    list !== undefined ? copiedCell : `(?:"((?:[^"]|"")*)"|([^${separator}\\r\\n"]*))([${separator}]|(?=\\r?\\n|"|$))`,
    "y",
  );
  return named.length === 0 ? null : { cell, count: cells.length, named: new Map(named) };
}

/** Reads the rows after the end of a line, and returns where they end. */
function* readRows(text: string, above: number, { cell, count, named }: Columns): Generator<Place, number> {
  for (let end = above; ; ) {
    const row: Place[] = [];
    cell.lastIndex = end + (text[end] === "\r" ? 2 : 1);
    let nth = 0;
    for (let goesOn = true; goesOn; nth++) {
      const start = cell.lastIndex;
      const [, quoted, plain = "", sign] = cell.exec(text) ?? [];
      if (sign === undefined) return end;
      const value = quoted ?? plain;
      const column = named.get(nth);
      const from = start + (quoted === undefined ? 0 : 1);
      if (column && value !== "" && (column.numbers || !small.test(value)))
        row.push({ start: from, end: from + value.length, where: "field", name: column.name });
      goesOn = sign !== "";
    }
    if (nth !== count) return end;
    yield* row;
    end = cell.lastIndex;
  }
}
