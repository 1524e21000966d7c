import { render } from "../documents/url-placeholder.ts";
import { audienceOf } from "../documents/visible-documents.ts";
import type { ReferenceCaller } from "../rules/caller.ts";
import { problems, type ReferenceProblem, type ReferenceResult } from "../rules/lookup-result.ts";
import type { Service } from "../rules/service.ts";
import { etagOf, httpDate, isNotModified } from "./condition.ts";
import { allowedMethods, cacheControl, type Headers } from "./headers.ts";
import { pickRange } from "./range.ts";
import type { ReferenceResponse } from "./response.ts";

const json = { "content-type": "application/json; charset=utf-8" };
const text = { "content-type": "text/plain; charset=utf-8" };

/**
 * Makes the response of a problem.
 * @example
 * problemReply(problems.notFound()).body?.toString(); // '{"message":"Not Found","documentation_url":"…"}'
 */
export function problemReply({ status, message, documentationUrl }: ReferenceProblem): ReferenceResponse {
  const allow = status === 405 ? { allow: allowedMethods } : {};
  const body = Buffer.from(JSON.stringify({ message, documentation_url: documentationUrl }));
  return { status, headers: { ...json, ...allow }, body };
}

/**
 * Makes the whole response of a result, without regard to conditions.
 * @example
 * wholeReply(service, caller, { kind: "zen", line: "Less, well." }).headers["content-type"]; // "text/plain; charset=utf-8"
 */
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

/**
 * Reduces a response if the request asks for that: to a 304, a part (206), or an invalid part (416).
 * @example
 * narrowed({ status: 200, headers: {}, body: Buffer.from("abcd") }, "GET", { range: "bytes=1-2" }).status; // 206
 */
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
