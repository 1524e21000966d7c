import { createHash } from "node:crypto";
import type { Headers } from "./headers.ts";

/**
 * Returns the etag of a body for a view. It is weak, since the body may be sent compressed.
 * @example
 * etagOf('{"login":"ada"}', "ada repo"); // 'W/"…"', 64 hexadecimal digits
 */
export function etagOf(body: string, view: string): string {
  return `W/"${createHash("sha256").update(`${view}\n${body}`).digest("hex")}"`;
}

/** Returns `Last-Modified` for a timestamp of a document. */
export function httpDate(timestamp: string): string {
  return new Date(timestamp).toUTCString();
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, "");
}

/**
 * Returns whether the client has this answer, by `If-None-Match`, or without that by `If-Modified-Since`.
 * @example
 * isNotModified({ "if-none-match": '"a", W/"b"' }, { etag: 'W/"b"' }); // true
 */
export function isNotModified(asked: Headers, answer: Headers): boolean {
  const etag = answer["etag"];
  const match = asked["if-none-match"];
  if (match !== undefined) {
    if (etag === undefined) return false;
    if (match.trim() === "*") return true;
    const tags = match.match(/(?:W\/)?"[^"]*"/g) ?? [];
    return tags.some((tag) => opaque(tag) === opaque(etag));
  }
  const modified = Date.parse(answer["last-modified"] ?? "");
  return modified <= Date.parse(asked["if-modified-since"] ?? "");
}
