import type { Counters } from "@tapedeck/check/internal";
import type { RequestStep } from "./step.ts";

/** The settings of the model. */
export interface ModelRules {
  readonly limits: { readonly anonymous: number; readonly token: number };
  readonly windowSeconds: number;
  /** Whether a 304 is free with a valid credential. */
  readonly freeNotModified: boolean;
  /** The status for a known route that was not recorded. */
  readonly missing: 404 | 501;
  readonly accounts: Readonly<Record<string, string>>;
}

/** A recorded answer: its status, and its etag; undefined if it has one that the model does not know. */
export interface Held {
  readonly status: number;
  readonly etag: string | null | undefined;
}

/** Returns the recorded answers for a principal, in order; the same list for each call. */
export type RecordedResponses = (target: string, principal: string) => readonly Held[];

/**
 * The answer that the specification and our decisions require; counters are null for interface B, which counts nothing.
 */
interface Expected extends Held {
  readonly counters: Counters | null;
}
export interface Model {
  readonly ask: (asking: RequestStep, now: number) => Expected;
  readonly exhaust: (bucket: string, now: number) => void;
  readonly reset: () => void;
  readonly override: (upper: RecordedResponses | null) => void;
}

/**
 * Makes a model of the API from its specification, independent of the engine: it computes the answer to a request, its
 * cost, and whether its bucket can pay.
 * @see service-api, sections 4, 5 and 8; beyond-the-spec, "Errors", "Principals and credentials" and "Rate limit"
 */
export function createModel(rules: ModelRules, base: RecordedResponses): Model {
  let upper: RecordedResponses | null = null;
  const windows = new Map<string, Counters>();
  const turns = new Map<readonly Held[], number>();

  const windowOf = (bucket: string, now: number): Counters => {
    const open = windows.get(bucket);
    if (open && now < open.reset) return open;
    const limit = bucket.startsWith("account ") ? rules.limits.token : rules.limits.anonymous;
    return { limit, remaining: limit, reset: now + rules.windowSeconds, used: 0 };
  };

  const byItself = ({ who, method, target, copy }: RequestStep): Held & { readonly turn?: readonly Held[] } => {
    const say = (status: number): Held => ({ status, etag: null });
    if (method === "OPTIONS") return say(204);
    if (!target.startsWith("/bicyclists/") && (who === "bad" || who === "malformed")) return say(401);
    if (target === "/nowhere") return say(rules.missing);
    if (method !== "GET" && method !== "HEAD") return say(405);
    if (target === "/bicyclists/paris") return say(404);
    const own = /^\/user(?:\/|$)/.test(target);
    if (own && who === "anonymous") return say(401);
    for (const principal of own ? [who] : [who, "anonymous"]) {
      const turn = upper?.(target, principal).length ? upper(target, principal) : base(target, principal);
      const found = turn[Math.min(turns.get(turn) ?? 0, turn.length - 1)];
      if (found === undefined) continue;
      const fresh = copy === "*" || (copy !== "" && found.etag && copy.includes(found.etag.replace("W/", "")));
      return { ...found, turn, status: fresh && found.status === 200 ? 304 : found.status };
    }
    return say(rules.missing);
  };

  return {
    ask: (asking, now) => {
      const { status, etag, turn } = byItself(asking);
      if (asking.target.startsWith("/bicyclists/")) return { status, etag, counters: null };
      const account = rules.accounts[asking.who];
      const bucket = account ? `account ${account}` : "address 127.0.0.1";
      const before = windowOf(bucket, now);
      const unchanged = status === 304 && rules.freeNotModified && account !== undefined;
      const free = asking.method === "OPTIONS" || status >= 500 || unchanged;
      const refused = !free && before.remaining === 0;
      const paid = free || refused ? 0 : 1;
      const counters = { ...before, remaining: before.remaining - paid, used: before.used + paid };
      windows.set(bucket, counters);
      if (turn !== undefined && !refused) turns.set(turn, (turns.get(turn) ?? 0) + 1);
      return refused ? { status: 403, etag: null, counters } : { status, etag, counters };
    },
    exhaust: (bucket, now) => {
      const window = windowOf(bucket, now);
      windows.set(bucket, { ...window, remaining: 0, used: window.limit });
    },
    reset: () => {
      windows.clear();
      turns.clear();
      upper = null;
    },
    override: (shelf) => {
      upper = shelf;
    },
  };
}
