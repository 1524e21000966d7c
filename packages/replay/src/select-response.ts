import { anonymous, type Principal, type RecordedRequest } from "@tapedeck/tape";
import {
  authenticationRequired,
  badCredentials,
  methodNotAllowed,
  notFound,
  preflight,
  unknownCity,
} from "./decisions.ts";
import type { Validators } from "./http/conditional.ts";
import { headerOf } from "./http/message.ts";
import type { ResponseDraft } from "./http/response-draft.ts";
import { namedTarget } from "./id-route.ts";
import { conditionOf, type ExchangeIndex, type Match, type PlayCounts, play } from "./index/lookup.ts";
import type { PreparedExchange } from "./index/prepared-exchange.ts";
import type { Source } from "./journal.ts";
import type { Quota } from "./limit/quota.ts";
import { explain, explainEnd, type Miss, missResponse } from "./match/explain.ts";
import { matchers } from "./match/matchers.ts";
import { cutPage } from "./paginate.ts";
import { overview } from "./rate-limit-route.ts";
import { isReading, type RequestContext, type Settings } from "./request-context.ts";
import { cities, cityOf, ignoresCredential, isList, isMetered, needsCredential, type RouteMatch } from "./route.ts";

/** What a request gets as long as its principal can pay. */
export interface SelectedResponse {
  readonly draft: ResponseDraft;
  readonly source: Source;
  /** The sequence whose turn it takes. */
  readonly sequence: string | null;
  /** Null where no limit is counted for it. */
  readonly cost: number | null;
  readonly validators: Validators | null;
  /** Whether the headers are those of this API, so that the request gets an id. */
  readonly identified: boolean;
}

/**
 * Finds what a request gets: what the tapes have for it; where they have nothing, what the profile decides; where that
 * is silent, a miss.
 * @param held What the caller's bucket holds, for the answer that tells it.
 */
export function selectResponse(
  settings: Settings,
  turns: PlayCounts,
  inquiry: RequestContext,
  held: Quota,
): SelectedResponse {
  const { deck, profile } = settings;
  const { ask, place, caller, request } = inquiry;
  if (caller.kind === "bad" && ask.method !== "OPTIONS" && isMetered(place.route)) {
    return decided("bad credentials", badCredentials(profile), 1);
  }
  if (place.route === "rate-limit" && profile.rateLimitRoute && isReading(ask)) {
    return decided("overview", overview(profile, held), 0);
  }
  const recorded = lookUp(settings, turns, inquiry);
  if (recorded !== null) return recorded;

  const named = profile.idRoutes ? namedTarget(deck, place.target) : null;
  if (named !== null) {
    const byName = { place: { ...place, target: named }, request: { ...request, target: named } };
    return selectResponse(settings, turns, { ...inquiry, ...byName }, held);
  }
  const page = isList(place.route) && isReading(ask) ? pageFor(deck, inquiry) : null;
  if (page !== null) return page;
  return decision(settings, inquiry) ?? missed(inquiry, explain(deck, inquiry.request, settings.recording));
}

/**
 * A recorded exchange as an answer.
 * @param match How it was found; null for one that was generated, and is the same each time.
 */
export function played(card: PreparedExchange, match: Match | null, base: string): SelectedResponse {
  const { headers, body } = card.render(base);
  const { status } = card.exchange.response;
  const { method, headers: asked } = card.exchange.request;
  const empty = status === 204 || status === 205 || status === 304 || method === "HEAD";
  return {
    draft: { status, headers, body: empty ? null : body },
    source: {
      kind: "played",
      tape: card.tape,
      place: card.place,
      by: match?.by ?? "generated",
      turn: match?.turn ?? 0,
    },
    sequence: match?.sequence ?? null,
    cost: card.metered ? (status >= 500 || method === "OPTIONS" ? 0 : 1) : null,
    // What was recorded under a condition is the answer to it.
    validators: status === 200 && conditionOf(asked) === "" ? card.validators : null,
    identified: card.metered,
  };
}

/**
 * An answer that the profile makes.
 * @param rule What was decided, in a word or two, for the journal.
 */
