// Whose login a placeholder is: two that were issued for equal requests are of one account, and so is what was issued for
// a request that sent one of them (a refresh). `alike.ts` uses it.
import { findPlaceholders, isObject, issuedIn, parsedJson } from "@tapedeck/tape/internal";
import { memoize, memoizeObject } from "../memoize.ts";
import { type ExchangeIndex, keyOfExchange } from "./lookup.ts";
import type { PreparedExchange } from "./prepared-exchange.ts";

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
        if (sent.length === 0) keys.add(accountKey(card, index));
        for (const each of sent) left.add(each);
      }
    }
    return keys;
  }),
);

/** Returns the key of a request for a login, without what that login is for: one account may have several. */
function accountKey({ exchange, refusal, scope }: PreparedExchange, { rule }: ExchangeIndex): string {
  const { request } = exchange;
  const text = request.body?.encoding === "utf8" ? request.body.text : null;
  const body = text === null ? request.body : ({ encoding: "utf8", text: withoutPurpose(text) } as const);
  return keyOfExchange({ exchange: { ...exchange, request: { ...request, body } }, refusal, scope }, rule);
}

// RFC 6749, section 3.3; RFC 8707; RFC 8693, section 2.1.
const purposes: ReadonlySet<string> = new Set(["scope", "audience", "resource"]);

/** Returns a form, or an object of JSON, without the members that say what a login is for. */
function withoutPurpose(text: string): string {
  const json = parsedJson(text);
  if (isObject(json))
    return JSON.stringify(Object.fromEntries(Object.entries(json).filter(([name]) => !purposes.has(name))));
  const fields = text.split("&");
  return fields.filter((field) => !purposes.has(field.split("=", 1)[0] ?? "")).join("&");
}

/** Returns whether a recorded answer issued a placeholder. */
export function isIssued(index: ExchangeIndex, placeholder: string): boolean {
  return index.issuers(placeholder).next().done !== true;
}
