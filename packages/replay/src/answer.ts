import { anonymous, bodyOf, type Principal, type RecordedRequest, type Scrubber } from "@tapedeck/tape";
import { type Ask, headerOf, type Reply } from "./ask.ts";
import { aliasOf, bucketOf, type Caller, principalOf } from "./caller.ts";
import type { Card } from "./card.ts";
import { isFresh, mayCut, type Validators } from "./conditional.ts";
import {
  authenticationRequired,
  badCredentials,
  limitExceeded,
  methodNotAllowed,
  notFound,
  preflight,
  rangeNotSatisfiable,
  unknownCity,
} from "./decisions.ts";
import { conditionOf, type Deck, type Outcome, play, recordedRefusal, type Turns } from "./deck.ts";
import { type Draft, finish, forOneAlone, notModified, partial, withoutBody } from "./draft.ts";
import { explain, missDraft } from "./explain.ts";
import type { JournalEntry, Source } from "./journal.ts";
import { matchers } from "./matchers.ts";
import { limitOf, type Profile } from "./profile.ts";
import { at, freshQuota, type Quota, spend } from "./quota.ts";
import { byteRange } from "./range.ts";
import { overview } from "./rate-limit-route.ts";
import { cities, cityOf, ignoresCredential, isList, isMetered, needsCredential, type Place } from "./route.ts";
import { cutPage } from "./whole-list.ts";

/** What does not change from one request to the next. */
export interface Settings {
  readonly deck: Deck;
  readonly profile: Profile;
  readonly scrubber: Scrubber;
  readonly identify: (authorization: string | undefined) => Caller;
  /** Finds where a target leads; secrets in it are hidden. */
  readonly locate: (target: string) => Place;
}

/** What does. */
export interface State {
  readonly quotas: ReadonlyMap<string, Quota>;
  readonly turns: Turns;
  /** Requests answered so far; the request id is made from it. */
  readonly asked: number;
}

/** An answer, and what becomes true once it is given. Whoever does not give it leaves the state as it is. */
export interface Answer {
  readonly reply: Reply;
  readonly entry: JournalEntry;
  readonly quota: { readonly bucket: string; readonly quota: Quota } | null;
  /** The key whose turn was taken. */
  readonly key: string | null;
}

/** What a request gets as long as its principal can pay. */
interface Candidate {
  readonly draft: Draft;
  readonly source: Source;
  readonly key: string | null;
  /** Null where no limit is counted for it. */
  readonly cost: number | null;
  readonly validators: Validators | null;
  /** Whether the headers are those of this API, so that the request gets an id. */
  readonly identified: boolean;
}

/**
 * Answers one request: looks it up, lets the principal pay, and finishes the answer. Pure: the same arguments give the
 * same answer, and nothing is changed.
 * @param now Epoch seconds.
 * @example
 * const { reply, ...changes } = answer(settings, state, ask, clock());
 */
export function answer(settings: Settings, state: State, ask: Ask, now: number): Answer {
  const { profile } = settings;
  const place = settings.locate(ask.target);
  const caller = settings.identify(headerOf(ask, "authorization"));
  const request = requestOf(settings, ask, place, principalOf(caller));
  const base = profile.rewriteOrigin ? ask.base + place.prefix : ask.base;

  const bucket = bucketOf(caller, ask.address);
  const held = at(
    state.quotas.get(bucket) ?? freshQuota(limitOf(profile, aliasOf(caller)), profile.windowSeconds),
    now,
  );
  const wanted = answered(
    candidateFor(settings, state, { ask, place, caller, request, base, held }),
    ask,
    caller,
    profile,
  );
  const { allowed, quota: paid } = spend(held, wanted.cost ?? 0, now);
  const candidate = allowed ? wanted : refusal(settings, request, caller, ask, base, held, now);
  const metered = candidate.cost !== null;
  const reply = finish(candidate.draft, {
    now,
    quota: metered ? paid : null,
    requestId: candidate.identified ? requestIdOf(profile, state.asked) : null,
  });
  return {
    reply: ask.method === "HEAD" ? withoutBody(reply) : reply,
    quota: metered ? { bucket, quota: paid } : null,
    key: candidate.key,
    entry: {
      at: now,
      method: ask.method,
      target: request.target,
      principal: request.principal,
      status: candidate.draft.status,
      cost: candidate.cost ?? 0,
      source: candidate.source,
    },
  };
}

