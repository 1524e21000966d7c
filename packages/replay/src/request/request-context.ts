import type { Api, RouteMatch } from "@tapedeck/api";
import type { CompiledPolicy, LimitedRequest } from "@tapedeck/rate-limit";
import { anonymous, type Principal, type RecordedRequest } from "@tapedeck/tape";
import {
  chained,
  graphqlOperation,
  isSpooled,
  type LateChunkChange,
  saysText,
  streamRewriter,
} from "@tapedeck/tape/internal";
import { type IncomingRequest, requestHeader } from "../http/message.ts";
import { type NotedRequest, RepeatedRequest } from "../http/repeated-request.ts";
import { type ExchangeIndex, isRecorded, type Lookup, lookupOf } from "../index/lookup.ts";
import type { RecordedLists } from "../index/recorded-lists.ts";
import type { Unreadable } from "../index/tape-source.ts";
import { type Limits, limitedRequest } from "../limit/limits.ts";
import type { ClientSessions } from "../login/client-sessions.ts";
import { type SentLogin, sentLogin } from "../login/sent-login.ts";
import type { StandIns } from "../login/stand-ins.ts";
import { prepareBodyKey } from "../match/body-key.ts";
import type { Recording } from "../match/record-command.ts";
import type { KnownApi } from "./known-api.ts";
import type { Notice } from "./notice.ts";
import type { Caller, Identified } from "./principal.ts";
import { type RedactionSettings, redactedRequest, requestWith, targetAt } from "./redacted-request.ts";
import type { StatesSent } from "./states-sent.ts";

/** The part of a player that stays the same between requests. */
export interface Settings extends RedactionSettings {
  readonly index: ExchangeIndex;
  /** The replayed APIs, at least one. */
  readonly apis: readonly KnownApi[];
  /** Requests as they were resolved, and how many secrets were known then. */
  readonly resolved: ResolvedRequests;
  readonly notice: Notice;
  /** Returns a plain request with its answer: see `request/plain-request.ts`. */
  readonly plain: (ask: IncomingRequest) => ResolvedRequest | null;
  readonly lists: RecordedLists;
  readonly states: StatesSent;
  readonly clients: ClientSessions;
  readonly standIns: StandIns;
  /** Whether an upstream is asked for what no tape has. */
  hasUpstream: boolean;
  /** Where a missing request would be recorded. */
  readonly recording: Recording;
  readonly unreadable: readonly Unreadable[];
  /** Answer to a request that no tape has: the harness's own error, or the API's answer to an unknown path. */
  readonly misses: "explain" | "not-found";
  /** Whether links to the recorded origin become links to where the caller asked. */
  readonly rewriteOrigin: boolean;
}

/** A resolved request: its API, its route, its caller, and the form in which it is looked up. */
export interface RequestContext {
  readonly ask: IncomingRequest;
  readonly api: Api;
  readonly scope: string;
  readonly limits: Limits | null;
  readonly route: RouteMatch;
  readonly caller: Caller;
  readonly request: RecordedRequest;
  readonly login: () => SentLogin;
  /** Its look-ups, in order. */
  readonly lookups: readonly Lookup[];
  /** Its operation, if the description or its GraphQL document names one. */
  readonly operation: string | null;
  /** Its description for the limits, and the policies that count it; null if none are simulated. */
  readonly limited: LimitedRequest | null;
  readonly counting: readonly CompiledPolicy[];
  /** The base URL that replaces the recorded origin in the answer. */
  readonly base: string;
  /** Why upstream could not answer either; null if it was not asked. */
  readonly failure: string | null;
}

/** Possible readings of a request, the likeliest first. */
type Contexts = readonly [RequestContext, ...RequestContext[]];

/** A request, resolved as far as possible. */
export interface ResolvedRequest extends NotedRequest {
  readonly contexts: Contexts;
  /** Number of secrets known at that time. */
  readonly learnt: number;
  /** Its response while nothing new is recorded, kept by `response/select-response.ts`; null if unknown. */
  lasting: object | null;
}

