import type { Exchange } from "@tapedeck/tape";
import type { Store } from "@tapedeck/tape/files";
import {
  findPlaceholders,
  finish,
  inTurns,
  isDue,
  issuedIn,
  issuedSteps,
  placeholdersIn,
  type Steps,
  textHash,
} from "@tapedeck/tape/internal";

/** A placeholder that two answers issued, and the requests for these. */
export interface SharedPlaceholder {
  readonly placeholder: string;
  readonly request: string;
  /** The one of an earlier run. */
  readonly earlier: string;
}

/** Knows what the answers of a run issued. */
export interface IssuedInRun {
  /** Notes what an answer issued, in turns with the event loop. */
  note(stored: Exchange): Promise<void>;
  /** Returns the placeholders that an answer of an earlier run issued, too, and that a recorded request sends. */
  sharedWith(store: Pick<Store, "iterate">): Promise<readonly SharedPlaceholder[]>;
}

/** Characters of a request in what is told of it. */
const longestTold = 256;

/**
 * Starts noting what a run issues: its numbers begin anew in each run, so that recording the same again makes no diff.
 * @param most Number of placeholders, and of answers, that are noted: the first ones. Of others nothing is told.
 * @example
 * const issued = issuedInRun();
 */
export function issuedInRun(most = 20_000): IssuedInRun {
  const issued = new Map<string, string>();
  const asked = new Set<string>();
  function* noteSteps(stored: Exchange): Steps<void> {
    const own = yield* issuedBy(stored);
    if (own.length === 0 || asked.size >= most) return;
    asked.add(keyOf(stored));
    const request = requestOf(stored);
    for (const each of own) {
      if (isDue()) yield;
      if (issued.size < most) issued.set(each, request);
    }
  }
  return {
    note: (stored) => inTurns(noteSteps(stored)),
    async sharedWith(store) {
      if (issued.size === 0) return [];
      const [earlier, sent] = [new Map<string, string>(), new Set<string>()];
      for await (const { exchanges } of store.iterate())
        for (const exchange of exchanges) {
          const { target, headers } = exchange.request;
          for (const each of findPlaceholders(JSON.stringify([target, headers]))) sent.add(each);
          if (asked.has(keyOf(exchange))) continue;
          for (const each of finish(issuedBy(exchange))) earlier.set(each, requestOf(exchange));
        }
      return [...issued]
        .flatMap(([placeholder, request]) => {
          const other = earlier.get(placeholder);
          return other === undefined || !sent.has(placeholder) ? [] : [{ placeholder, request, earlier: other }];
        })
        .sort((a, b) => (a.placeholder < b.placeholder ? -1 : 1));
    },
  };
}

/** What a refusal issues lets nobody in. */
function* issuedBy(exchange: Exchange): Steps<readonly string[]> {
  return exchange.response.status < 400 ? (yield* issuedSteps(exchange)).issued : [];
}

function requestOf({ request: { method, target } }: Exchange): string {
  return `${method} ${target}`.slice(0, longestTold);
}

function keyOf({ request: { method, target, principal, body } }: Exchange): string {
  return textHash(JSON.stringify([method, target, principal, body?.text])).join();
}

/** Adds the placeholders of a store's exchanges to a set: those that answers issued, and those that requests send. */
export async function placeholdersOnFile(store: Pick<Store, "iterate">, into: Set<string>): Promise<void> {
  for await (const { exchanges } of store.iterate())
    for (const exchange of exchanges)
      for (const each of [...issuedIn(exchange).issued, ...placeholdersIn(exchange.request)]) into.add(each);
}
