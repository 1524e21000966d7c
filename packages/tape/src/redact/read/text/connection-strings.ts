import { isDue } from "../../steps.ts";
import type { Marks } from "../marks.ts";
import type { Names, Place } from "../place.ts";
import { nameAround } from "../runs.ts";
import type { Span } from "../span.ts";

// What a connection is told besides a password: one of them shows what the pairs are.
const keywords: ReadonlySet<string> = new Set(
  `accountendpoint accountname addr address app applicationname catalog charset connectiontimeout connecttimeout database databasename datasource db dbname dbq
  defaultendpointsprotocol deviceid driver dsn encrypt endpoint endpointsuffix host hostname hubname initialcatalog integratedsecurity login maxpoolsize
  minpoolsize multipleactiveresultsets networkaddress persistsecurityinfo pooling port provider requestedheartbeat server servername sharedaccesskeyname
  sslmode timeout trustedconnection trustservercertificate uid user userid username vhost virtualhost`.split(/\s+/),
);
const nameOfPair = /(?<![\w.$-])([A-Za-z][\w ]{0,40}?)[ \t]{0,4}=(?!=)/g;
const reach = 400;
const otherText = /["'`]\s{0,9}[,:)}\]]|[\r\n<>]/;
const pairsBehind = /^["'}]?[ \t]{0,4};[^"'`<>\r\n]*/;
const sign = /[ \t]{0,4}=(?!=)[ \t]{0,4}/y;
const begins = /(?:^|[;"'`>=\r\n])[ \t]{0,4}$/;
// Where the pairs are all that a string, an attribute, an element or a line holds, blanks belong to them.
const begun = /(?:^|["'`>])[ \t]{0,4}(?:jdbc:[^\s"'<>;]{1,200};)?([A-Za-z][\w ]{0,40}?)[ \t]{0,4}=[^"'`>]*$/;
const nextPair = String.raw`;[ \t]{0,4}[A-Za-z][\w .-]{0,40}=`;
const quote = String.raw`(?:\\{0,8}["'\`]|&(?:quot|apos|#34|#39);)`;
const atEnd = String.raw`[ \t]{0,4}(?:;|${quote}|<|[\r\n]|$)`;
// ADO.NET's, ODBC's and that of JDBC: what closes a value is doubled in it.
const quoted = new RegExp(
  String.raw`(?:"((?:[^"\r\n]|""){1,256})"|'((?:[^'\r\n]|''){1,256})'|\{((?:[^}\r\n]|\}\}){1,256})\})(?=${atEnd})`,
  "y",
);
// A quote, an entity or "<" may stand in it, and before the next pair a semicolon.
const entity = String.raw`&(?:amp|lt|gt|quot|apos|#\w{1,6});`;
const plain = new RegExp(
  String.raw`(?![;\s]|${quote})(?:[^;"'\`<&\\\r\n]|${quote}(?=[\w!#$%*+@^~]|<;)|(?!${quote})${entity}|&(?!(?:amp|lt|gt|quot|apos);|#\w{1,6};)|\\(?!\\{0,7}["'\`])|<(?![/!?A-Za-z])|<(?=[\w!#$%*+@^~.-]{1,64}${nextPair})|;(?=[^\s;=&"'\`<>\\][^;=\r\n"<>]{0,64}(?:"\w[^;=\r\n"<>]{0,64})?${nextPair})){1,256}`,
  "y",
);

/**
 * Reads the passwords and keys of connection strings: pairs between semicolons, as ADO.NET, ODBC, JDBC, Azure and AMQP's
 * clients have them, in the quotes and brackets of each. No other reader reads in such a pair.
 * @example
 * [...connectionStrings("Server=a;Pwd={x;y};Encrypt=yes", names, marks)]; // [{ start: 14, end: 17, where: "parameter", name: "Pwd", … }]
 */
export function* connectionStrings(text: string, { rules }: Names, marks: Marks): Iterable<Place | null> {
  let next = 0;
  for (const at of marks.name) {
    if (at < next) continue;
    if (isDue()) yield null;
    const { start, end } = nameAround(text, at);
    next = Math.max(end, at + 1);
    sign.lastIndex = end;
    if (!sign.test(text) || !begins.test(text.slice(Math.max(0, start - 5), start))) continue;
    const from = sign.lastIndex;
    const name = text.slice(start, end);
    if (/[.$]/.test(name) || rules(name, "parameter") === null) continue;
    const lead =
      text
        .slice(Math.max(0, start - reach), start)
        .split(otherText)
        .at(-1) ?? "";
    const [, first = ""] = begun.exec(lead + text.slice(start, from)) ?? [];
    const isWhole = first === name || isKeyword(first);
    if (from > end + 1 && !isWhole) continue;
    const value = valueAt(text, from, isWhole);
    // A call of a program.
    if (value === null || (from > end + 1 && text[value.end - 1] === ")")) continue;
    const [behind = ""] = pairsBehind.exec(text.slice(value.end, value.end + reach)) ?? [];
    const pairs = (lead.includes(";") ? lead : "") + behind;
    if (!pairs.matchAll(nameOfPair).some(([, each = ""]) => isKeyword(each))) continue;
    yield { ...value, where: "parameter", name, within: { start, end: value.end + 1 }, isExact: true };
    next = value.end;
  }
}

const isKeyword = (name: string): boolean => keywords.has(name.replace(/[_ ]/g, "").toLowerCase());

function valueAt(text: string, from: number, isWhole: boolean): Span | null {
  quoted.lastIndex = from;
  const inner = quoted
    .exec(text)
    ?.slice(1)
    .find((each) => each !== undefined);
  if (inner !== undefined) return { start: from + 1, end: from + 1 + inner.length };
  plain.lastIndex = from;
  const [said = ""] = plain.exec(text) ?? [];
  const isLast = text[from + said.length] !== ";";
  const value = (isLast && !isWhole ? (/^\S*/.exec(said)?.[0] ?? "") : said).trimEnd();
  return value === "" ? null : { start: from, end: from + value.length };
}
