import { type Problem, type ResourceName, resourceOf, validate } from "@tapedeck/schema";
import { type Exchange, isJson, jsonBreak } from "@tapedeck/tape";

/** One place in an answer's body that is not what should be there. */
export interface Misfit extends Problem {
  /** The schema that it does not fit; null where the body is not even the JSON that the answer says it is. */
  readonly resource: ResourceName | null;
}

/**
 * What keeps an answer from being what it says it is, and what its route gives; nothing where neither speaks of it.
 *
 * A body under a JSON content type is JSON, whatever was asked and however it was answered; a 206 alone has a part of
 * it. The answer to a GET fits the schema of its route; one of 400 or more fits the error's, provided that it is JSON.
 * @see RFC 8259, sections 2 and 8.1 (UTF-8; a byte order mark may be ignored); RFC 9110, section 15.3.7
 * @example
 * misfitsOf(exchange); // [{ resource: "user", path: "/id", expected: "integer", found: '"1"' }]
 */
export function misfitsOf({ request, response }: Exchange): readonly Misfit[] {
  const { status, headers, body } = response;
  if (body === null || request.method === "HEAD" || status === 206) return [];
  const saysJson = isJson(headers);
  const resource = request.method === "GET" && (status < 400 || saysJson) ? resourceOf(request.target, status) : null;
  const wantsJson = saysJson || (resource !== null && resource !== "zen");
  if (body.encoding !== "utf8") return saysJson ? [noJson("bytes that are no UTF-8 text")] : [];
  let value: unknown = body.text;
  if (wantsJson) {
    const text = body.text.replace(/^\uFEFF/, "");
    try {
      value = JSON.parse(text);
    } catch {
      return [noJson(foundIn(text))];
    }
  }
  return resource === null ? [] : validate(resource, value).map((problem) => ({ ...problem, resource }));
}

/**
 * The same, each as a line.
 * @example
 * checkAnswer(exchange); // ["/id: expected integer, found \"1\""]
 */
export function checkAnswer(exchange: Exchange): string[] {
  return misfitsOf(exchange).map(
    ({ path, expected, found }) => `${path === "" ? "the body" : path}: expected ${expected}, found ${found}`,
  );
}

function noJson(found: string): Misfit {
  return { resource: null, path: "", expected: "JSON", found };
}

// The place alone: what stands there may be a secret.
function foundIn(text: string): string {
  const { line, column, atEnd } = jsonBreak(text) ?? { line: 1, column: 1, atEnd: false };
  const what = atEnd ? "a text that breaks off" : "other text";
  return line === 1 && column === 1 ? what : `${what} (line ${line}, column ${column})`;
}
