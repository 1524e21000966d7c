import { isDue } from "../../steps.ts";
import type { Marks } from "../marks.ts";
import type { Names, Place } from "../place.ts";

// 'it''s', N'…', "…". No two patterns of blanks stand beside each other: they would share a run of them in many ways.
const quoted = /(?:N?'(?<one>(?:[^'\\]|''|\\.){1,128})'|"(?<two>(?:[^"\\]|\\.){1,128})")/.source;
// MySQL and ClickHouse; Oracle without quotes.
const identified = new RegExp(
  `identified\\s+(?:(?:with|via)\\s+\\w+\\s+(?:by|as|using)|by)\\s+(?:password\\b\\s*)?(?:\\(\\s*)?(?:${quoted}|(?<bare>(?!values\\b)[a-z][\\w$#]{0,127}))`,
  "iy",
);
// PostgreSQL, SQL Server, InfluxDB, Cassandra, Neo4j, Snowflake, CrateDB, SurrealDB.
const password = new RegExp(
  `password(?!(?<="password)")\\s*(?:for\\s[^=;]{1,200}?(?:(?==)|\\s(?=')))?(?:(?:=|\\b(?:from|to)\\b)\\s*)?(?:password\\s*\\(\\s*)?${quoted}`,
  "iy",
);
const second = new RegExp(`\\)?\\s+(?:to|replace|retain\\s+current\\s+password\\s+replace)\\b\\s*${quoted}`, "iy");
// A statement is one sentence of prose at most.
const statement =
  /\b(?:(?:create|alter|define|grant)\s(?:[^;]{0,40}\s)?(?:user|role|login|server|link|group|database|usage|privileges|connect|all|select)\b(?!'s)(?:[^;.]|\.(?=\S))*|set\s+(?:plaintext\s+|encrypted\s+)?)$/i;
const longestBefore = 400;
// Of a file that SQLCipher encrypts.
const pragma = new RegExp(`pragma\\s+(?:\\w{1,40}\\.)?(?:re)?key\\s*=\\s*${quoted}`, "iy");

/**
 * Reads the passwords that SQL, and what resembles it, gives users: `IDENTIFIED BY '…'`, `WITH PASSWORD '…'`,
 * `SET PASSWORD FOR ada = '…'`. Services take it as a body, in JSON, in a form, or in a query.
 * @example
 * [...sqlPasswords("SET PASSWORD FOR ada = 'hunter2'", names, marks)]; // [{ start: 24, end: 31, where: "credentials", name: "password" }]
 */
export function* sqlPasswords(text: string, _names: Names, marks: Marks): Iterable<Place> {
  for (const from of marks.option) {
    pragma.lastIndex = from;
    const found = pragma.exec(text);
    if (found !== null) yield placeOf(found, pragma.lastIndex);
  }
  for (const [pattern, places] of [
    [identified, marks.option],
    [password, marks.name],
  ] as const)
    for (const from of places) {
      pattern.lastIndex = from;
      const found = pattern.exec(text);
      if (found === null || !statement.test(text.slice(Math.max(0, from - longestBefore), from))) continue;
      const { bare } = found.groups ?? {};
      // "Creates a user identified by name".
      if (bare !== undefined && !/[\d$#]/.test(bare) && !found[0].startsWith("IDENTIFIED")) continue;
      yield placeOf(found, pattern.lastIndex);
      second.lastIndex = pattern.lastIndex;
      const next = second.exec(text);
      if (next !== null) yield placeOf(next, second.lastIndex);
    }
}

function placeOf({ groups: { one, two, bare = "" } = {} }: RegExpExecArray, after: number): Place {
  const value = one ?? two;
  const end = value === undefined ? after : after - 1;
  return { start: end - (value ?? bare).length, end, where: "credentials", name: "password" };
}

const inserted =
  /(?:insert (?:ignore )?|replace )into\s{1,9}[\w.$"`[\]]{1,128}\s{0,9}\(([^()]{1,4000})\)\s{0,9}values\s{0,9}/iy;
// Also N'…', PostgreSQL's E'…', MySQL's _utf8'…'.
const cell =
  /\s{0,9}(?:(?:[A-Z]|_\w{1,20}\s?)?'((?:[^'\\]|''|\\.){0,16384})'|[^,()']{0,256}(?:\([^()]{0,256}\))?)\s{0,9}([,)])/iy;
const nextRow = /,\s{0,9}\(/y;

/**
 * Reads the columns of rows that SQL inserts, by the names in front of them.
 * @example
 * [...insertedValues("INSERT INTO a (id, token) VALUES (1, 'x1y2')", names, marks)]; // [{ start: 38, end: 42, where: "field", name: "token" }]
 */
export function* insertedValues(text: string, { rules }: Names, marks: Marks): Iterable<Place | null> {
  let done = 0;
  for (const from of marks.table) {
    if (from < done) continue;
    inserted.lastIndex = from;
    const names =
      inserted
        .exec(text)?.[1]
        ?.split(",")
        .map((each) => each.replace(/[\s"`[\]]/g, "")) ?? [];
    const isNamed = names.map((each) => rules(each, "field") !== null);
    if (!isNamed.includes(true)) continue;
    for (let at = inserted.lastIndex; text[at] === "(" || text[at] === ","; ) {
      at = text.indexOf("(", at) + 1;
      let sign: string | undefined = ",";
      for (let nth = 0; sign === ","; nth++) {
        if (isDue()) yield null;
        cell.lastIndex = at;
        const [whole = "", value = "", behind] = cell.exec(text) ?? [];
        sign = behind;
        const end = at + whole.lastIndexOf("'");
        if (value !== "" && isNamed[nth] === true)
          yield { start: end - value.length, end, where: "field", name: names[nth] ?? "" };
        at = sign === undefined ? at : cell.lastIndex;
      }
      if (sign === undefined) break;
      done = at;
      nextRow.lastIndex = at;
      if (!nextRow.test(text)) break;
    }
  }
}
