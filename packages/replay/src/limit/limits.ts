// Applies one API's limits to requests: describes each request to the scheme's limiter and writer. Counting and
// dialects are in @tapedeck/rate-limit; the buckets are in buckets.ts. Read next: ../answer.ts, the caller.
import { type Api, type RouteMatch, toldPolicy } from "@tapedeck/api";
import {
  type Bucket,
  type BucketChange,
  type BucketReader,
  type CompiledPolicy,
  createLimiter,
  createWriter,
  type Decision,
  type LimitedRequest,
  type Limiter,
  type RateLimitScheme,
  readBucketName,
  type Writer,
} from "@tapedeck/rate-limit";
import { isSpooled } from "@tapedeck/tape/internal";
import type { IncomingRequest } from "../http/message.ts";
import { isPieced } from "../http/pieced-body.ts";
import { type CompleteDraft, completed, type ResponseDraft } from "../http/response-draft.ts";
import { accountOf, type Caller } from "../request/principal.ts";

/** The parts of a request that decide about limits. */
interface Asked {
  readonly ask: IncomingRequest;
  readonly caller: Caller;
  readonly route: RouteMatch;
}

/** The buckets of all APIs, by their full names. */
export type HeldBuckets = ReadonlyMap<string, Bucket>;

/** The state of a bucket, in the terms of a window. */
export interface Quota {
  readonly limit: number;
  readonly windowSeconds: number;
  readonly used: number;
  /** Epoch seconds at which the whole limit is available again. */
  readonly resetsAt: number;
}

