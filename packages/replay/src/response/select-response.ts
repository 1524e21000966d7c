import { isList, type Paging } from "@tapedeck/api";
import { conditionalResponse } from "../http/conditional-response.ts";
import { requestHeader } from "../http/message.ts";
import { isPieced } from "../http/pieced-body.ts";
import { otherTargets } from "../index/aliases.ts";
import { answersAlike } from "../index/alike.ts";
import { isRecorded, type Match, type PlayCounts, play } from "../index/lookup.ts";
import { cutPage, type WholeList, wholeListOf } from "../index/paginate.ts";
import type { PreparedExchange } from "../index/prepared-exchange.ts";
import type { Source } from "../journal.ts";
import { recordedLogin } from "../login/login.ts";
import { explain, explainEnd, type Miss, missResponse } from "../match/explain.ts";
import { requestWith } from "../request/redacted-request.ts";
import {
  isReading,
  lookupsOf,
  principalsFor,
  type RequestContext,
  type ResolvedRequest,
  type Settings,
} from "../request/request-context.ts";
import { ChosenResponse } from "./chosen-response.ts";
import { describedResponse, overview, rejected } from "./described-response.ts";
import { echoing } from "./echo.ts";
import { chargedAs, made } from "./made-response.ts";
import type { SelectedResponse } from "./selected-response.ts";

/** A response, and the API that it belongs to. */
interface Selection {
  readonly selected: SelectedResponse;
  readonly context: RequestContext;
}

/**
 * Chooses the response to a request, cut to what its client needs; reuses the last one as long as the same request
 * would get the same again.
 * @param overviewFor Returns the overview of a caller's limits.
 */
export function chooseOnce(
  settings: Settings,
  counts: PlayCounts,
  resolved: ResolvedRequest,
  overviewFor: (context: RequestContext) => unknown,
): ChosenResponse {
  const { index, states } = settings;
  const known = resolved.lasting as ChosenResponse | null;
  if (known?.index === index && known.changes === states.changes) return known;
  const { selected, context } = selectResponse(settings, counts, resolved.contexts, overviewFor);
  const chosen = new ChosenResponse(settings, conditionalResponse(selected, context), context);
  if (selected.isLasting) resolved.lasting = chosen;
  return chosen;
}

/**
 * Selects the response to a request: from the tapes; else from the description of its API; else a miss.
 * @throws The error of an unreadable recording that may hold the response.
 * @param contexts Possible readings of the request, the likeliest first.
 * @param overviewFor Returns the overview of a caller's limits.
 */
function selectResponse(
  settings: Settings,
  counts: PlayCounts,
  contexts: readonly [RequestContext, ...RequestContext[]],
  overviewFor: (context: RequestContext) => unknown,
): Selection {
  const [likeliest] = contexts;
  const refused = rejected(likeliest);
  if (refused !== null) return { selected: refused, context: likeliest };
  const hidden = settings.unreadable.find(({ mayAnswer }) => contexts.some(({ request }) => mayAnswer(request.target)));
  if (hidden) throw hidden.error;
  for (const select of [fromTapes, fromDescription]) {
    for (const [at, context] of contexts.entries()) {
      const selected = select(settings, counts, context, overviewFor);
      if (selected === null) continue;
      const hasTapes = ({ lookups }: RequestContext): boolean =>
        lookups.some((each) => isRecorded(settings.index, each));
      const also = select === fromTapes ? contexts.slice(at + 1).filter(hasTapes) : [];
      return { selected: beside(selected, also), context };
    }
  }
  const [nearest] = contexts
    .map((context) => explain(settings.index, context, settings))
    .toSorted((a, b) => places(a) - places(b));
  return { selected: missed(likeliest, nearest as Miss), context: likeliest };
}

/** Finds the length of a recorded body in turns, if the client's address changes it: an answer's head tells it. */
export function measureBody(
  settings: Settings,
  counts: PlayCounts,
  { contexts }: ResolvedRequest,
): Promise<void> | null {
  for (const context of contexts) {
    const found = recorded(settings, counts, context);
    if (found !== null) return isPieced(found.draft.body) ? (found.draft.body.measure?.() ?? null) : null;
  }
  return null;
}

/** Reads the list that a page is cut from in turns, if it is long and was not read lately. */
export function readList(settings: Settings, resolved: ResolvedRequest): Promise<void> | null {
  const { index, lists } = settings;
  for (const context of resolved.contexts) {
    if (!asksForList(context) || context.lookups.some((each) => isRecorded(index, each))) continue;
    for (const list of wholeLists(settings, context)) {
      const read = list.isLong ? lists.prepare(list.key, list.read) : null;
      // Another list is read if its description cannot arrange this one.
      if (read !== null) return read.then(() => readList(settings, resolved) ?? undefined);
      if (lists.get(list.key, list.read) !== null) return null;
    }
  }
  return null;
}

/** Notes that other origins have an answer, too. */
function beside(selected: SelectedResponse, also: readonly RequestContext[]): SelectedResponse {
  const { source } = selected;
  if (also.length === 0 || source.kind !== "played") return selected;
  return { ...selected, source: { ...source, also: also.flatMap(({ api }) => api.origins) } };
}

function places({ closest }: Miss): number {
  return closest?.differences.length ?? Number.POSITIVE_INFINITY;
}

/**
 * Returns a recorded exchange as an answer.
 * @param match How it was found; null for one that does not count as played.
 */
