import type { Form } from "../generated/scheme.ts";
import { mayHave, parsedBody, valueByPointer } from "../limiter/json-pointer.ts";
import { isByTemplate } from "./composite.ts";
import { dialects } from "./dialects.ts";
import { toldHeader } from "./header-index.ts";
import { formOfMoment } from "./moment.ts";
import { type AnyResponse, bodyText, headerMap } from "./response.ts";

// The value that some services write for an unknown number.
const unknown = /^-\d+$/;
// A header that this dialect has as well does not indicate another one.
const usual = "x-ratelimit";

/**
 * Returns the dialect in which a response advertises its rate limit: the one of which it has most headers, in their
 * form, and lacks fewest; null if it advertises none.
 * @example
 * const headers = [["x-rate-limit-limit", "9"], ["x-rate-limit-remaining", "3"], ["x-rate-limit-reset", "1767225600"]];
 * recogniseDialect({ status: 200, headers }); // "x"
 */
export function recogniseDialect(response: AnyResponse): string | null {
  return dialectIn(headerMap(response), bodyText(response));
}

/**
 * Recognises the dialect of a response that is already read.
 * @param headers By their names in lower case.
 * @param text Its body.
 */
export function dialectIn(headers: ReadonlyMap<string, string>, text: string): string | null {
  const body = pointers.some((each) => mayHave(text, each)) ? parsedBody(text) : undefined;
  if (!tellsAny(headers, body)) return null;
  let best: string | null = null;
  let most = 0;
  for (const [name, { tell }] of Object.entries(dialects)) {
    let score = 0;
    let isItsOwn = name === usual;
    let isWhole = true;
    for (const { header, pointer, form, template, when = "always" } of tell) {
      if (pointer !== undefined) {
        isItsOwn = true;
        score += valueByPointer(body, pointer) !== undefined ? 2 : -1;
      } else if (header !== undefined) {
        const value = header.includes("{policy}") ? likeTemplate(headers, header) : headers.get(header);
        if (value !== undefined) {
          const fits = template === undefined ? hasForm(value, form) : isByTemplate(header, value, template);
          score += fits ? 2 : unknown.test(value) ? 0 : -3;
          isItsOwn ||=
            fits && dialects[usual]?.tell.every((told) => told.header !== header || told.form !== form) === true;
          isWhole &&= fits;
        } else if (when === "always") {
          score -= 1;
          isWhole = false;
        }
      }
    }
    if ((isItsOwn || isWhole) && score > most) [best, most] = [name, score];
  }
  return best;
}

const tells = Object.values(dialects).flatMap(({ tell }) => tell);
const toldNames = new Set(tells.map(({ header }) => header));
const pointers = [...new Set(tells.flatMap(({ pointer }) => pointer ?? []))];

// Most answers have none, which is checked before each dialect is compared.
function tellsAny(headers: ReadonlyMap<string, string>, body: unknown): boolean {
  for (const name of headers.keys()) if (toldNames.has(name) || toldHeader(name)?.policy) return true;
  if (body !== undefined) for (const pointer of pointers) if (valueByPointer(body, pointer) !== undefined) return true;
  return false;
}

const spaced = /^"[^"]*"\s*;\s/;

function likeTemplate(headers: ReadonlyMap<string, string>, header: string): string | undefined {
  const [before = "", after = ""] = header.split("{policy}");
  for (const [name, value] of headers) {
    if (name.startsWith(before) && name.endsWith(after) && toldHeader(name)?.policy) return value;
  }
  return undefined;
}

/** Returns whether a value can have this form. */
export function hasForm(value: string, form: Form): boolean {
  switch (form) {
    case "integer":
      return /^\d/.test(value);
    case "text":
    case "template":
      return true;
    case "integer-window":
      return /^\d+;\s*w=\d+$/.test(value);
    case "integer-list":
      return /^\d+\s*,\s*\d+;/.test(value);
    case "structured":
      return value.startsWith('"') && !spaced.test(value);
    case "structured-spaced":
      return value.startsWith('"') && spaced.test(value);
    case "structured-07":
      return /^(?:limit=|\d)/.test(value);
    case "epoch-decimal":
    case "delta-decimal":
    case "rfc3339":
      return formOfMoment(value)?.startsWith(form.slice(0, 5)) === true;
    case "duration":
      return formOfMoment(value) === "duration" || formOfMoment(value) === "delta-unit";
    default:
      return formOfMoment(value) === form;
  }
}
