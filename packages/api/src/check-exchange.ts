import type { Problem } from "@tapedeck/schema";
import { type Exchange, headerOf } from "@tapedeck/tape";
import { isJson, jsonBreak, parsedJson } from "@tapedeck/tape/internal";
import type { Api } from "./api.ts";
import { checkResponse } from "./check-response.ts";
import { plain } from "./plain.ts";

/** One place in an answer's body that is not what should be there. */
export interface ExchangeProblem extends Problem {
  /** The schema that it does not fit; null where the body is not even the JSON that the answer says it is. */
  readonly resource: string | null;
}

/**
 * Finds how an answer contradicts its own headers or the schema of its route; nothing where neither constrains it.
 *
 * A body under a JSON content type is JSON, or lines of it, whatever was asked and however it was answered; a 206 alone
 * has a part of it. The answer to a GET fits the schema that its API gives it, if it gives one.
 * @see RFC 8259, sections 2 and 8.1 (UTF-8; a byte order mark may be ignored); RFC 9110, section 15.3.7
 * @example
 * checkExchange(exchange, service); // of a user whose id is a text: that "/id" is no integer
 */
export function checkExchange({ request, response }: Exchange, api: Api = plain): readonly ExchangeProblem[] {
  const { status, headers, body } = response;
  if (body === null || request.method === "HEAD" || status === 206) return [];
  const saysJson = isJson(headers);
  // One in a file is too large to be parsed.
  if (body.encoding === "file" && body.isText) return [];
  if (body.encoding !== "utf8") return saysJson ? [noJson("bytes that are no UTF-8 text")] : [];
  let value: unknown = body.text;
  if (saysJson) {
    const text = body.text.replace(/^\uFEFF/, "");
    value = parsedJson(text);
    if (value === undefined) return isLines(text) ? [] : [noJson(foundIn(text))];
  }
  if (request.method !== "GET" || (status >= 400 && !saysJson)) return [];
  const checked = checkResponse(api, request, status, value, headerOf(headers, "content-type") ?? "");
  return checked === null ? [] : checked.problems.map((problem) => ({ ...problem, resource: checked.schema }));
}

function noJson(found: string): ExchangeProblem {
  return { resource: null, path: "", expected: "JSON", found };
}

// Streams of several values are often labelled as one (tRPC's, language models'); no schema speaks of them.
function isLines(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.length > 1 && lines.every(isValue);
}

function isValue(text: string): boolean {
  return /^\s*[[{]/.test(text) && parsedJson(text) !== undefined;
}

// The place alone: what stands there may be a secret.
function foundIn(text: string): string {
  const { line, column, atEnd } = jsonBreak(text) ?? { line: 1, column: 1, atEnd: false };
  const what = atEnd ? "a text that breaks off" : "other text";
  return line === 1 && column === 1 ? what : `${what} (line ${line}, column ${column})`;
}
