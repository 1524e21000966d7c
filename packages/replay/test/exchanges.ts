import { type Api, github, matchRoute } from "@tapedeck/api";
import {
  anonymous,
  type Body,
  createScrubber,
  type Exchange,
  type HeaderList,
  headerList,
  type RecordedRequest,
  type RecordedResponse,
  type Tape,
} from "@tapedeck/tape";
import type { Outcome } from "../src/deliver/outcome.ts";
import type { IncomingRequest } from "../src/http/message.ts";
import type { Layer } from "../src/index/layer/layer.ts";
import { memoryLayer } from "../src/index/layer/memory-layer.ts";
import { type IndexOptions, stackedIndex } from "../src/index/layer/stacked-index.ts";
import type { ExchangeIndex } from "../src/index/lookup.ts";
import { limitsOf } from "../src/limit/limits.ts";
import { sentLogin } from "../src/login/sent-login.ts";
import { createStandIns } from "../src/login/stand-ins.ts";
import { compileRule } from "../src/match/compiled-rule.ts";
import { defaultRule, type Rule } from "../src/match/matchers.ts";
import { lookupsOf, type RequestContext } from "../src/request/request-context.ts";

/** Where every tape here was recorded. */
export const origin = "https://api.service.example";

/** When: 2026-01-01T00:00:00Z. */
export const recordedAt = 1_767_225_600;

/** The headers of an answer that the live API counted. */
export const counted: HeaderList = [
  ["content-type", "application/json; charset=utf-8"],
  ["x-ratelimit-limit", "60"],
  ["x-ratelimit-remaining", "59"],
  ["x-ratelimit-reset", "1767229200"],
  ["x-ratelimit-used", "1"],
  ["x-service-media-type", "service.v3; format=json"],
];

/** A text body. */
export function utf8(text: string): Body {
  return { encoding: "utf8", text };
}

/** A request as recorded: `GET /users/ada` by nobody in particular, unless told otherwise. */
export function request(parts: Partial<RecordedRequest> = {}): RecordedRequest {
  return { method: "GET", target: "/users/ada", principal: "anonymous", headers: [], body: null, ...parts };
}

/** An exchange of the parts that matter to a test: a counted 200 with a JSON object, unless told otherwise. */
export function exchange(asked: Partial<RecordedRequest> = {}, answered: Partial<RecordedResponse> = {}): Exchange {
  return {
    request: request(asked),
    response: { status: 200, headers: counted, body: utf8('{"login":"ada"}'), ...answered },
  };
}

/** The counted headers and some more. */
export function headers(...more: HeaderList): HeaderList {
  return headerList([...counted, ...more]);
}

/** What the API says to one who has nothing left. */
export function refusal(asked: Partial<RecordedRequest> = {}, status = 403): Exchange {
  return exchange(asked, {
    status,
    headers: [...counted.filter(([name]) => name !== "x-ratelimit-remaining"), ["x-ratelimit-remaining", "0"]],
    body: utf8('{"message":"API rate limit exceeded for 203.0.113.7."}'),
  });
}

/** A tape of exchanges. */
export function tape(...exchanges: readonly Exchange[]): Tape {
  return { name: "users", origin, recordedAt, exchanges };
}

/** A layer of exchanges that has them in memory. */
export function layerOf(exchanges: readonly Exchange[], firstId: number, rule: Rule = defaultRule): Layer {
  const compiled = compileRule(rule, {}, []);
  const api = (): { api: Api; scope: string } => ({ api: github, scope: "" });
  const common = { rule: () => compiled, apiOf: api, apiIn: api, rewriteOrigin: true, scrubber: createScrubber() };
  return memoryLayer([tape(...exchanges)], firstId, common);
}

/** A index of layers of exchanges, the uppermost first. */
export function indexFrom(
  layers: ReadonlyArray<readonly Exchange[]>,
  { rule = defaultRule, ...options }: Partial<Omit<IndexOptions, "rule">> & { readonly rule?: Rule } = {},
): ExchangeIndex {
  const compiled = compileRule(rule, {}, []);
  const stacked = layers.map((exchanges, at) => layerOf(exchanges, at * 1000, rule));
  return stackedIndex(stacked, { rule: () => compiled, ...options });
}

/** A recorded request as one that is looked up now, taken for one to the home API. */
export function contextOf(asked: RecordedRequest, api: Api = github): RequestContext {
  const credential = asked.principal === anonymous ? {} : { authorization: "token s3cr3t" };
  const sent = ask(asked.target, { ...Object.fromEntries(asked.headers), ...credential }, { method: asked.method });
  const route = matchRoute(api, asked.method, asked.target);
  const rule = compileRule(defaultRule, {}, []);
  const login = sentLogin(
    { index: indexFrom([]), hasUpstream: false, standIns: createStandIns(() => false) },
    {
      method: "GET",
      principal: asked.principal,
      isUnnamed: asked.principal !== anonymous,
      scope: "",
      headers: {},
      isGone: false,
      session: "",
      isKnown: false,
      withHeaders: () => asked,
    },
  );
  return {
    ask: sent,
    login: () => login,
    api,
    scope: "",
    limits: limitsOf(api, true),
    route,
    lookups: lookupsOf({ rule: () => rule }, api, "", route, asked),
    operation: null,
    limited: null,
    counting: [],
    caller: { kind: "anonymous" },
    request: asked,
    base: origin,
    failure: null,
  };
}

/** A request as a server hands it in. */
export function ask(
  target = "/users/ada",
  sent: IncomingRequest["headers"] = {},
  parts: Partial<IncomingRequest> = {},
): IncomingRequest {
  return { method: "GET", target, headers: sent, body: null, base: origin, address: "127.0.0.1", ...parts };
}

/** The text of a reply's body; null where it has none. */
export function textOf({ body }: Outcome): string | null {
  return body === null ? null : new TextDecoder().decode(body);
}

/** What a reply's body says. */
export function jsonOf(reply: Outcome): unknown {
  return JSON.parse(textOf(reply) ?? "null");
}

/** A header of a reply; null where it has none. */
export function field(reply: Outcome, name: string): string | null {
  return (
    reply.headers
      .filter(([each]) => each === name)
      .map(([, value]) => value)
      .join(", ") || null
  );
}

/** The counters of a reply; null where it has none. */
export function countersOf(reply: Outcome): { limit: number; remaining: number; reset: number; used: number } | null {
  const [limit, remaining, reset, used] = ["limit", "remaining", "reset", "used"].map((name) => {
    const value = field(reply, `x-ratelimit-${name}`);
    return value === null ? null : Number(value);
  });
  return limit == null || remaining == null || reset == null || used == null ? null : { limit, remaining, reset, used };
}
