import { codeOf, UpstreamError } from "@tapedeck/tape/upstream-error";
import { type Caller, isRedirect, isRefusal, type Observation, type ProbeRequest, principalOf } from "./observation.ts";
import { header, type ObservedResponse, text } from "./response.ts";
import { send } from "./send.ts";
import { type ServiceUnderTest, targetOf } from "./service-under-test.ts";
import { standingOf } from "./window.ts";

/** What a client needs to know. */
export interface ClientOptions {
  readonly service: ServiceUnderTest;
  /** The credential; kept here, and in no observation. */
  readonly token: string | null;
  /** Requests at most, redirects among them. */
  readonly budget: number;
  readonly timeoutSeconds: number;
}

/** Asks within a budget, and spares a tenth of every quota. */
export interface CheckClient {
  /**
   * Asks, follows redirects within the base, and keeps what came. It resolves to null, or to the reason why there is no answer.
   * @throws UpstreamError if the very first request gets no answer.
   */
  ask(probe: string, request: ProbeRequest): Promise<string | null>;
  readonly observed: readonly Observation[];
  /** Requests sent, whether answered or not. */
  sent(): number;
}

const longestChain = 5;

/**
 * Makes a client.
 * @example
 * const client = createClient({ service, token: null, budget: 40, timeoutSeconds: 30 });
 * await client.ask("/zen", asking("/zen")); // null: it was answered, see client.observed
 */
export function createClient({ service, token, budget, timeoutSeconds }: ClientOptions): CheckClient {
  const observed: Observation[] = [];
  const silenced = new Map<string, string>();
  let sent = 0;
  let failures = 0;

  const refusalTo = ({ as, toBeRefused = false }: ProbeRequest): string | null => {
    if (sent >= budget) return outOfBudget(budget);
    const silence = silenced.get("everybody") ?? silenced.get(principalOf(as)) ?? null;
    return silence ?? (toBeRefused ? null : spareReason(observed, as));
  };

  const once = async (probe: string, request: ProbeRequest): Promise<Observation | string> => {
    const reason = refusalTo(request);
    if (reason !== null) return reason;
    sent += 1;
    const headers = headersOf(request, token, observed);
    let response: ObservedResponse;
    try {
      response = await send(request.method, service.base + request.target, headers, timeoutSeconds);
      failures = 0;
    } catch (cause) {
      const error = new UpstreamError(
        request.method,
        service.base + request.target,
        codeOf(cause),
        timeoutSeconds,
        "check",
      );
      if (observed.length === 0) throw error;
      failures += 1;
      const why = error.message.split("\n")[0]?.replace(/^.*: /, "") ?? "no answer";
      if (failures >= 2) silenced.set("everybody", `the service answers no longer: ${why}`);
      return `${request.method} ${request.target} got no answer: ${why}`;
    }
    const observation = {
      at: sent,
      probe,
      request,
      response,
      echoes: token !== null && repeats(response, token, headers),
    };
    observed.push(observation);
    const slower = slowDownReason(observation);
    if (slower !== null) silenced.set(principalOf(request.as), slower);
    return observation;
  };

  return {
    observed,
    sent: () => sent,
    async ask(probe, request) {
      let next: ProbeRequest | null = request;
      for (let hop = 0; next !== null && hop < longestChain; hop += 1) {
        const heard: Observation | string = await once(probe, next);
        if (typeof heard === "string") return heard;
        next = redirectOf(heard, service);
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
function spareReason(observed: readonly Observation[], as: Caller): string | null {
  const quota = standingOf(observed, principalOf(as));
  if (quota === null) return null;
  const spared = Math.ceil(quota.limit / 10);
  if (quota.remaining - 1 >= spared) return null;
  const who = principalOf(as) === "token" ? "the token" : "a caller without a credential";
  return `${quota.remaining} of ${quota.limit} requests are left for ${who}, and a tenth (${spared}) stays unspent`;
}

function slowDownReason(observation: Observation): string | null {
  const { status } = observation.response;
  if (isRefusal(observation)) return "the rate limit is used up";
  if (status !== 403 && status !== 429) return null;
  const asksForPatience =
    header(observation.response, "retry-after") !== undefined ||
    /secondary[ -]rate[ -]limit/i.test(text(observation.response));
  return asksForPatience ? `the service asked to slow down (${status})` : null;
}

function redirectOf(observation: Observation, service: ServiceUnderTest): ProbeRequest | null {
  const location = header(observation.response, "location");
  if (location === undefined || !isRedirect(observation)) return null;
  const target = targetOf(location, service);
  return target === null ? null : { ...observation.request, target };
}

function headersOf(
  request: ProbeRequest,
  token: string | null,
  observed: readonly Observation[],
): Readonly<Record<string, string>> {
  const authorization = authorizationOf(request.as, token, observed);
  return {
    // Plain bytes, so that lengths can be compared; some services refuse a request without a user agent.
    "accept-encoding": "identity",
    "user-agent": "tapedeck-check",
    ...(authorization === null ? {} : { authorization }),
    ...request.headers,
  };
}

function authorizationOf(as: Caller, token: string | null, observed: readonly Observation[]): string | null {
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
      return `Basic ${Buffer.from(`${loginOf(observed)}:${token}`).toString("base64")}`;
  }
}

/** What no service can take for a credential. */
export const malformedAuthorization = "token";

/** The login of the token's owner, as `/user` told it; Basic needs one. */
export function loginOf(observed: readonly Observation[]): string {
  const own = observed.find(({ request, response }) => request.target === "/user" && response.status === 200);
  const [, login] = own === undefined ? [] : (/"login":\s*"([\w-]+)"/.exec(text(own.response)) ?? []);
  return login ?? "x-access-token";
}

function repeats(response: ObservedResponse, token: string, headers: Readonly<Record<string, string>>): boolean {
  const [, basic = token] = /^Basic (.*)$/.exec(headers["authorization"] ?? "") ?? [];
  const forms = [token, encodeURIComponent(token), basic];
  const shown = [text(response), ...response.headers.map(([, value]) => value)];
  return shown.some((each) => forms.some((form) => each.includes(form)));
}
