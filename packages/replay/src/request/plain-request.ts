// The short way from a request to its answer: a GET of a target that one plain exchange of a packed file alone answers.
// It finds what `request/request-context.ts` and `response/select-response.ts` find, and leaves to them whatever it is not certain of.
// Read next: index/plain-exchange.ts.
import { matchRoute } from "@tapedeck/api";
import { anonymous, type HeaderList } from "@tapedeck/tape";
import { conditionalResponse } from "../http/conditional-response.ts";
import type { IncomingRequest } from "../http/message.ts";
import { callHeaders } from "../match/call-headers.ts";
import { memoizeObject } from "../memoize.ts";
import { ChosenResponse } from "../response/chosen-response.ts";
import { isOverview } from "../response/described-response.ts";
import { played } from "../response/select-response.ts";
import { sentHeaders } from "./redacted-request.ts";
import { contextOf, contextsOf, principalsFor, type ResolvedRequest, type Settings } from "./request-context.ts";

/**
 * Makes {@link Settings.plain}: it returns a request with its answer; null for one that has to be resolved and looked
 * up.
 */
export function plainRequests(settings: Settings): Settings["plain"] {
  const { apis, notice, scrubber, states, unreadable, compared } = settings;
  const [known, another] = apis;
  if (known === undefined || another !== undefined || unreadable.length > 0) return () => null;
  const { api, scope, identify } = known;
  /** Returns the headers of a request that a look-up uses; null if they may decide which answer it gets. */
  const headersOf = memoizeObject((headers: IncomingRequest["headers"]): HeaderList | null =>
    ["range", "upgrade", ...callHeaders].some((name) => headers[name] !== undefined)
      ? null
      : sentHeaders({ headers }, compared),
  );

  return (ask) => {
    const { index } = settings;
    if (index.only === null || ask.method !== "GET" || ask.body !== null) return null;
    // Those that were seen before hold no new secret.
    if (settings.hasUpstream || states.values.size > 0 || !notice.hasSeen(ask.headers)) return null;
    const headers = headersOf(ask.headers);
    const identified = identify(ask);
    if (headers === null || identified.caller.kind === "bad") return null;
    const prepared = index.only(scope, ask.target);
    if (prepared === null) return null;
    const route = matchRoute(api, ask.method, ask.target);
    if (isOverview(api, route) || !scrubber.isClean(route.target)) return null;
    const { principal } = identified;
    if (!principalsFor(api, route, principal).includes(prepared.principal)) return null;
    const request = { method: ask.method, target: route.target, principal, headers, body: null };
    const context = contextOf(settings, known, { ask, route, identified, request, lookups: [], failure: null });
    const login = {
      principal: prepared.principal,
      said: null,
      session: "",
      credentials: [],
      own: [],
      named: null,
      isLoggingIn: false,
    };
    if (prepared.principal !== anonymous && context.login().isOther(login)) return null;
    const match = { by: "request", sequence: prepared.id, turn: 0, isLasting: true, isGivenAgain: false } as const;
    const selected = conditionalResponse(played(prepared, match, context.base), context);
    return new ResolvedPlainRequest(settings, ask, new ChosenResponse(settings, selected, context));
  };
}

class ResolvedPlainRequest implements ResolvedRequest {
  readonly by: ResolvedRequest["by"];
  readonly learnt: number;
  readonly lasting: ChosenResponse;
  readonly #settings: Settings;
  readonly #ask: IncomingRequest;

  constructor(settings: Settings, ask: IncomingRequest, lasting: ChosenResponse) {
    this.by = settings.resolved;
    this.learnt = settings.scrubber.learnt;
    this.lasting = lasting;
    this.#settings = settings;
    this.#ask = ask;
  }

  /** The readings that the long way has, where more than its answer is asked for. */
  get contexts(): ResolvedRequest["contexts"] {
    return contextsOf(this.#settings, this.#ask, null);
  }
}
