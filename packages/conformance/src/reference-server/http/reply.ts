import { createHash } from "node:crypto";
import { render } from "../documents/documents.ts";
import { audienceOf } from "../documents/visible-documents.ts";
import type { ReferenceCaller } from "../rules/caller.ts";
import { problems, type ReferenceProblem, type ReferenceResult } from "../rules/lookup-result.ts";
import type { Service } from "../rules/service.ts";
import { allowedMethods, cacheControl, type Headers } from "./headers.ts";
import type { ReferenceResponse } from "./message.ts";

const json = { "content-type": "application/json; charset=utf-8" };
const text = { "content-type": "text/plain; charset=utf-8" };

/** Makes the response of a problem. */
export function problemReply({ status, message, documentationUrl }: ReferenceProblem): ReferenceResponse {
  const allow = status === 405 ? { allow: allowedMethods } : {};
  const body = Buffer.from(JSON.stringify({ message, documentation_url: documentationUrl }));
  return { status, headers: { ...json, ...allow }, body };
}

/** Makes the whole response of a result, without regard to conditions. */
export function wholeReply(service: Service, caller: ReferenceCaller, finding: ReferenceResult): ReferenceResponse {
  if (finding.kind === "problem") return problemReply(finding);
  const kept = { "cache-control": cacheControl(caller, service.vendor), "accept-ranges": "bytes" };
  if (finding.kind === "zen") return { status: 200, headers: { ...text, ...kept }, body: Buffer.from(finding.line) };
  const body = render(finding.document, service.publicUrl);
  if (finding.kind === "rate limit") {
    // Numbers that every request changes must not be kept for a minute.
    return { status: 200, headers: { ...json, ...kept, "cache-control": "no-cache" }, body: Buffer.from(body) };
  }
  const headers = {
    ...json,
    ...kept,
    etag: etagOf(body, audienceOf(caller)),
    ...(finding.modified === null ? {} : { "last-modified": httpDate(finding.modified) }),
    ...(finding.link === null ? {} : { link: finding.link }),
  };
  return { status: 200, headers, body: Buffer.from(body) };
}

/** Reduces a response if the request asks for that: to a 304, a part (206), or an invalid part (416). */
export function narrowed(reply: ReferenceResponse, method: string, asked: Headers): ReferenceResponse {
  const { status, headers, body } = reply;
  if (status !== 200 || body === null) return reply;
  if (isNotModified(asked, headers)) {
    const { "content-type": _, ...kept } = headers;
    return { status: 304, headers: kept, body: null };
  }
  // RFC 9110 defines ranges for GET alone, and no weak validator can satisfy If-Range.
  if (method !== "GET" || asked["if-range"] !== undefined) return reply;
  const picked = pickRange(asked["range"], body.length);
  if (picked.kind === "whole") return reply;
  if (picked.kind === "unsatisfiable") {
    const problem = problemReply(problems.rangeNotSatisfiable());
    return { ...problem, headers: { ...problem.headers, "content-range": `bytes */${body.length}` } };
  }
  const { first, last } = picked;
  const contentRange = `bytes ${first}-${last}/${body.length}`;
  return { status: 206, headers: { ...headers, "content-range": contentRange }, body: body.subarray(first, last + 1) };
}

/** Returns the etag of a body for a view. It is weak, since the body may be sent compressed. */
function etagOf(body: string, view: string): string {
  return `W/"${createHash("sha256").update(`${view}\n${body}`).digest("hex")}"`;
}

/** Returns `Last-Modified` for a timestamp of a document. */
function httpDate(timestamp: string): string {
  return new Date(timestamp).toUTCString();
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, "");
}

/** Returns whether the client has this answer, by `If-None-Match`, or without that by `If-Modified-Since`. */
function isNotModified(asked: Headers, answer: Headers): boolean {
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

/** The bytes that a `Range` header selects, both ends included. */
type Picked =
  | { readonly kind: "whole" }
  | { readonly kind: "part"; readonly first: number; readonly last: number }
  | { readonly kind: "unsatisfiable" };

/** Reads a `Range` header for a body of a length. Several ranges, or an invalid one, select the whole. */
function pickRange(range: string | undefined, length: number): Picked {
  const [found, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/i.exec((range ?? "").trim()) ?? [];
  if (found === undefined || (from === "" && to === "")) return { kind: "whole" };
  if (from === "") {
    const count = Number(to);
    if (count === 0 || length === 0) return { kind: "unsatisfiable" };
    return { kind: "part", first: Math.max(0, length - count), last: length - 1 };
  }
  const first = Number(from);
  const last = to === "" ? length - 1 : Math.min(Number(to), length - 1);
  if (to !== "" && Number(to) < first) return { kind: "whole" };
  return first < length ? { kind: "part", first, last } : { kind: "unsatisfiable" };
}
