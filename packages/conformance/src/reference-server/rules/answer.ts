import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { constantHeaders, preflightHeaders } from "../http/headers.ts";
import type { ReferenceRequest, ReferenceResponse } from "../http/message.ts";
import { narrowed, problemReply, wholeReply } from "../http/reply.ts";
import { identify, type ReferenceCaller } from "./caller.ts";
import { operationAt } from "./look-up.ts";
import { problems, type ReferenceResult } from "./lookup-result.ts";
import { currentQuota, quotaHeaders, type ReferenceQuota, spend } from "./quota.ts";
import type { Service } from "./service.ts";
import type { Vendor } from "./vendor.ts";

function draft(
  service: Service,
  ask: ReferenceRequest,
  caller: ReferenceCaller,
  quota: ReferenceQuota,
): ReferenceResponse & { readonly found: ReferenceResult["kind"] } {
  try {
    const answer = operationAt(ask.segments, service.vendor.furtherRoutes);
    const isAllowed = ask.method === "GET" || ask.method === "HEAD";
    let found: ReferenceResult;
    if (caller.credential === "bad") found = problems.badCredentials();
    else if (answer === null) found = problems.notFound();
    else found = isAllowed ? answer({ service, caller, quota, query: ask.query }) : problems.methodNotAllowed();
    return { ...narrowed(wholeReply(service, caller, found), ask.method, ask.headers), found: found.kind };
  } catch {
    return { ...problemReply(problems.broken()), found: "problem" };
  }
}

/** Adds the headers of every response, and compresses the body if the client accepts that. */
function finish(
  service: Service,
  ask: ReferenceRequest,
  reply: ReferenceResponse,
  quota: ReferenceQuota,
  now: number,
): ReferenceResponse {
  const always = {
    ...reply.headers,
    ...constantHeaders(service.vendor),
    ...quotaHeaders(quota),
    [`x-${service.vendor.word}-request-id`]: randomUUID().toUpperCase().replaceAll("-", ":"),
    date: new Date(now * 1000).toUTCString(),
  };
  if (reply.body === null) return { ...reply, headers: always };
  // A part of the plain bytes is no part of the compressed ones.
  const compress = reply.status !== 206 && wantsGzip(ask.headers["accept-encoding"]);
  const body = compress ? gzipSync(reply.body) : reply.body;
  const encoding = compress ? { "content-encoding": "gzip" } : {};
  return { ...reply, headers: { ...always, ...encoding, "content-length": String(body.length) }, body };
}

/**
 * Answers a request and charges its caller. The cost depends on the answer, so the answer is made first, and replaced
 * by a refusal if too little is left.
 */
export function answerReference(service: Service, sent: ReferenceRequest): ReferenceResponse {
  const ask = service.fault.ask?.(sent) || sent;
  const reply = rightAnswer(service, ask);
  return service.fault.reply?.(reply, ask) || reply;
}

function rightAnswer(service: Service, ask: ReferenceRequest): ReferenceResponse {
  const { fault } = service;
  const now = Math.floor(service.now());
  const known = identify(ask.headers["authorization"], ask.address, service.grants);
  const caller = fault.caller?.(known) || known;
  const limit = caller.credential === "valid" ? service.limits.token : service.limits.anonymous;
  const quota = currentQuota(service.quotas.get(caller.bucket), limit, service.windowSeconds, now);
  if (ask.method === "OPTIONS") {
    const { quota: left } = spend(quota, fault.price?.(0, 204, ask) ?? 0);
    service.quotas.set(caller.bucket, left);
    return finish(service, ask, { status: 204, headers: preflightHeaders(), body: null }, left, now);
  }
  const drafted = draft(service, ask, caller, quota);
  const price = costOf({ status: drafted.status, free: drafted.found === "rate limit" }, caller, service.vendor);
  const spending = spend(quota, fault.price?.(price, drafted.status, ask) ?? price);
  service.quotas.set(caller.bucket, spending.quota);
  if (!spending.allowed) {
    return finish(service, ask, problemReply(problems.rateLimitExceeded(caller.name)), spending.quota, now);
  }
  if (drafted.found === "zen") service.zenGiven += 1;
  return finish(service, ask, drafted, spending.quota, now);
}

/** Returns whether an `Accept-Encoding` header asks for gzip. */
function wantsGzip(acceptEncoding: string | undefined): boolean {
  const weights = new Map<string, number>();
  for (const item of (acceptEncoding ?? "").toLowerCase().split(",")) {
    const [coding = "", ...parameters] = item.split(";").map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    weights.set(coding, weight === undefined ? 1 : Number(weight.slice(2)));
  }
  return (weights.get("gzip") ?? weights.get("*") ?? 0) > 0;
}

/** The properties of an answer that its cost depends on. */
interface Priced {
  readonly status: number;
  /** Whether it is a preflight or `/rate_limit`. */
  readonly free: boolean;
}

/** Returns the cost of an answer. A refusal costs nothing. */
function costOf(answer: Priced, caller: ReferenceCaller, vendor: Vendor): 0 | 1 {
  if (answer.free || answer.status >= 500) return 0;
  if (answer.status === 304 && vendor.freeNotModified && caller.credential === "valid") return 0;
  return 1;
}
