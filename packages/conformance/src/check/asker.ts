import { codeOf, UpstreamError } from "@tapedeck/record/upstream-error";
import { type Answer, header, text } from "../question.ts";
import { send } from "./send.ts";
import { type Asked, type Caller, isRedirect, isRefusal, principalOf, type Sighting } from "./sighting.ts";
import { type Site, targetOf } from "./site.ts";
import { standingOf } from "./window.ts";

/** What an asker needs to know. */
export interface AskerOptions {
  readonly site: Site;
  /** The credential; kept here, and in no sighting. */
  readonly token: string | null;
  /** Requests at most, redirects among them. */
  readonly budget: number;
  readonly timeoutSeconds: number;
}

/** Asks within a budget, and spares a tenth of every quota. */
export interface Asker {
  /**
   * Asks, follows redirects within the base, and keeps what came. It resolves to null, or to the reason why there is no answer.
   * @throws UpstreamError if the very first request gets no answer.
   */
  ask(step: string, asked: Asked): Promise<string | null>;
  readonly seen: readonly Sighting[];
  /** Requests sent, whether answered or not. */
  sent(): number;
}

const longestChain = 5;

/**
 * Makes an asker.
 * @example
 * const asker = createAsker({ site, token: null, budget: 40, timeoutSeconds: 30 });
 * await asker.ask("/zen", asking("/zen")); // null: it was answered, see asker.seen
 */
export function createAsker({ site, token, budget, timeoutSeconds }: AskerOptions): Asker {
  const seen: Sighting[] = [];
  const silenced = new Map<string, string>();
  let sent = 0;
  let failures = 0;

  const refusalTo = ({ as, toBeRefused = false }: Asked): string | null => {
    if (sent >= budget) return outOfBudget(budget);
    const silence = silenced.get("everybody") ?? silenced.get(principalOf(as)) ?? null;
    return silence ?? (toBeRefused ? null : spareReason(seen, as));
  };

  const once = async (step: string, asked: Asked): Promise<Sighting | string> => {
    const reason = refusalTo(asked);
    if (reason !== null) return reason;
    sent += 1;
    const headers = headersOf(asked, token, seen);
    let answer: Answer;
    try {
      answer = await send(asked.method, site.base + asked.target, headers, timeoutSeconds);
      failures = 0;
    } catch (cause) {
      const error = new UpstreamError(asked.method, site.base + asked.target, codeOf(cause), timeoutSeconds, "check");
      if (seen.length === 0) throw error;
      failures += 1;
      const why = error.message.split("\n")[0]?.replace(/^.*: /, "") ?? "no answer";
      if (failures >= 2) silenced.set("everybody", `the service answers no longer: ${why}`);
      return `${asked.method} ${asked.target} got no answer: ${why}`;
    }
    const sighting = { at: sent, step, asked, answer, echoes: token !== null && repeats(answer, token, headers) };
    seen.push(sighting);
    const slower = slowDownReason(sighting);
    if (slower !== null) silenced.set(principalOf(asked.as), slower);
    return sighting;
  };

  return {
    seen,
    sent: () => sent,
    async ask(step, asked) {
      let next: Asked | null = asked;
      for (let hop = 0; next !== null && hop < longestChain; hop += 1) {
        const heard: Sighting | string = await once(step, next);
        if (typeof heard === "string") return heard;
        next = redirectOf(heard, site);
      }
      return null;
    },
  };
}

/** Why nothing more is asked. */
export function outOfBudget(budget: number): string {
  return `the budget of ${budget} ${budget === 1 ? "request" : "requests"} did not reach so far; allow more by --budget`;
}

/** Why a caller may not ask now: a tenth of what its bucket holds is for others. */
function spareReason(seen: readonly Sighting[], as: Caller): string | null {
  const quota = standingOf(seen, principalOf(as));
  if (quota === null) return null;
  const spared = Math.ceil(quota.limit / 10);
  if (quota.remaining - 1 >= spared) return null;
  const who = principalOf(as) === "token" ? "the token" : "a caller without a credential";
  return `${quota.remaining} of ${quota.limit} requests are left for ${who}, and a tenth (${spared}) stays unspent`;
}

function slowDownReason(sighting: Sighting): string | null {
  const { status } = sighting.answer;
  if (isRefusal(sighting)) return "the rate limit is used up";
  if (status !== 403 && status !== 429) return null;
  const asked =
    header(sighting.answer, "retry-after") !== undefined || /secondary[ -]rate[ -]limit/i.test(text(sighting.answer));
  return asked ? `the service asked to slow down (${status})` : null;
}

function redirectOf(sighting: Sighting, site: Site): Asked | null {
  const location = header(sighting.answer, "location");
  if (location === undefined || !isRedirect(sighting)) return null;
  const target = targetOf(location, site);
  return target === null ? null : { ...sighting.asked, target };
}

function headersOf(asked: Asked, token: string | null, seen: readonly Sighting[]): Readonly<Record<string, string>> {
  const authorization = authorizationOf(asked.as, token, seen);
  return {
    // Plain bytes, so that lengths can be compared; some services answer nobody who does not say who he is.
    "accept-encoding": "identity",
    "user-agent": "tapedeck-check",
    ...(authorization === null ? {} : { authorization }),
    ...asked.headers,
  };
}

function authorizationOf(as: Caller, token: string | null, seen: readonly Sighting[]): string | null {
  switch (as) {
    case "anonymous":
      return null;
    case "malformed":
      return malformedAuthorization;
    case "token":
      return `token ${token}`;
    case "bearer":
      return `Bearer ${token}`;
    case "basic":
      return `Basic ${Buffer.from(`${loginOf(seen)}:${token}`).toString("base64")}`;
  }
}

/** What no service can take for a credential. */
export const malformedAuthorization = "token";

/** The login of the token's owner, as `/user` told it; Basic needs one. */
export function loginOf(seen: readonly Sighting[]): string {
  const own = seen.find(({ asked, answer }) => asked.target === "/user" && answer.status === 200);
  const [, login] = own === undefined ? [] : (/"login":\s*"([\w-]+)"/.exec(text(own.answer)) ?? []);
  return login ?? "x-access-token";
}

function repeats(answer: Answer, token: string, headers: Readonly<Record<string, string>>): boolean {
  const [, basic = token] = /^Basic (.*)$/.exec(headers["authorization"] ?? "") ?? [];
  const forms = [token, encodeURIComponent(token), basic];
  const shown = [text(answer), ...answer.headers.map(([, value]) => value)];
  return shown.some((each) => forms.some((form) => each.includes(form)));
}
