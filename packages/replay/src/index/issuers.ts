// Whose login a placeholder is: two that were issued for equal requests are of one account, and so is what was issued for
// a request that sent one of them (a refresh). `alike.ts` uses it.
import { findPlaceholders, issuedIn } from "@tapedeck/tape/internal";
import { memoize, memoizeObject } from "../memoize.ts";
import { type ExchangeIndex, keyOfExchange } from "./lookup.ts";

/**
 * Returns whether two issued credentials are of different accounts: answers to different requests issued them, none of
 * which sent the other's. If it is not known who issued one of them, it returns false.
 */
export function areOfDifferentAccounts(index: ExchangeIndex, one: string, other: string): boolean {
  const [first, second] = [one, other].map(originsIn(index)) as [ReadonlySet<string>, ReadonlySet<string>];
  return first.size > 0 && second.size > 0 && first.isDisjointFrom(second);
}

/** Returns the keys of the requests that all placeholders of a login go back to. An index never changes. */
const originsIn = memoizeObject((index: ExchangeIndex) =>
  memoize(4096, (login: string): ReadonlySet<string> => {
    const keys = new Set<string>();
    const left = new Set(findPlaceholders(login));
    // A set also gives what is added while it is read, once.
    for (const placeholder of left) {
      for (const card of index.issuers(placeholder)) {
        const sent = issuedIn(card.exchange).sent.filter((each) => isIssued(index, each));
        if (sent.length === 0) keys.add(keyOfExchange(card, index.rule));
        for (const each of sent) left.add(each);
      }
    }
    return keys;
  }),
);

/** Returns whether a recorded answer issued a placeholder. */
export function isIssued(index: ExchangeIndex, placeholder: string): boolean {
  return index.issuers(placeholder).next().done !== true;
}