/** Resolved requests: those that may come again, and the latest. */
interface ResolvedRequests {
  get(ask: IncomingRequest): ResolvedRequest | undefined;
  /** Remembers a request until the next one comes; one that will not change as long as it is in memory. */
  set(ask: IncomingRequest, resolved: ResolvedRequest): void;
  /** Remembers a request until the next one comes. */
  note(ask: IncomingRequest, resolved: ResolvedRequest): void;
}

/** Makes {@link Settings.resolved}. */
export function createResolvedRequests(): ResolvedRequests {
  let latest: readonly [ask: IncomingRequest, resolved: ResolvedRequest] | null = null;
  const note = (ask: IncomingRequest, resolved: ResolvedRequest): void => {
    latest = [ask, resolved];
  };
  const all: ResolvedRequests = {
    get(ask) {
      const noted = RepeatedRequest.noted(ask);
      if (noted?.by === all) return noted as ResolvedRequest;
      return latest?.[0] === ask ? latest[1] : undefined;
    },
    note,
    set(ask, resolved) {
      note(ask, resolved);
      RepeatedRequest.note(ask, resolved);
    },
  };
  return all;
}

/**
 * Resolves a request: as one to the API of the requested origin; without one, as one to each API, those that list its
 * path first.
 * @param failure Why upstream could not answer it; null if it was not asked.
 */
export function resolve(settings: Settings, raw: IncomingRequest, failure: string | null = null): ResolvedRequest {
  const { scrubber, resolved, clients } = settings;
  const ask = clients.read(raw);
  // What a client that is known by its session gets, its next request may not get.
  if (ask !== raw)
    return { by: resolved, contexts: contextsOf(settings, ask, failure), learnt: scrubber.learnt, lasting: null };
  const before = failure === null ? resolved.get(ask) : undefined;
  if (before?.learnt === scrubber.learnt) return before;
  const plain = failure === null ? settings.plain(ask) : null;
  if (plain !== null) return plain;
  if (failure === null && ask instanceof RepeatedRequest) return prepare(settings, ask);
  return { by: resolved, contexts: contextsOf(settings, ask, failure), learnt: scrubber.learnt, lasting: null };
}

/** Resolves a request that will not change, so that {@link resolve} need not. */
export function prepare(settings: Settings, ask: IncomingRequest): ResolvedRequest {
  const contexts = contextsOf(settings, ask, null);
  const fresh = { by: settings.resolved, contexts, learnt: settings.scrubber.learnt, lasting: null };
  settings.resolved.set(ask, fresh);
  return fresh;
}

/** Returns the possible readings of a request, and hides its secrets from now on. */
export function contextsOf(settings: Settings, ask: IncomingRequest, failure: string | null): Contexts {
  const { apis, notice } = settings;
  // A secret that a client sends is hidden wherever the client sends it again.
  notice(ask.headers);
  const [only] = apis;
  if (only !== undefined && apis.length === 1) return [contextFor(settings, only, ask, failure)];
  const named = apis.filter(({ api }) => api.origins.includes(ask.base));
  const contexts = (named.length === 0 ? apis : named).map((known) => contextFor(settings, known, ask, failure));
  if (contexts.length > 1) contexts.sort((a, b) => Number(a.route.route === null) - Number(b.route.route === null));
  return contexts as [RequestContext, ...RequestContext[]];
}

/** Returns whether a request only reads: GET, or HEAD, which is GET without the body. */
export function isReading({ method }: IncomingRequest): boolean {
  return method === "GET" || method === "HEAD";
}