export function decided(rule: string, draft: ResponseDraft, cost: number): SelectedResponse {
  return { draft, source: { kind: "decided", rule }, sequence: null, cost, validators: null, identified: true };
}

/** Looks among the caller's own recordings, then among the anonymous ones; a HEAD finds what was recorded for GET. */
function lookUp({ deck, recording }: Settings, turns: PlayCounts, inquiry: RequestContext): SelectedResponse | null {
  const { request, place, base } = inquiry;
  const methods = request.method === "HEAD" ? ["HEAD", "GET"] : [request.method];
  for (const principal of principalsFor(request.principal, place)) {
    for (const method of methods) {
      const outcome = play(deck, turns, { ...request, method, principal });
      if (outcome.kind === "played") return played(outcome.card, outcome.match, base);
      if (outcome.kind === "over") return missed(inquiry, explainEnd(inquiry.request, outcome.cards, recording));
    }
  }
  const method = methods.at(-1) ?? request.method;
  const generated = deck.generate?.({ ...request, method, headers: [] }) ?? null;
  // It is the same each time: no turn is taken.
  return generated && played(generated, null, base);
}

/** A page that was not recorded, where the whole list was: the caller's own, or else the anonymous one. */
function pageFor(deck: ExchangeIndex, { ask, place, request, base }: RequestContext): SelectedResponse | null {
  const { searchParams } = new URL(ask.target, "http://localhost");
  for (const principal of principalsFor(request.principal, place)) {
    const page = cutPage(deck, { ...request, principal }, searchParams, base);
    if (!page) continue;
    const { tape, place } = page.card;
    const source: Source = { kind: "played", tape, place, by: "page", turn: 0 };
    return { ...played(page.card, null, base), source, draft: page.draft, validators: page.validators };
  }
  return null;
}

/**
 * What the API itself would say to a request that no tape has; null where only a recording could tell.
 * @see beyond-the-spec, "Errors"
 */
function decision(
  { deck, profile }: Settings,
  { ask, place, caller, request }: RequestContext,
): SelectedResponse | null {
  const decide = (rule: string, draft: ResponseDraft, cost: number): SelectedResponse =>
    isMetered(place.route) ? decided(rule, draft, cost) : unmetered(draft, { kind: "decided", rule });
  if (ask.method === "OPTIONS") {
    return decide("preflight", preflight(profile, headerOf(ask, "access-control-request-headers")), 0);
  }
  // Where the API was seen to take the method, it is the recording that is missing.
  if (!isReading(ask) && !isRecorded(deck, request)) return decide("method not allowed", methodNotAllowed(profile), 1);
  if (needsCredential(place.route) && caller.kind === "anonymous")
    return decide("credential needed", authenticationRequired(profile), 1);
  const city = cityOf(place);
  if (city !== null && !cities.includes(city)) return decide("unknown city", unknownCity(city), 0);
  if (profile.misses === "not-found" && place.route !== "other") return decide("not found", notFound(profile), 1);
  return null;
}

function missed({ ask, place, failure }: RequestContext, explained: Miss): SelectedResponse {
  const miss = failure === null ? explained : { ...explained, upstream: failure };
  const draft = missResponse(miss, headerOf(ask, "accept"));
  const source: Source = { kind: "missed", miss };
  return isMetered(place.route)
    ? { ...decided("miss", draft, 0), source, identified: false }
    : unmetered(draft, source);
}

function unmetered(draft: ResponseDraft, source: Source): SelectedResponse {
  return { draft, source, sequence: null, cost: null, validators: null, identified: false };
}

function principalsFor(principal: Principal, { route }: RouteMatch): readonly Principal[] {
  if (needsCredential(route)) return [principal];
  return ignoresCredential(route) || principal === anonymous ? [anonymous] : [principal, anonymous];
}

function isRecorded({ byPath }: ExchangeIndex, request: RecordedRequest): boolean {
  const cards = byPath.get(matchers.path(request)) ?? [];
  return cards.some(({ exchange }) => exchange.request.method === request.method);
}
