import { anyName, bareName } from "../name-pattern.ts";
import { backslashesBefore, blanksEnd, valueAt } from "./json-scan.ts";
import { valueBeside } from "./name-value-pairs.ts";

/** What hides the values of members in a text: called with the text, and with what makes a placeholder. */
export type HideJsonFields = (text: string, placeholder: () => string) => string;

/** Names of members, in any case; `access_token` is `access-token` and `accessToken` too. */
export interface FieldNames {
  /** Whose value is a secret, whatever it holds. */
  readonly secret: readonly string[];
  /** Of headers, which services repeat as members: a string or a list of strings. An object of that name is another thing. */
  readonly headers?: readonly string[];
  /** Under which a number of any size is a secret; under the others, one of eight digits and more. */
  readonly numbers?: readonly string[];
}

/**
 * Makes what hides the values of JSON members by their names, also in JSON within a string of JSON
 * (`"{\"token\":\"…\"}"`). A string becomes a placeholder and a number 0; of an array or an object, every string and number
 * within; names, structure, booleans, null, empty strings and the types of a schema stay. So does a short number that
 * stands there by itself. A name and its value may be members of their own (`{"name":"token","value":"…"}`) or those of
 * a multipart form. It goes once over the text and writes no JSON anew, so what is around stays as it came, and a text
 * that was cut off or is no JSON is left alone from there on.
 * @example
 * hideJsonFields({ secret: ["token"] })('{"token":["abc",1]}', () => "[field]"); // '{"token":["[field]",0]}'
 */
export function hideJsonFields({ secret, headers = [], numbers = [] }: FieldNames): HideJsonFields {
  const named = new RegExp(`"(${anyName([...secret, ...headers])})(\\\\*)"`, "gi");
  const whole = new Set(secret.map(bareName));
  const numeric = new Set(numbers.map(bareName));
  return (text, placeholder) => {
    const parts: string[] = [];
    let done = 0;
    named.lastIndex = 0;
    for (let found = named.exec(text); found !== null; found = named.exec(text)) {
      const name = bareName(found[1] ?? "");
      const level = (found[2] ?? "").length;
      if (backslashesBefore(text, found.index, level) !== level) continue;
      const rule = { objects: whole.has(name), numbers: numeric.has(name) };
      const colon = blanksEnd(text, named.lastIndex);
      const { changes, end } =
        text[colon] === ":"
          ? valueAt(text, colon + 1, level, rule)
          : valueBeside(text, { start: found.index - level, end: named.lastIndex, level }, done, rule);
      for (const { start, stop, isNumber } of changes) {
        const sign = placeholder();
        parts.push(text.slice(done, start), isNumber ? "0" : sign);
        done = stop;
      }
      named.lastIndex = Math.max(end, named.lastIndex);
    }
    return done === 0 ? text : parts.join("") + text.slice(done);
  };
}
