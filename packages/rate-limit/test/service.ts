// A service that limits by a scheme, for tests: what it answers, and what is read of that.
import { expect } from "vitest";
import {
  type Bucket,
  checkScheme,
  commit,
  createLimiter,
  createWriter,
  type LimitedAnswer,
  type LimitedRequest,
  type RateLimitReading,
  readRateLimit,
  type SchemeFile,
} from "../src/index.ts";
import { noon } from "./one-policy.ts";

/** What is asked beside the path: GET by Ada, at noon, and answered 200, unless it says otherwise. */
export interface Asked extends Partial<LimitedRequest> {
  readonly now?: number;
  readonly answer?: LimitedAnswer;
  readonly anonymous?: boolean;
  /** Still under way when the next one is asked. */
  readonly stays?: boolean;
}

/** What the service answers, by which policy it refuses, and what is read of it. */
interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly by: string | null;
  readonly allowed: boolean;
  readonly read: RateLimitReading;
}

interface Service {
  readonly ask: (path: string, asked?: Asked) => Answered;
  /** Leaves so much in a bucket. */
  readonly left: (bucket: string, remaining: number) => void;
  /** Asks so many times, and gives the last answer. */
  readonly times: (count: number, path: string, asked?: Asked) => Answered;
}

/** A service that limits by a preset, or by what differs from one. */
export function service(file: string | SchemeFile): Service {
  const scheme = checkScheme(typeof file === "string" ? { preset: file } : file, "file");
  const limiter = createLimiter(scheme);
  const writer = createWriter(scheme);
  const buckets = new Map<string, Bucket>();
  let answered = 0;
  const ask: Service["ask"] = (
    path,
    { now = noon, answer = { status: 200 }, stays = false, anonymous = false, ...rest } = {},
  ) => {
    const caller = anonymous ? {} : { credential: "ada" };
    const request = { address: "192.0.2.1", ...caller, app: "app", method: "GET", path, ...rest };
    const decision = limiter.take(buckets, request, now, answer);
    commit(buckets, decision.changes);
    if (!stays) commit(buckets, limiter.settle(buckets, decision, null, now));
    const refusal = writer.refusal(decision, now);
    const pairs = [...writer.headers(decision, now, answered++), ...(refusal?.headers ?? [])];
    const headers: Record<string, string> = Object.fromEntries(pairs);
    const status = refusal?.status ?? answer.status;
    const body = refusal?.body ?? writer.body(answer.body ?? "{}", decision, now);
    const by = decision.refusedBy?.policy.name ?? null;
    return {
      status,
      headers,
      body,
      by,
      allowed: decision.allowed,
      read: readRateLimit({ status, headers: pairs, body }, now),
    };
  };
  return {
    ask,
    left: (bucket, remaining) => commit(buckets, [limiter.change(buckets, bucket, { remaining }, noon)]),
    times: (count, path, asked) => Array.from({ length: count }, () => ask(path, asked)).at(-1) ?? expect.fail(),
  };
}

/** An answer of a status. */
export const status = (code: number, body?: object): Asked => ({
  answer: { status: code, ...(body && { body: JSON.stringify(body) }) },
});
