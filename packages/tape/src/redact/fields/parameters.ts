import { bareName, type NameRules } from "../name-rules.ts";
import { ambiguousParameters } from "../names.ts";
import { isFlag, isOrdinaryValue } from "../ordinary-value.ts";
import type { Hide } from "../placeholder.ts";

const ambiguous = new Set(ambiguousParameters.map(bareName));

// HTML and some JSON writers escape the "&" between parameters and the "=" behind a name. "\n" is where a line begins.
const sign = "&amp;|\\\\{1,16}(?:u0026|u003[Ff]|[nr])|%(?:25)*(?:26|23|3[FfBb]|0[ADad])|[?&#\\r\\n]|^";
const equals = /(%(?:25)*3[Dd])|=|\\{1,16}u003[Dd]/g;
const open = "(?<=[\\w\\]])\\[|%(?:25)*5[Bb]";
const close = "(?:\\]|%(?:25)*5[Dd])";
const name = "(?:[\\w$.~-]|%(?:25)*(?:5[Ff]|2[Dd])){1,64}";
const before = new RegExp(`(?<=(?:${sign}|(;))(${name})|(?:${open})(${name})${close})`, "y");

// The value goes on to where the next parameter may begin, which is written as what is before it was.
const value = /(?:[^&#\s"'<>\\]|\\{1,16}\/)+/y;
const valueBeforeSemicolon = /(?:[^;&#\s"'<>\\]|\\{1,16}\/)+/y;
const encodedValue = /(?:[^&#\s"'<>\\%]|\\{1,16}\/|%(?!(?:25)*(?:26|23)))+/y;

/**
 * Hides the values of query and form parameters by their names: behind `?`, `&`, `#`, `;` or at the beginning of a line, in
 * brackets (`user[password]=`), and where the signs around are percent-encoded, as in a URL within a parameter. Where a
 * name often holds an ordinary word (`code`, `signature`), such a word stays, and so does a value of less than four
 * characters; under `token` the word alone.
 * @example
 * hideParameters("/x?token=abc#top", nameRules({}), (kind) => `[${kind}]`); // "/x?token=[parameter]#top"
 */
export function hideParameters(text: string, rules: NameRules, hide: Hide): string {
  const parts: string[] = [];
  let done = 0;
  equals.lastIndex = 0;
  // From the sign behind a name, for texts have few of these and many places where a name could begin.
  for (let found = equals.exec(text); found !== null; found = equals.exec(text)) {
    before.lastIndex = found.index;
    const start = equals.lastIndex;
    const [, semicolon, plain, bracketed] = before.exec(text) ?? [];
    const written = plain ?? bracketed;
    if (written === undefined || (bracketed !== undefined && text[start] === "=")) continue;
    const name = written.replace(/%(?:25)*(?:5[Ff]|2[Dd])/g, "_");
    if (rules(name, "parameter") === null) continue;
    const pattern = found[1] !== undefined ? encodedValue : semicolon !== undefined ? valueBeforeSemicolon : value;
    pattern.lastIndex = start;
    const secret = pattern.exec(text)?.[0] ?? "";
    if (secret === "") continue;
    equals.lastIndex = start + secret.length;
    if (isOrdinaryParameter(name, secret)) continue;
    parts.push(text.slice(done, start), hide("parameter", secret, name));
    done = equals.lastIndex;
  }
  equals.lastIndex = 0;
  return done === 0 ? text : parts.join("") + text.slice(done);
}

/** Whether a value stays under the name of a secret parameter. */
export function isOrdinaryParameter(name: string, secret: string): boolean {
  if (isOrdinaryValue(secret)) return true;
  const bare = bareName(name);
  return ambiguous.has(bare) && (isFlag(secret) || (bare !== "token" && secret.length < 4));
}
