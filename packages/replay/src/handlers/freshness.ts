// Which recorded answers a replay gives that asks an upstream for others. A recorded answer is given again as often as it
// is asked for, but not what is good for one client at one moment only, nor one from before upstream was changed: that
// comes from upstream. A challenge does so from the first on, since any client may sign it; all else does once upstream
// was reached. For one program,
// whose order a replay keeps, an answer that was fetched is given once.
import { type Exchange, headerOf, type RecordedResponse } from "@tapedeck/tape";
import { avoidsCaches, issuedIn, typedKind } from "@tapedeck/tape/internal";
import type { Answer } from "../answer.ts";
import type { IncomingRequest } from "../http/message.ts";
import type { PreparedExchange } from "../index/prepared-exchange.ts";
import { isMutation, onlyReads } from "../request/only-reads.ts";

/** Whether upstream has just been asked: for everyone who asks the same, or for one request alone. */
export type Fetched = "for all" | "for one" | null;

/**
 * Stores what upstream answered.
 * @param from The base URL that it came from: links to it become links to the client's base.
 * @param isGiven Whether it is for the client alone that has got it already.
 */
export type StoreAnswer = (
  ask: IncomingRequest,
  response: RecordedResponse,
  from: string,
  isGiven?: boolean,
) => void | Promise<void>;

/** What is known of upstream, and of the answers that were given. */
export interface Freshness {
  /** Notes that upstream answered a request; without one, that it was reached. */
  reached(asked?: Exchange): void;
  /** Notes that upstream gave no answer: until it does, a recorded challenge is better than none. */
  failed(): void;
  clear(): void;
  /**
   * Chooses what a client gets: the answer whose turn it is, a later one to its request, or null for a miss and for
   * upstream's.
   * @param answerAfter Returns the answer that comes after a number of others.
   * @param fetched Whether upstream has just been asked for it: it is not asked again.
   */
  choose(answerAfter: (skipped: number) => Answer, fetched: Fetched): Chosen | null;
  /** Notes that a recording was given while it was made. */
  given(id: number): void;
}

interface Chosen {
  readonly found: Answer;
  /** How many answers come before it. */
  readonly skipped: number;
}

/**
 * Starts with an upstream that is not known yet.
 * @param onReplaced Called with a recorded challenge in whose place upstream's own comes.
 */
export function createFreshness(onReplaced: (played: PreparedExchange) => void): Freshness {
  let isReached = false;
  let isGone = false;
  let changes = 0;
  /** The number of changes before each recording was given, by its id. */
  const givenAt = new Map<number, number>();
  /** The recordings that are given once. */
  const once = new Set<number>();
  const isPast = ({ id, exchange }: PreparedExchange): boolean => {
    if (once.has(id)) return true;
    const before = givenAt.get(id);
    if (before === undefined) return false;
    if (creates(exchange)) return true;
    if (avoidsCaches(exchange.request.target)) return true;
    // Equal ones may append, each at its place: RFC 5789, section 2; uploads that resume.
    return before < changes || (exchange.request.method === "PATCH" && exchange.response.status < 400);
  };
  return {
    reached(asked) {
      isReached = true;
      isGone = false;
      if (asked && !onlyReads(asked.request) && asked.response.status < 400) changes += 1;
    },
    failed() {
      isGone = true;
    },
    given(id) {
      once.add(id);
    },
    clear() {
      givenAt.clear();
      once.clear();
    },
    choose(answerAfter, fetched) {
      const seen = new Set<number>();
      for (let skipped = 0; ; skipped += 1) {
        const found = answerAfter(skipped);
        if (found.chosen.source.kind === "missed") return null;
        if (!isGone && fetched === null && (asksForSignature(found.reply) || found.plays.some(isRefusedSignature))) {
          found.plays.forEach(onReplaced);
          return null;
        }
        const past = found.plays.find(isPast);
        if (!isReached || past === undefined) {
          for (const { id } of found.plays) {
            givenAt.set(id, changes);
            if (fetched === "for one") once.add(id);
          }
          return { found, skipped };
        }
        if (seen.has(past.id)) return null;
        seen.add(past.id);
      }
    },
  };
}

/** Returns whether a request made something new, which another client would spoil: an upload, an order, a session. */
function creates(exchange: Exchange): boolean {
  const { request, response } = exchange;
  if (request.method !== "POST" || response.status >= 400) return false;
  const isMade = response.status === 201 || response.status === 202 || headerOf(response.headers, "location") !== null;
  return isMade || isMutation(request) || issuedIn(exchange).issued.length > 0;
}

/** Returns whether a client was refused that signs each request anew: nothing tells it from who has the right key. */
function isRefusedSignature({ exchange: { request, response } }: PreparedExchange): boolean {
  if (response.status !== 401 && response.status !== 403) return false;
  const login = headerOf(request.headers, "authorization");
  return (typedKind(login) === "user" && !/^basic /i.test(login ?? "")) || pinnedSignature.test(request.target);
}

// Of a signed URL: see `pinSignedUrl`.
const pinnedSignature = /[?&][\w-]{0,32}sig(?:nature)?=__redacted-parameter__(?:&|$)/i;

// RFC 7616, 3.3 (Digest); RFC 7804, 5 (SCRAM); RFC 7486, 3 (HOBA); Hawk.
const signedParameter = /(?:^|\s)(?:\w*nonce|challenge|data|ts)\s*=/i;
// A scheme and a token alone: RFC 4559, 4.2 (Negotiate).
const signedToken = /^\s*[\w-]+ +[\w.~+/-]{16,}=*\s*$/;

/**
 * Returns whether an answer asks the client to sign something, which is valid for what upstream issued itself: a
 * recording has a placeholder or an old time in its place. RFC 9110, 11.6.1; RFC 9449, 8; RFC 8555, 6.5.
 */
export function asksForSignature({ status, headers }: Pick<RecordedResponse, "status" | "headers">): boolean {
  if (status < 400 || status > 499) return false;
  return headers.some(([name, value]) => {
    if (/^(?:dpop|replay)-nonce$/.test(name)) return true;
    if (!/^(?:www|proxy)-authenticate$/.test(name)) return false;
    return value.split(",").some((part) => signedParameter.test(part) || signedToken.test(part));
  });
}
