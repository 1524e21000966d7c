// Which recorded answers a replay gives that asks an upstream for others. A recorded answer is given again as often as it
// is asked for, but not what is good for one client at one moment only: that comes from upstream, once this was reached.
import { type Exchange, headerOf } from "@tapedeck/tape";
import { issuedIn } from "@tapedeck/tape/internal";
import type { Answer } from "../answer.ts";
import { asksForSignature } from "./challenge.ts";

/** What is known of upstream, and of the answers that were given. */
interface Freshness {
  /** Notes that upstream gave an answer. */
  reached(): void;
  /**
   * Chooses what a client gets: the answer whose turn it is, a later one to its request, or null for a miss and for
   * upstream's.
   * @param answerAfter Returns the answer that comes after a number of others.
   * @param isFetched Whether upstream has just been asked for it: nobody asks there again.
   */
  choose(answerAfter: (skipped: number) => Answer, isFetched: boolean): Chosen | null;
}

interface Chosen {
  readonly found: Answer;
  /** How many answers come before it. */
  readonly skipped: number;
}

/**
 * @param playCount Returns how often an exchange was played.
 * @example
 * createFreshness(() => 0).choose(() => answer(settings, state, resolve(settings, ask), now), false);
 */
export function createFreshness(playCount: (id: number) => number): Freshness {
  let isReached = false;
  return {
    reached() {
      isReached = true;
    },
    choose(answerAfter, isFetched) {
      const seen = new Set<number>();
      for (let skipped = 0; ; skipped += 1) {
        const found = answerAfter(skipped);
        if (found.entry.source.kind === "missed") return null;
        if (isReached && !isFetched && asksForSignature(found.reply)) return null;
        const [past] = found.plays.filter(({ id, exchange }) => playCount(id) > 0 && creates(exchange));
        if (!isReached || past === undefined) return { found, skipped };
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
  return isMade || issuedIn(exchange).issued.length > 0;
}
