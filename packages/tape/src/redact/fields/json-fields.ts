import type { NameRules } from "../name-rules.ts";
import { isFlag, isOrdinaryValue, isWordToken } from "../ordinary-value.ts";
import type { Hide } from "../placeholder.ts";
import { backslashesBefore, blanksEnd, valueAt } from "./json-scan.ts";
import { namePlaces } from "./name-search.ts";
import { valueBeside } from "./name-value-pairs.ts";

// What stands between two strings, and in none of the names.
const noName = new Uint8Array(128);
for (const character of ' \t\r\n"\\:,{}[]') noName[character.charCodeAt(0)] = 1;
const longestName = 64;

// JSON Schema and OpenAPI describe a field under its name.
const schema =
  /\\*"(?:\$ref|anyOf|oneOf|allOf|minLength|maxLength|writeOnly)\\*"(?:\s|\\+[nrt])*:|\\*"type\\*"(?:\s|\\+[nrt])*:(?:\s|\\+[nrt])*(?:\[|\\*"(?:string|number|integer|boolean|object|array)\\*")/;
const holdsValue = /\\*"value\\*"(?:\s|\\+[nrt])*:/;
const schemaReach = 2000;

/**
 * Hides the values of JSON members by their names, also in JSON within a string of JSON (`"{\"token\":\"…\"}"`). A string
 * becomes a placeholder and a number 0; of an array or an object, every string and number within; names, structure,
 * booleans, null, empty strings and schemas stay. So does a short number that stands there by itself. A name and its value
 * may be members of their own (`{"name":"token","value":"…"}`) or those of a multipart form. It goes once over the text and
 * writes no JSON anew, so what is around stays as it came, and a text that was cut off or is no JSON is left alone from
 * there on.
 * @param search What a name may have in it: see `namePlaces`.
 * @example
 * hideJsonFields('{"token":["abc1",1]}', nameRules({}), (kind) => `[${kind}]`); // '{"token":["[field]",0]}'
 */
export function hideJsonFields(text: string, rules: NameRules, hide: Hide, search?: RegExp): string {
  const parts: string[] = [];
  let done = 0;
  let next = 0;
  for (const place of namePlaces(text, search)) {
    if (place < next) continue;
    let start = place;
    while (place - start < longestName && isOfName(text, start - 1)) start--;
    let close = place;
    while (close - start < longestName && isOfName(text, close)) close++;
    next = Math.max(close, place + 1);
    let quote = close;
    while (text[quote] === "\\") quote++;
    if (text[start - 1] !== '"' || text[quote] !== '"') continue;
    const name = text.slice(start, close);
    const rule = rules(name, "field");
    if (rule === null) continue;
    const level = quote - close;
    if (backslashesBefore(text, start - 1, level) !== level) continue;
    const after = quote + 1;
    const colon = blanksEnd(text, after);
    const reading = { objects: rule.by !== "header", numbers: rule.numbers };
    const { changes, end } =
      text[colon] === ":"
        ? valueAt(text, colon + 1, level, reading)
        : valueBeside(text, { start: start - 1 - level, end: after, level }, done, reading);
    if (!isSchema(text, colon + 1, end)) {
      const mayBeWord = /tokens?$/i.test(name);
      for (const { start: from, stop, isNumber } of changes) {
        const value = text.slice(from, stop);
        if (!isNumber && (isOrdinaryValue(value) || isFlag(value) || (mayBeWord && isWordToken(value, text, from))))
          continue;
        const sign = hide("field", value, name);
        parts.push(text.slice(done, from), isNumber ? "0" : sign);
        done = stop;
      }
    }
    next = Math.max(end, after);
  }
  return done === 0 ? text : parts.join("") + text.slice(done);
}

function isOfName(text: string, at: number): boolean {
  const character = text.charCodeAt(at);
  return at >= 0 && at < text.length && (character >= 128 || noName[character] !== 1);
}

function isSchema(text: string, from: number, end: number): boolean {
  const at = blanksEnd(text, from);
  if (text[at] !== "{") return false;
  const object = text.slice(at, Math.min(end, at + schemaReach));
  return schema.test(object) && !holdsValue.test(object);
}
