import type { Problem } from "@tapedeck/schema";
import { type Exchange, headerOf } from "@tapedeck/tape";
import { checkArgument, isJson, isJsonText, jsonBreak, parsedJson } from "@tapedeck/tape/internal";
import type { Api, BodyCheck } from "./api.ts";
import { plain } from "./plain.ts";
import { matchRoute } from "./route/match-route.ts";

/**
 * Validates a response's body against the schema that its API has for it; returns null if there is none.
 * @param value The body: parsed JSON, or text that is not JSON.
 * @param type Its media type. Default: JSON.
 * @example
 * checkResponse(service, { method: "GET", target: "/users/ada" }, 200, {})?.schema; // "user"
 */
export function checkResponse(
  api: Api,
  request: { readonly method: string; readonly target: string },
  status: number,
  value: unknown,
  type?: string,
): BodyCheck | null {
  checkArgument("check a response", "the API", api, "object");
  checkArgument("check a response", "its request", request, "object");
  const { operation } = matchRoute(api, request.method, request.target);
  return api.behaviour.checkBody?.(operation, status, value, type) ?? null;
}

/** A place in an answer's body that violates its schema. */
export interface ExchangeProblem extends Problem {
  /** The schema that it violates; null if the body claims to be JSON and is not. */
  readonly resource: string | null;
}

/**
 * Finds how an answer contradicts its own headers or the schema of its route; nothing if neither constrains it.
 *
 * A body with a JSON content type is JSON, or lines of it, for any request and status; only a 206 has a part of it. The
 * answer to a GET fits the schema that its API has for it, if any.
 * @see RFC 8259, sections 2 and 8.1 (UTF-8; a byte order mark may be ignored); RFC 9110, section 15.3.7
 * @example
 * checkExchange(exchange, service); // of a user whose id is a text: that "/id" is no integer
 */
export function checkExchange({ request, response }: Exchange, api: Api = plain): readonly ExchangeProblem[] {
  const { status, headers, body } = response;
  if (body === null || request.method === "HEAD" || status === 206) return [];
  const saysJson = isJson(headers);
  // A body in a file of its own is too large to be parsed.
  if (body.encoding === "file" && body.isText) return [];
  if (body.encoding !== "utf8") return saysJson ? [noJson("bytes that are no UTF-8 text")] : [];
  const text = body.text.replace(/^\uFEFF/, "");
  if (saysJson && !isJsonText(text)) return isLines(text) ? [] : [noJson(foundIn(text))];
  if (request.method !== "GET" || (status >= 400 && !saysJson) || !api.behaviour.checkBody) return [];
  const value = saysJson ? parsedJson(text) : body.text;
  const checked = checkResponse(api, request, status, value, headerOf(headers, "content-type") ?? "");
  return checked === null ? [] : checked.problems.map((problem) => ({ ...problem, resource: checked.schema }));
}

function noJson(found: string): ExchangeProblem {
  return { resource: null, path: "", expected: "JSON", found };
}

// Streams of several values are often labelled as one (by tRPC, by language models); no schema describes them.
function isLines(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.length > 1 && lines.every(isValue);
}

function isValue(text: string): boolean {
  return /^\s*[[{]/.test(text) && isJsonText(text);
}

// Only the place: the value may be a secret.
function foundIn(text: string): string {
  const { line, column, atEnd } = jsonBreak(text) ?? { line: 1, column: 1, atEnd: false };
  const what = atEnd ? "a text that breaks off" : "other text";
  return line === 1 && column === 1 ? what : `${what} (line ${line}, column ${column})`;
}