function contextFor(settings: Settings, known: KnownApi, ask: IncomingRequest, failure: string | null): RequestContext {
  const { scrubber, index } = settings;
  const { api, scope, origin, identify, match } = known;
  const route = match(ask.method, ask.target);
  const identified = identify(ask);
  const lookedUp = (target: string): Pick<ContextParts, "request" | "lookups"> => {
    const request = redactedRequest(settings, ask, target, identified.principal, origin);
    prepareBodyKey(scrubber, request);
    return { request, lookups: lookupsOf(index, api, scope, route, request) };
  };
  const asAsked = lookedUp(route.target);
  const atOrigin = targetAt(origin, ask, route.target);
  // A client may mean our address itself, such as one of its own on the same host.
  const isAsked = atOrigin === route.target || asAsked.lookups.some((each) => isRecorded(index, each));
  return contextOf(settings, known, { ask, route, identified, failure, ...(isAsked ? asAsked : lookedUp(atOrigin)) });
}

/** What a {@link RequestContext} is made of. */
interface ContextParts extends Pick<RequestContext, "ask" | "route" | "request" | "lookups" | "failure"> {
  readonly identified: Identified;
}

/** Puts together what is known of a request. */
export function contextOf(
  settings: Settings,
  { api, scope, limits, unnamed }: KnownApi,
  { ask, route, identified: { caller }, request, lookups, failure }: ContextParts,
): RequestContext {
  const limited = limits && limitedRequest(limits, { ask, caller, route });
  return {
    ask,
    api,
    scope,
    limits,
    route,
    caller,
    request,
    login: () =>
      sentLogin(settings, {
        method: request.method,
        principal: request.principal,
        isUnnamed: request.principal === unnamed,
        scope,
        headers: ask.headers,
        isGone: failure !== null,
        session: ask.session?.name ?? "",
        isKnown: ask.session !== undefined,
        withHeaders: (names) => requestWith(settings, { ask, request, route }, names),
      }),
    lookups,
    operation: route.operation?.id ?? graphqlOperation(request),
    limited,
    counting: limited === null ? [] : (limits?.limiter.counting(limited) ?? []),
    base: settings.rewriteOrigin ? ask.base + route.prefix : ask.base,
    failure: failure && settings.scrubber.text(failure),
  };
}

/** Returns the look-ups for a request: a HEAD finds recordings of GET. */
export function lookupsOf(
  { rule }: Pick<ExchangeIndex, "rule">,
  api: Api,
  scope: string,
  route: RouteMatch,
  request: RecordedRequest,
): readonly Lookup[] {
  const methods = request.method === "HEAD" ? ["HEAD", "GET"] : [request.method];
  return principalsFor(api, route, request.principal).flatMap((principal) =>
    methods.map((method) => lookupOf({ ...request, method, principal }, scope, rule)),
  );
}

/**
 * Returns the principals whose recordings may answer, in order. Without a description of the API, that is only the
 * caller's own.
 */
export function principalsFor(api: Api, { operation }: RouteMatch, principal: Principal): readonly Principal[] {
  if (operation?.sameForEveryone) return [anonymous];
  if (operation?.credential === "required" || principal === anonymous) return [principal];
  return operation === null && api.routes.all.length === 0 ? [principal] : [principal, anonymous];
}

/** Reads a body in pieces, with secrets hidden as the recorder hides them; returns null if there is none. */
export function readUpload(
  { apis, scrubber, bodies, uploads }: Settings,
  { method, target, body, headers, base }: IncomingRequest,
): Promise<void> | null {
  if (!isSpooled(body) || body.filed || uploads.has(body)) return null;
  const origin = (apis.find(({ api }) => api.origins.includes(base)) ?? apis[0])?.origin ?? base;
  const type = requestHeader({ headers }, "content-type") ?? "";
  const coding = requestHeader({ headers }, "content-encoding") ?? "";
  const isRewritten = origin !== base && saysText([["content-type", type]]);
  const clean = (): LateChunkChange => {
    const hide = scrubber.body(true, { method, target, principal: anonymous, headers: [], body: null });
    return isRewritten ? chained(streamRewriter([base], origin), hide) : hide;
  };
  return bodies.readPieces(body, type, coding, clean).then((read) => void uploads.set(body, read));
}

/** Returns the reading of a request that is not answered at once: to the API that has it, or that lists its path. */
export function likeliest(settings: Settings, ask: IncomingRequest): RequestContext {
  return resolve(settings, ask).contexts[0];
}
