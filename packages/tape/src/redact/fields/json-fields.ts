import type { NameRules } from "../name-rules.ts";
import { isFlag, isOrdinaryValue, isWordToken } from "../ordinary-value.ts";
import type { Hide } from "../placeholder.ts";
import { backslashesBefore, blanksEnd, valueAt } from "./json-scan.ts";
import { valueBeside } from "./name-value-pairs.ts";

// A string that may be a name. What stands between two strings is none, so a match never begins at a closing quote.
const named = /"([^\s"\\:,{}[\]]{1,64})(\\*)"/g;

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
 * @example
 * hideJsonFields('{"token":["abc1",1]}', nameRules({}), (kind) => `[${kind}]`); // '{"token":["[field]",0]}'
 */
export function hideJsonFields(text: string, rules: NameRules, hide: Hide): string {
  const parts: string[] = [];
  let done = 0;
  named.lastIndex = 0;
  for (let found = named.exec(text); found !== null; found = named.exec(text)) {
    const [, name = "", slashes = ""] = found;
    const rule = rules(name, "field");
    if (rule === null) continue;
    const level = slashes.length;
    if (backslashesBefore(text, found.index, level) !== level) continue;
    const after = named.lastIndex;
    const colon = blanksEnd(text, after);
    const reading = { objects: rule.by !== "header", numbers: rule.numbers };
    const { changes, end } =
      text[colon] === ":"
        ? valueAt(text, colon + 1, level, reading)
        : valueBeside(text, { start: found.index - level, end: after, level }, done, reading);
    if (!isSchema(text, colon + 1, end)) {
      const mayBeWord = /tokens?$/i.test(name);
      for (const { start, stop, isNumber } of changes) {
        const value = text.slice(start, stop);
        if (!isNumber && (isOrdinaryValue(value) || isFlag(value) || (mayBeWord && isWordToken(value, text, start))))
          continue;
        const sign = hide("field", value, name);
        parts.push(text.slice(done, start), isNumber ? "0" : sign);
        done = stop;
      }
    }
    named.lastIndex = Math.max(end, after);
  }
  named.lastIndex = 0;
  return done === 0 ? text : parts.join("") + text.slice(done);
}

function isSchema(text: string, from: number, end: number): boolean {
  const at = blanksEnd(text, from);
  if (text[at] !== "{") return false;
  const object = text.slice(at, Math.min(end, at + schemaReach));
  return schema.test(object) && !holdsValue.test(object);
}
