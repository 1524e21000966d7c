import type { Span } from "../span.ts";

const mostLines = 60;
const scalar =
  /^[ \t]*(?:- +)?(?:["']?[\w.$/-]{1,128}["']?:[ \t]+)?(?:![\w!]+ )?(["']?)([^\s"'#&*|>[{!-][^\r\n"']*?)\1[ \t]*(?: #.*)?$/;
// `- name: DB_PASSWORD` and its value in the next line.
const nameBefore = /(?:^|[\r\n])[ \t]*(?:- )?(?:name|key):[ \t]{1,8}["']?$/;
const valueBelow =
  /["']?[ \t]*\r?\n[ \t]+value:[ \t]{1,8}(?:"((?:[^"\\\r\n]|\\.)+)("|$)|'((?:[^'\r\n]|'')+)('|$)|(?=[^\s"'#&*|>[{!-])([^\r\n]+))/y;

/**
 * Reads the value that a list gives a name in the next line, in any quotes.
 * @param before The line up to the name.
 * @param end Where the name ends.
 */
export function yamlValueBelow(text: string, before: string, end: number): Span | null {
  valueBelow.lastIndex = nameBefore.test(before) ? end : text.length;
  const [, double, doubleEnd = "", single, singleEnd = "", plain = ""] = valueBelow.exec(text) ?? [];
  const quoted = double ?? single;
  const said = quoted ?? plain.replace(/[ \t]#.*$/, "").trimEnd();
  const start = valueBelow.lastIndex - (quoted ?? plain).length - (doubleEnd + singleEnd).length;
  return said === "" ? null : { start, end: start + said.length };
}

// As a schema says of what has the name.
const described =
  /^[ \t]*["']?(?:\$ref|bearerFormat|description|format|in|max(?:imum|Length)|min(?:imum|Length)|nullable|pattern|readOnly|scheme|title|type|writeOnly)["']?:/;

/**
 * Reads the YAML lines that belong to a name, which are indented more deeply: a block is one value; of a list or a
 * mapping, each scalar is.
 * @param at Where the line with the name ends.
 * @param isBlock Whether the name ends with `|` or `>`.
 * @param isHeld Whether the line begins in a string or an element.
 */
export function yamlBlock(text: string, at: number, isBlock = false, isHeld = false): readonly Span[] {
  const lineStart = isHeld ? at : text.lastIndexOf("\n", at - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(lineStart, lineStart + 200))?.[0].length ?? 0;
  const spans: Span[] = [];
  for (
    let from = text.indexOf("\n", at - 1) + 1, count = 0;
    from > 0 && from < text.length && count < mostLines;
    count++
  ) {
    const next = text.indexOf("\n", from);
    const stop = next < 0 ? text.length : next;
    const line = text.slice(from, stop).replace(/\r$/, "");
    const blanks = line.search(/\S/);
    if (blanks >= 0 && (blanks < indent || (blanks === indent && (isBlock || line[blanks] !== "-")))) break;
    if (blanks >= 0 && isBlock) spans.push({ start: from + blanks, end: from + line.trimEnd().length });
    else if (blanks >= 0) {
      const [, quote = "", value] = scalar.exec(line) ?? [];
      const end = from + line.replace(/ #.*$/, "").trimEnd().length - quote.length;
      if (value !== undefined && !described.test(line)) spans.push({ start: end - value.trimEnd().length, end });
    }
    if (next < 0) break;
    from = next + 1;
  }
  const [first] = spans;
  const last = spans.at(-1);
  return isBlock && first && last ? [{ start: first.start, end: last.end }] : spans;
}
