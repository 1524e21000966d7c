import type { Tape } from "@tapedeck/tape";
import type { Counters } from "./counters.ts";
import type { Asking } from "./sequence.ts";

/** What the model needs to know of a profile. */
export interface ModelRules {
  readonly limits: { readonly anonymous: number; readonly token: number };
  readonly windowSeconds: number;
  /** Whether a 304 is free for a good credential. */
  readonly freeNotModified: boolean;
}

/** What the specification and our decisions say that comes back. */
export interface Expected {
  readonly status: number;
  /** Null for interface B, which counts nothing. */
  readonly counters: Counters | null;
}

interface Window {
  used: number;
  readonly reset: number;
}

/**
 * The counters as the specification tells them, written without a look at the engine: what a request would get by
 * itself, what that costs, and whether its bucket can pay.
 * @param accounts Whose each alias is.
 * @see service-api, sections 4, 5 and 8; beyond-the-spec, "Errors", "Principals and credentials" and "Rate limit"
 */
export function createModel(
  rules: ModelRules,
  tapes: readonly Tape[],
  accounts: Readonly<Record<string, string>>,
): (asking: Asking, now: number) => Expected {
  const windows = new Map<string, Window>();
  const exchanges = tapes.flatMap((tape) => tape.exchanges);

  const recordedStatus = (target: string, who: string): number | null => {
    const own = target.startsWith("/user/") || target === "/user";
    for (const principal of own ? [who] : [who, "anonymous"]) {
      const found = exchanges.find(
        ({ request, response }) =>
          request.target === target && request.principal === principal && response.status !== 403,
      );
      if (found) return found.response.status;
    }
    return null;
  };

  const statusOf = ({ who, method, target, copy }: Asking): number => {
    const city = /^\/bicyclists\/(.+)$/.exec(target);
    if (method === "OPTIONS") return 204;
    if (city === null && (who === "bad" || who === "malformed")) return 401;
    if (method !== "GET" && method !== "HEAD") return 405;
    if (city?.[1] === "paris") return 404;
    if (/^\/user(?:\/|$)/.test(target) && who === "anonymous") return 401;
    const status = recordedStatus(target, accounts[who] === undefined ? "anonymous" : who) ?? 501;
    return status === 200 && copy === "any" ? 304 : status;
  };

  return (asking, now) => {
    const status = statusOf(asking);
    if (asking.target.startsWith("/bicyclists/")) return { status, counters: null };
    const account = accounts[asking.who];
    const bucket = account ?? "everybody else";
    const limit = account === undefined ? rules.limits.anonymous : rules.limits.token;
    const open = windows.get(bucket);
    const window = open && now < open.reset ? open : { used: 0, reset: now + rules.windowSeconds };
    windows.set(bucket, window);
    const free = status === 204 || status >= 500 || (status === 304 && rules.freeNotModified && account !== undefined);
    const refused = !free && window.used >= limit;
    if (!free && !refused) window.used += 1;
    return {
      status: refused ? 403 : status,
      counters: { limit, remaining: limit - window.used, reset: window.reset, used: window.used },
    };
  };
}