/** The limits of one API. */
export interface Limits {
  readonly scheme: RateLimitScheme;
  readonly limiter: Limiter;
  readonly writer: Writer;
  /** Prefix of its buckets' names: "" for the first API. */
  readonly prefix: string;
  /** Whether it advertises limits in bodies. */
  readonly tellsInBody: boolean;
  /** Whether a policy looks at more than the request line, in requests or in responses. */
  readonly reads: { readonly request: boolean; readonly answer: boolean };
  /** Whether a policy gives back its charge once the answer ends. */
  readonly releases: boolean;
  /** The policy that is left out of its buckets' names: the advertised one, if there is only one. */
  readonly unnamed: string | null;
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Prepares the limits of an API; returns null if none are simulated. */
export function limitsOf({ name, rateLimit: scheme }: Api, isFirst: boolean): Limits | null {
  if (scheme === null) return null;
  const told = scheme.policies.filter(({ hidden }) => hidden !== true);
  const keys = scheme.policies.flatMap(({ partition = [] }) => partition);
  const costs = scheme.policies.map(({ cost = {} }) => cost);
  return {
    scheme,
    limiter: createLimiter(scheme),
    writer: createWriter(scheme),
    prefix: isFirst ? "" : `${name}: `,
    tellsInBody: scheme.tell.some(({ pointer }) => pointer !== undefined),
    reads: {
      request:
        keys.some((key) => /^(?:header|body):/.test(key)) ||
        costs.some(({ request, perByte }) => request !== undefined || perByte !== undefined),
      answer: costs.some(({ response, requires }) => response !== undefined || typeof requires === "string"),
    },
    releases: scheme.policies.some(({ algorithm }) => algorithm.kind === "concurrency"),
    unnamed: told.length === 1 ? (toldPolicy(scheme)?.name ?? null) : null,
  };
}

/** Returns the buckets of an API, by the names in its limiter. */
export function bucketsOf({ prefix }: Limits, held: HeldBuckets): BucketReader {
  return prefix === "" ? held : { get: (bucket) => held.get(prefix + bucket) };
}

/**
 * Decides about a request whose answer is known.
 * @param draft The answer if it is allowed.
 * @param isFree Whether it is free, whatever its status.
 * @param now Epoch seconds.
 * @param counting The policies that count it, if known.
 */
export function decide(
  limits: Limits,
  held: HeldBuckets,
  request: LimitedRequest,
  { status, body }: Pick<ResponseDraft, "status" | "body">,
  isFree: boolean,
  now: number,
  counting?: readonly CompiledPolicy[],
): Decision {
  const { limiter, scheme, reads } = limits;
  const buckets = bucketsOf(limits, held);
  if (!isFree) {
    const answer =
      reads.answer && body !== null && !isPieced(body) ? { status, body: decoder.decode(body) } : { status };
    return limiter.take(buckets, request, now, answer, counting);
  }
  const standings = limiter
    .peek(buckets, request, now)
    .filter(({ policy }) => policy.applies(request) || policy.name === scheme.overview?.rate);
  const changes = standings.flatMap(({ bucket, held: to }) => {
    const from = buckets.get(bucket) ?? null;
    return from === to ? [] : [{ bucket, from, to }];
  });
  return { allowed: true, request, standings, refusedBy: null, retryAt: null, changes };
}

/** Returns a body with the limits that the scheme advertises in it. */
export function tellInBody(
  { writer, tellsInBody }: Limits,
  draft: CompleteDraft,
  decision: Decision,
  now: number,
  answered: number,
): CompleteDraft {
  if (!tellsInBody || draft.body === null || isPieced(draft.body)) return draft;
  const body = encoder.encode(writer.body(decoder.decode(draft.body), decision, now, answered));
  return completed({ ...(draft.draft ?? draft), body });
}

/** Returns the advertised name of a bucket: without the policy's name, if only one is advertised. */
export function toldName({ unnamed, prefix }: Limits, bucket: string): string {
  return prefix + (unnamed !== null && bucket.startsWith(`${unnamed} `) ? bucket.slice(unnamed.length + 1) : bucket);
}

/** Returns the limiter's name for a bucket. */
export function innerName({ unnamed }: Limits, name: string): string {
  return unnamed !== null && /^(?:account|address|credential) /.test(name) ? `${unnamed} ${name}` : name;
}

/** Returns the state of a bucket at a time; null if it belongs to no policy. */
export function quotaIn({ limiter }: Limits, name: string, bucket: Bucket, now: number): Quota | null {
  const { policy: named, parts } = readBucketName(name);
  const policy = limiter.policies.find((each) => each.name === named);
  if (policy === undefined) return null;
  const limit = bucket.limit ?? policy.limitFor(parts["account"] ?? parts["credential"]);
  const { used, resetsAt } = policy.standing(name, policy.meter.current(bucket, limit, now), limit, now, 0, 0);
  return { limit, windowSeconds: policy.seconds, used, resetsAt };
}

/** Describes a request to the limits of an API. */
export function limitedRequest({ reads }: Limits, { ask, caller, route }: Asked): LimitedRequest {
  const account = accountOf(caller);
  const operation = route.operation?.id;
  const { target } = route;
  const query = target.indexOf("?");
  const line: LimitedRequest = {
    address: ask.address,
    method: ask.method,
    path: query < 0 ? target : target.slice(0, query),
    parameters: route.parameters,
  };
  // Spreads that add nothing would cost more than all the counting.
  const named = operation === undefined ? line : { ...line, operation };
  const whose =
    account === undefined || caller.kind !== "known" ? named : { ...named, account, credential: caller.alias };
  return reads.request ? { ...whose, ...requestParts(ask) } : whose;
}

function requestParts({ headers, body, readable }: IncomingRequest): Pick<LimitedRequest, "headers" | "body"> {
  const sent = readable ?? body;
  return {
    headers: Object.fromEntries(Object.entries(headers).map(([name, value = []]) => [name, [value].flat().join(", ")])),
    ...(sent !== null && !isSpooled(sent) && { body: decoder.decode(sent) }),
  };
}

/**
 * The part of a concurrency limit that an answer in flight holds. Both functions compute their changes from the
 * buckets' state at that time.
 */
export interface Holding {
  /** Releases it, once the answer has ended. */
  readonly release: (held: HeldBuckets, now: number) => readonly BucketChange[];
  /** Renews it at least once in this many seconds, so that it is not taken for that of a killed process. */
  readonly renew: (held: HeldBuckets, now: number) => readonly BucketChange[];
  readonly renewSeconds: number;
}

/** Returns what an answer in flight holds of a limit; null for nothing. */
export function holdingOf(limits: Limits, decision: Decision): Holding | null {
  const { limiter, prefix, releases } = limits;
  if (!releases || !decision.allowed) return null;
  const leases = decision.standings.flatMap(({ policy }) => policy.leaseSeconds ?? []);
  if (leases.length === 0) return null;
  return {
    release: (held, now) => withPrefix(prefix, limiter.settle(bucketsOf(limits, held), decision, null, now)),
    renew: (held, now) => withPrefix(prefix, limiter.renew(bucketsOf(limits, held), decision, now)),
    renewSeconds: Math.min(...leases) / 2,
  };
}

/** Returns changes of an API's buckets under their full names. */
export function withPrefix(prefix: string, changes: readonly BucketChange[]): readonly BucketChange[] {
  return prefix === "" ? changes : changes.map((change) => ({ ...change, bucket: prefix + change.bucket }));
}
