// Which recorded answers a replay gives that asks an upstream for others. A recorded answer is given again as often as it
// is asked for, but not what is good for one client at one moment only, nor one from before upstream was changed: that
// comes from upstream, once this was reached.
import { type Exchange, headerOf } from "@tapedeck/tape";
import { issuedIn } from "@tapedeck/tape/internal";
import type { Answer } from "../answer.ts";
import { asksForSignature } from "./challenge.ts";

/** What is known of upstream, and of the answers that were given. */
interface Freshness {
  /** Notes that upstream answered a request; without one, that it was reached. */
  reached(asked?: Exchange): void;
  clear(): void;
  /**
   * Chooses what a client gets: the answer whose turn it is, a later one to its request, or null for a miss and for
   * upstream's.
   * @param answerAfter Returns the answer that comes after a number of others.
   * @param isFetched Whether upstream has just been asked for it: it is not asked again.
   */
  choose(answerAfter: (skipped: number) => Answer, isFetched: boolean): Chosen | null;
}

interface Chosen {
  readonly found: Answer;
  /** How many answers come before it. */
  readonly skipped: number;
}

/**
 * @example
 * createFreshness().choose(() => answer(settings, state, resolve(settings, ask), now), false);
 */
export function createFreshness(): Freshness {
  let isReached = false;
  let changes = 0;
  /** The number of changes before each recording was given, by its id. */
  const givenAt = new Map<number, number>();
  const isPast = ({ id, exchange }: Answer["plays"][number]): boolean => {
    const before = givenAt.get(id);
    if (before === undefined) return false;
    return exchange.request.method === "POST" ? creates(exchange) : before < changes;
  };
  return {
    reached(asked) {
      isReached = true;
      if (asked && !isRead.test(asked.request.method) && asked.response.status < 400) changes += 1;
    },
    clear() {
      givenAt.clear();
    },
    choose(answerAfter, isFetched) {
      const seen = new Set<number>();
      for (let skipped = 0; ; skipped += 1) {
        const found = answerAfter(skipped);
        if (found.entry.source.kind === "missed") return null;
        if (isReached && !isFetched && asksForSignature(found.reply)) return null;
        const past = found.plays.find(isPast);
        if (!isReached || past === undefined) {
          for (const { id } of found.plays) givenAt.set(id, changes);
          return { found, skipped };
        }
        if (seen.has(past.id)) return null;
        seen.add(past.id);
      }
    },
  };
}

// RFC 9110, 9.2.1; RFC 4918, 9.1; RFC 3253, 3.6; RFC 5323, 2.
const isRead = /^(?:GET|HEAD|OPTIONS|TRACE|QUERY|PROPFIND|REPORT|SEARCH)$/;

/** Returns whether a request made something new, which another client would spoil: an upload, an order, a session. */
function creates(exchange: Exchange): boolean {
  const { request, response } = exchange;
  if (request.method !== "POST" || response.status >= 400) return false;
  const isMade = response.status === 201 || response.status === 202 || headerOf(response.headers, "location") !== null;
  return isMade || issuedIn(exchange).issued.length > 0;
}
