import type { Body, HeaderList } from "./exchange.ts";
import { headerOf } from "./headers.ts";

/**
 * Whether a message with these headers carries JSON: `application/json` or any `+json` type.
 * @see RFC 6839, section 3.1
 */
export function isJson(headers: HeaderList): boolean {
  return /^application\/(?:[^;\s]+\+)?json\s*(?:;|$)/i.test(headerOf(headers, "content-type") ?? "");
}

// A string, or one structural sign, or a run of anything else that is not white space (numbers, true, false, null).
// The string's pattern has no choice to make at each character: that would overflow the stack on a long one.
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g;

/**
 * Lays JSON text out over lines, two spaces a level. Works on the text and not on its value, so that every digit of a
 * number, the order of keys and every escape stay as they came. Text that is not JSON comes back untouched.
 * @example
 * prettyJson('{"id":1.0}'); // '{\n  "id": 1.0\n}'
 */
export function prettyJson(text: string): string {
  if (!parses(text)) return text;
  let out = "";
  let depth = 0;
  let previous = "";
  for (const [part] of text.matchAll(token)) {
    const opened = previous === "{" || previous === "[";
    if (part === "}" || part === "]") {
      depth -= 1;
      if (!opened) out += `\n${"  ".repeat(depth)}`;
    } else if (opened || previous === ",") {
      out += `\n${"  ".repeat(depth)}`;
    }
    out += part === ":" ? ": " : part;
    if (part === "{" || part === "[") depth += 1;
    previous = part;
  }
  return out;
}

/**
 * Takes the white space out of JSON text; undoes {@link prettyJson} for text that had none.
 * @example
 * compactJson('{\n  "id": 1.0\n}'); // '{"id":1.0}'
 */
export function compactJson(text: string): string {
  return parses(text) ? Array.from(text.matchAll(token), ([part]) => part).join("") : text;
}

/**
 * Marks the body of a response that just came, where it is JSON with white space in it: laid out as other bodies are, its
 * bytes, and what an `etag` or a signature says of them, would be lost.
 * @example
 * asSent({ encoding: "utf8", text: "{ }" }, [["content-type", "application/json"]])?.verbatim; // true
 */
export function asSent(body: Body | null, headers: HeaderList): Body | null {
  if (body?.encoding !== "utf8" || !isJson(headers) || compactJson(body.text) === body.text) return body;
  return { ...body, verbatim: true };
}

/**
 * The text of a body as it goes over the wire: JSON without the white space that a recording lays it out with.
 * @example
 * wireText({ encoding: "utf8", text: "{\n  \"id\": 1\n}" }, [["content-type", "application/json"]]); // '{"id":1}'
 */
export function wireText(body: Body, headers: HeaderList): string {
  return isJson(headers) && !body.verbatim ? compactJson(body.text) : body.text;
}

/**
 * The texts of the elements of a JSON array, as they stand in it; null for text that is no JSON array.
 * @example
 * jsonElements('[{"id":1.0},[]]'); // ['{"id":1.0}', "[]"]
 */
export function jsonElements(text: string): readonly string[] | null {
  if (!text.trimStart().startsWith("[") || !parses(text)) return null;
  const elements: string[] = [];
  let depth = 0;
  let element = "";
  for (const [part] of text.matchAll(token)) {
    if (part === "]" || part === "}") depth -= 1;
    if (depth === 0 || (depth === 1 && part === ",")) {
      if (element !== "") elements.push(element);
      element = "";
    } else {
      element += part;
    }
    if (part === "[" || part === "{") depth += 1;
  }
  return elements;
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
