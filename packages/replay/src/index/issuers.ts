// Whose login a placeholder is: two that were issued for equal requests are of one account, and so is what was issued for
// a request that sent one of them (a refresh). `alike.ts` uses it.
import { findPlaceholders, issuedIn } from "@tapedeck/tape/internal";
import { memoizeObject } from "../memoize.ts";
import { type ExchangeIndex, keyOfExchange } from "./lookup.ts";
import type { PreparedExchange } from "./prepared-exchange.ts";

/** The request for which an answer issued something: its key, and the placeholders in it. */
interface Issuer {
  readonly key: string;
  readonly sent: readonly string[];
}

/** More exchanges would take too long to read. */
const mostRead = 10_000;

const known = new WeakMap<ExchangeIndex, { readonly size: number; readonly issuers: ReadonlyMap<string, Issuer> }>();

/**
 * Returns whether two issued credentials are of different accounts: answers to different requests issued them, none of
 * which sent the other's. If it is not known who issued one of them, it returns false. Reads all recorded answers to
 * POST, PUT, PATCH and DELETE when it is first asked.
 */
export function areOfDifferentAccounts(index: ExchangeIndex, one: string, other: string): boolean {
  const [first, second] = [one, other].map((login) => originsOf(issuersIn(index), findPlaceholders(login)));
  return (
    first !== undefined && second !== undefined && first.size > 0 && second.size > 0 && first.isDisjointFrom(second)
  );
}

/** Returns the keys of the requests that all of it goes back to. */
function originsOf(issuers: ReadonlyMap<string, Issuer>, placeholders: readonly string[]): ReadonlySet<string> {
  const keys = new Set<string>();
  const left = new Set(placeholders);
  // A set also gives what is added while it is read, once.
  for (const placeholder of left) {
    const issuer = issuers.get(placeholder);
    const sent = issuer?.sent.filter((each) => issuers.has(each)) ?? [];
    if (issuer !== undefined && sent.length === 0) keys.add(issuer.key);
    for (const each of sent) left.add(each);
  }
  return keys;
}

function issuersIn(index: ExchangeIndex): ReadonlyMap<string, Issuer> {
  const { size } = index;
  const before = known.get(index);
  if (before?.size === size) return before.issuers;
  const issuers = new Map<string, Issuer>();
  if (size <= mostRead)
    for (const card of index.exchanges()) {
      const { issued, sent } = issuedBy(card);
      for (const each of issued)
        if (!issuers.has(each)) issuers.set(each, { key: keyOfExchange(card, index.rule), sent });
    }
  known.set(index, { size, issuers });
  return issuers;
}

/**
 * Returns whether an answer issued a placeholder, of those that are recorded when it is first asked.
 * @param exchanges Returns all of them.
 */
export function issuedBefore(exchanges: () => Iterable<PreparedExchange>): (placeholder: string) => boolean {
  let issued: ReadonlySet<string> | null = null;
  return (placeholder) => {
    issued ??= new Set(Array.from(exchanges(), (card) => issuedBy(card).issued).flat());
    return issued.has(placeholder);
  };
}

// Each is read once, however many are added. An unreadable answer is an error where it is asked for.
const issuedBy = memoizeObject(({ exchange }: PreparedExchange): ReturnType<typeof issuedIn> => {
  try {
    return issuedIn(exchange);
  } catch {
    return { issued: [], sent: [] };
  }
});
