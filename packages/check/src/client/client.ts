// Sends the requests of a check, within a budget and without using up the quota of others, and notes the answers.
// Probes (probes/) choose the requests, and laws (laws/) judge the answers.

import http from "node:http";
import https from "node:https";
import process from "node:process";
import { matchRoute } from "@tapedeck/api";
import { readRateLimit, refusalOf } from "@tapedeck/rate-limit";
import { proxyVariables, rawFields } from "@tapedeck/tape/internal";
import { codeOf, UpstreamError } from "@tapedeck/tape/upstream-error";
import { readableCounters } from "../laws/rate-limit/counters.ts";
import {
  isRedirect,
  isRefused,
  type Method,
  type Observation,
  type ProbeCaller,
  type ProbeRequest,
  payerOf,
  principalAsked,
} from "../observation.ts";
import { header, type ObservedResponse, responseOf, text } from "../response.ts";
import { type ServiceUnderTest, targetOn } from "../service-under-test.ts";
import { credentialParts, isBasic } from "./credentials.ts";

/** Settings of a client. */
interface ClientOptions {
  readonly service: ServiceUnderTest;
  /** The credential, which is in no observation. */
  readonly token: string | null;
  /** Maximum number of requests, including redirects. */
  readonly budget: number;
  readonly timeoutSeconds: number;
}

/** Sends requests within a budget, and leaves a tenth of every quota unspent. */
interface CheckClient {
  /**
   * Sends a request, follows redirects within the base, and keeps the answer. Resolves to null, or to the reason why
   * there is no answer.
   * @throws UpstreamError if the very first request gets no answer.
   */
  send(probe: string, request: ProbeRequest): Promise<string | null>;
  readonly observed: readonly Observation[];
  /** Number of requests sent, answered or not. */
  sent(): number;
}

const longestChain = 5;

/**
 * Makes a client.
 * @example
 * const client = createClient({ service, token: null, budget: 40, timeoutSeconds: 30 });
 * await client.send("a document", asking("/users/ada")); // null: it was answered, see client.observed
 */
export function createClient({ service, token, budget, timeoutSeconds }: ClientOptions): CheckClient {
  const observed: Observation[] = [];
  const silenced = new Map<string, string>();
  let sent = 0;
  let failures = 0;

  const refusalTo = ({ as, toBeRefused = false }: ProbeRequest): string | null => {
    if (sent >= budget) return outOfBudget(budget);
    const silence = silenced.get("all callers") ?? silenced.get(principalAsked(as)) ?? null;
    return silence ?? (toBeRefused ? null : spareReason(observed, as));
  };

  const once = async (probe: string, request: ProbeRequest): Promise<Observation | string> => {
    const reason = refusalTo(request);
    if (reason !== null) return reason;
    sent += 1;
    const { method, target } = request;
    const { headers, url } = partsOf(request, service, token);
    let response: ObservedResponse;
    try {
      response = await send(method, url, headers, timeoutSeconds);
      failures = 0;
    } catch (cause) {
      const error = new UpstreamError(method, service.base + target, codeOf(cause), timeoutSeconds, "check");
      if (observed.length === 0) throw error;
      failures += 1;
      const why = error.message.split("\n")[0]?.replace(/^.*: /, "") ?? "no answer";
      if (failures >= 2) silenced.set("all callers", `the service answers no longer: ${why}`);
      return `${method} ${target} got no answer: ${why}`;
    }
    const { operation } = matchRoute(service.api, method, target);
    const quota = readableCounters(response, service.api.rateLimit);
    const echoes = token !== null && repeats(response, token, isBasic(service.api, request.as) ? headers : {});
    const observation = { at: sent, probe, request, response, operation, quota, echoes };
    observed.push(observation);
    const slower = slowDownReason(observation);
    if (slower !== null) silenced.set(principalAsked(request.as), slower);
    return observation;
  };

  return {
    observed,
    sent: () => sent,
    async send(probe, request) {
      let next: ProbeRequest | null = request;
      for (let hop = 0; next !== null && hop < longestChain; hop += 1) {
        const outcome: Observation | string = await once(probe, next);
        if (typeof outcome === "string") return outcome;
        next = redirectOf(outcome, service);
      }
      return null;
    },
  };
}

/** Returns why no more requests are sent. */
export function outOfBudget(budget: number): string {
  return `the budget of ${budget} ${budget === 1 ? "request" : "requests"} did not reach so far; allow more by --budget`;
}