interface Situation {
  readonly ask: Ask;
  readonly place: Place;
  readonly caller: Caller;
  readonly request: RecordedRequest;
  readonly base: string;
  readonly held: Quota;
}

/** What the tapes have for a request; where they have nothing, what the profile decides; where it is silent, a miss. */
function candidateFor(settings: Settings, state: State, situation: Situation): Candidate {
  const { profile } = settings;
  const { ask, place, caller, request, base, held } = situation;
  if (caller.kind === "bad" && ask.method !== "OPTIONS" && isMetered(place.route))
    return decided(badCredentials(profile), 1);
  if (place.route === "rate-limit" && profile.rateLimitRoute && isReading(ask)) {
    return decided(overview(profile, held), 0);
  }

  const outcome = lookUp(settings.deck, state.turns, request, place);
  if (outcome.kind === "played") return played(outcome.card, outcome.key, base);

  const page = isList(place.route) && isReading(ask) ? pageFor(settings.deck, situation) : null;
  if (page !== null) return page;

  const decide = (draft: Draft, cost: number): Candidate =>
    isMetered(place.route) ? decided(draft, cost) : unmetered(draft, { kind: "decided" });
  if (ask.method === "OPTIONS") {
    return decide(preflight(profile, headerOf(ask, "access-control-request-headers")), 0);
  }
  // Where the API was seen to take the method, it is the recording that is missing.
  if (!isReading(ask) && !isRecorded(settings.deck, request)) return decide(methodNotAllowed(profile), 1);
  if (needsCredential(place.route) && caller.kind === "anonymous") return decided(authenticationRequired(profile), 1);
  const city = cityOf(place);
  if (city !== null && !cities.includes(city)) return decide(unknownCity(city), 0);
  if (profile.misses === "not-found" && place.route !== "other") return decide(notFound(profile), 1);

  const miss = explain(settings.deck, request);
  const source: Source = { kind: "missed", miss };
  return isMetered(place.route)
    ? { ...decided(missDraft(miss), 0), source, identified: false }
    : unmetered(missDraft(miss), source);
}

/** A page that was not recorded, where the whole list was: the caller's own, or else the anonymous one. */
function pageFor(deck: Deck, { ask, place, request, base }: Situation): Candidate | null {
  const { searchParams } = new URL(ask.target, "http://localhost");
  for (const principal of principalsFor(request.principal, place)) {
    const page = cutPage(deck, { ...request, principal }, searchParams, base);
    if (page) return { ...played(page.card, null, base), draft: page.draft, validators: page.validators };
  }
  return null;
}

/** Looks among the caller's own recordings, then among the anonymous ones; a HEAD finds what was recorded for GET. */
function lookUp(deck: Deck, turns: Turns, request: RecordedRequest, place: Place): Outcome {
  const methods = request.method === "HEAD" ? ["HEAD", "GET"] : [request.method];
  for (const principal of principalsFor(request.principal, place)) {
    for (const method of methods) {
      const outcome = play(deck, turns, { ...request, method, principal });
      if (outcome.kind === "played") return outcome;
    }
  }
  return { kind: "missed" };
}

function principalsFor(principal: Principal, { route }: Place): readonly Principal[] {
  if (needsCredential(route)) return [principal];
  return ignoresCredential(route) || principal === anonymous ? [anonymous] : [principal, anonymous];
}