export function played(prepared: PreparedExchange, match: Match | null, base: string): SelectedResponse {
  const { headers, body, flow, informational, trailers } = prepared.render(base);
  const { status, reason, method } = prepared;
  const empty = status === 101 || status === 204 || status === 205 || status === 304 || method === "HEAD";
  const { by, turn, isLasting, isGivenAgain } = match ?? {
    by: "request",
    turn: 0,
    isLasting: false,
    isGivenAgain: false,
  };
  return {
    draft: {
      status,
      ...(reason !== undefined && { reason }),
      headers,
      body: empty ? null : body,
      ...(flow && (!empty || status === 0) && { flow }),
      ...(informational && { informational }),
      ...(trailers && !empty && { trailers }),
    },
    source: {
      kind: "played",
      tape: prepared.tape,
      place: prepared.place,
      by,
      turn,
      ...(isGivenAgain && { again: true }),
    },
    sequence: match?.sequence ?? null,
    cost: prepared.metered ? (status >= 500 || method === "OPTIONS" ? 0 : 1) : null,
    // An answer that was recorded under a condition is the answer to that condition.
    validators: status === 200 && !prepared.isConditional ? prepared.validators : null,
    identified: prepared.metered,
    plays: [prepared],
    isLasting,
  };
}

type Select = (
  settings: Settings,
  counts: PlayCounts,
  context: RequestContext,
  overviewFor: (context: RequestContext) => unknown,
) => SelectedResponse | null;

const fromDescription: Select = (settings, _counts, context) => describedResponse(settings, context);

const fromTapes: Select = (settings, counts, context, overviewFor) =>
  overview(context, overviewFor) ??
  recorded(settings, counts, context) ??
  recordedElsewhere(settings, counts, context) ??
  cut(settings, context);

/** Searches the caller's own recordings, then those for every caller. */
function recorded(settings: Settings, counts: PlayCounts, context: RequestContext): SelectedResponse | null {
  const { index, recording, states } = settings;
  const { request, lookups, route, base, scope } = context;
  const rule = index.rule(scope);
  const withHeaders = (names: readonly string[]) => requestWith(settings, context, names);
  const login = context.login();
  for (const lookup of lookups) {
    const outcome = play(index, counts, lookup, (all) => answersAlike(all, rule, withHeaders, login));
    if (outcome.kind === "played") {
      const { prepared, match } = outcome;
      return echoing(rule, played(prepared, match, base), context, prepared, withHeaders, states.values);
    }
    if (outcome.kind === "over") return missed(context, explainEnd(context, outcome.answers, recording));
  }
  const method = lookups.at(-1)?.request.method ?? request.method;
  const generated = index.generate?.({ ...request, method, headers: [] }, route) ?? null;
  if (generated === null) return null;
  const { source, status, headers, render } = generated;
  const at = (name: string): string | null => headers.find(([each]) => each === name)?.[1] ?? null;
  return {
    draft: { status, ...render(base) },
    // It is the same each time, so it does not count as played.
    source: { kind: "played", tape: source, place: 1, by: "generated", turn: 0 },
    sequence: null,
    cost: context.api.rateLimit === null ? null : 1,
    validators: { etag: at("etag"), lastModified: at("last-modified") },
    identified: true,
    plays: [],
    isLasting: false,
  };
}

/** Returns a recording under another path that is known to lead to the same resource. */
function recordedElsewhere(settings: Settings, counts: PlayCounts, context: RequestContext): SelectedResponse | null {
  const { api, scope, route, request } = context;
  for (const target of otherTargets(settings.index, api, scope, route.target)) {
    const moved = { ...request, target };
    const lookups = lookupsOf(settings.index, api, scope, route, moved);
    const found = recorded(settings, counts, { ...context, route: { ...route, target }, request: moved, lookups });
    if (found !== null) return found;
  }
  return null;
}

/** Returns a page that was not recorded, cut from the recorded whole list. */
function cut(settings: Settings, context: RequestContext): SelectedResponse | null {
  if (!asksForList(context)) return null;
  const { ask, api, base } = context;
  const { searchParams } = new URL(ask.target, "http://localhost");
  for (const list of wholeLists(settings, context)) {
    const page = cutPage(settings.lists, list, api.paging as Paging, context.request, searchParams, base);
    if (!page) continue;
    const [first] = list.pages;
    const { tape, place } = first;
    const source: Source = { kind: "played", tape, place, by: "page", turn: 0 };
    return { ...played(first, null, base), ...page, source, plays: list.pages };
  }
  return null;
}

/** Finds the whole list that a page may be cut from: the caller's own, then the anonymous one. */
function* wholeLists({ index }: Settings, context: RequestContext): Iterable<WholeList> {
  const { api, scope, route, request, base } = context;
  const login = context.login();
  const isOwn = ({ exchange }: PreparedExchange): boolean => !login.isOther(recordedLogin(exchange.request));
  for (const principal of principalsFor(api, route, request.principal)) {
    const list = wholeListOf(index, api, scope, { ...request, principal }, base, isOwn);
    if (list !== null) yield list;
  }
}

function asksForList({ ask, api, route }: RequestContext): boolean {
  return isReading(ask) && isList(route.operation, api.paging);
}

function missed(context: RequestContext, explained: Miss): SelectedResponse {
  const { ask, api, failure } = context;
  const miss = failure === null ? explained : { ...explained, upstream: failure };
  const draft = missResponse(miss, requestHeader(ask, "accept"));
  return { ...made("miss", draft, chargedAs(api, 0)), source: { kind: "missed", miss }, identified: false };
}