/** Returns why a caller must not send a request now: a tenth of its bucket is left to others. */
function spareReason(observed: readonly Observation[], as: ProbeCaller): string | null {
  const who = principalAsked(as);
  const last = observed.findLast((each) => payerOf(each) === who && standingsIn(each).length > 0);
  for (const { limit, remaining } of last === undefined ? [] : standingsIn(last)) {
    const spared = Math.ceil(limit / 10);
    if (remaining - 1 >= spared) continue;
    const caller = who === "token" ? "the token" : "a caller without a credential";
    return `${remaining} of ${limit} requests are left for ${caller}, and a tenth (${spared}) stays unspent`;
  }
  return null;
}

/** Returns the limits that a response advertises: with the description's names, or in any known dialect. */
function standingsIn({ response, quota }: Observation): ReadonlyArray<{ limit: number; remaining: number }> {
  if (quota !== null) return [quota];
  return readRateLimit({ ...response, body: text(response) }, 0).policies.flatMap(({ limit, remaining }) =>
    limit === null || remaining === null ? [] : [{ limit, remaining }],
  );
}

function slowDownReason(observation: Observation): string | null {
  const { response } = observation;
  if (isRefused(observation)) return "the rate limit is used up";
  const asksForPatience =
    refusalOf({ ...response, body: text(response) }) !== null ||
    (response.status === 403 && header(response, "retry-after") !== undefined);
  return asksForPatience ? `the service asked to slow down (${response.status})` : null;
}

function redirectOf(observation: Observation, service: ServiceUnderTest): ProbeRequest | null {
  const location = header(observation.response, "location");
  if (location === undefined || !isRedirect(observation)) return null;
  const target = targetOn(location, service);
  return target === null ? null : { ...observation.request, target };
}

function partsOf(
  { target, as, headers }: ProbeRequest,
  { base, api }: ServiceUnderTest,
  token: string | null,
): { readonly url: string; readonly headers: Readonly<Record<string, string>> } {
  const credential = credentialParts(api, as, token ?? "");
  const [name, value] = credential.query ?? [];
  const query =
    name === undefined ? "" : `${target.includes("?") ? "&" : "?"}${name}=${encodeURIComponent(value ?? "")}`;
  return {
    url: base + target + query,
    headers: {
      // Without coding, so that lengths can be compared; some services refuse a request without a user agent.
      "accept-encoding": "identity",
      "user-agent": "tapedeck-check",
      ...credential.headers,
      ...headers,
    },
  };
}

function repeats(response: ObservedResponse, token: string, headers: Readonly<Record<string, string>>): boolean {
  const [, basic = token] = /^Basic (.*)$/.exec(headers["authorization"] ?? "") ?? [];
  const forms = [token, encodeURIComponent(token), basic];
  const shown = [text(response), ...response.headers.map(([, value]) => value)];
  return shown.some((each) => forms.some((form) => each.includes(form)));
}

/**
 * Sends one request on a connection of its own, through a proxy if the environment names one, and returns the response
 * as it comes: without following or decoding anything.
 * @param timeoutSeconds How long the whole response may take.
 * @throws Error with the system's or the runtime's `code`: `ECONNREFUSED`, `ETIMEDOUT`, …
 */
function send(
  method: Method,
  url: string,
  headers: Readonly<Record<string, string>>,
  timeoutSeconds: number,
): Promise<ObservedResponse> {
  return new Promise((resolve, reject) => {
    const { request, Agent } = url.startsWith("https:") ? https : http;
    const agent = new Agent({ keepAlive: false, proxyEnv: proxyVariables(new URL(url).hostname, process.env) });
    const outgoing = request(url, { method, headers, agent });
    const limit = setTimeout(() => {
      outgoing.destroy(Object.assign(new Error("no whole answer in time"), { code: "ETIMEDOUT" }));
    }, timeoutSeconds * 1000);
    const fail = (error: unknown): void => {
      clearTimeout(limit);
      reject(error);
    };
    outgoing.on("error", fail);
    outgoing.on("response", async (incoming) => {
      try {
        const chunks: Uint8Array[] = [];
        for await (const chunk of incoming) chunks.push(chunk as Uint8Array);
        clearTimeout(limit);
        resolve(responseOf(incoming.statusCode ?? 0, rawFields(incoming.rawHeaders), Buffer.concat(chunks)));
      } catch (error) {
        fail(error);
      }
    });
    outgoing.end();
  });
}