function played(card: Card, key: string | null, base: string): Candidate {
  const { headers, body } = card.render(base);
  const { status } = card.exchange.response;
  const { method, headers: asked } = card.exchange.request;
  const empty = status === 204 || status === 205 || status === 304 || method === "HEAD";
  return {
    draft: { status, headers, body: empty ? null : body },
    source: { kind: "played", tape: card.tape, place: card.place },
    key,
    cost: card.metered ? (status >= 500 || method === "OPTIONS" ? 0 : 1) : null,
    // What was recorded under a condition is the answer to it.
    validators: status === 200 && conditionOf(asked) === "" ? card.validators : null,
    identified: card.metered,
  };
}

function decided(draft: Draft, cost: number): Candidate {
  return { draft, source: { kind: "decided" }, key: null, cost, validators: null, identified: true };
}

function unmetered(draft: Draft, source: Source): Candidate {
  return { draft, source, key: null, cost: null, validators: null, identified: false };
}

/** What a full answer becomes for a client that holds a copy, or wants a part. */
function answered(candidate: Candidate, ask: Ask, caller: Caller, profile: Profile): Candidate {
  const { validators } = candidate;
  const draft = profile.privateCache && caller.kind === "known" ? forOneAlone(candidate.draft) : candidate.draft;
  if (draft.status === 304) return { ...candidate, draft, cost: candidate.cost && notModifiedCost(profile, caller) };
  if (validators === null || !isReading(ask)) return { ...candidate, draft };
  if (isFresh(headerOf(ask, "if-none-match"), headerOf(ask, "if-modified-since"), validators)) {
    return { ...candidate, draft: notModified(draft), cost: candidate.cost && notModifiedCost(profile, caller) };
  }
  const length = draft.body?.length ?? 0;
  const cut = ask.method === "GET" && mayCut(headerOf(ask, "if-range"), validators);
  const range = cut ? byteRange(headerOf(ask, "range"), length) : null;
  if (range === null) return { ...candidate, draft };
  return {
    ...candidate,
    draft: range === "unsatisfiable" ? rangeNotSatisfiable(profile, length) : partial(draft, range.first, range.last),
  };
}

function notModifiedCost(profile: Profile, caller: Caller): number {
  return profile.notModifiedCost[caller.kind === "known" ? "token" : "anonymous"];
}

/** The answer to one who has nothing left: as it was recorded, or else as the profile words it. It costs nothing. */
function refusal(
  { deck, profile }: Settings,
  request: RecordedRequest,
  caller: Caller,
  ask: Ask,
  base: string,
  held: Quota,
  now: number,
): Candidate {
  const recorded = recordedRefusal(deck, request);
  const who = caller.kind === "known" ? caller.account : ask.address;
  const candidate =
    recorded?.card.exchange.response.status === profile.refusal.status && !profile.refusal.retryAfter
      ? played(recorded.card, recorded.key, base)
      : decided(limitExceeded(profile, who, held.resetsAt - now), 0);
  return { ...candidate, cost: 0, validators: null, source: { kind: "refused" } };
}

function isRecorded({ byPath }: Deck, request: RecordedRequest): boolean {
  const cards = byPath.get(matchers.path(request)) ?? [];
  return cards.some(({ exchange }) => exchange.request.method === request.method);
}

function isReading({ method }: Ask): boolean {
  return method === "GET" || method === "HEAD";
}

/** The request headers that a look-up may depend on. */
const compared: readonly string[] = ["accept", "if-modified-since", "if-none-match", "range"];

function requestOf({ scrubber }: Settings, ask: Ask, place: Place, principal: Principal): RecordedRequest {
  const headers = compared.flatMap((name) => {
    const value = headerOf(ask, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const request = { method: ask.method, target: place.target, principal, headers, body: null };
  return ask.body === null ? request : scrubber.request({ ...request, body: bodyOf(ask.body) });
}

function requestIdOf({ vendor }: Profile, asked: number): readonly [string, string] {
  return [`x-${vendor}-request-id`, `0000:000000:0000000:0000000:${asked.toString(16).padStart(8, "0")}`];
}
