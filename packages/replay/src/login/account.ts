// Whose login a placeholder is: two that were issued for equal requests are of one account, and so is what was issued for
// a request that sent one of them (a refresh). `sent-login.ts` uses it.
import { anonymous, headerOf, type RecordedRequest } from "@tapedeck/tape";
import {
  findIssued,
  findPlaceholders,
  isObject,
  isSessionAfter,
  isSessionSince,
  issuedIn,
  namesIn,
  opaqueTag,
  parsedJson,
  replacePlaceholders,
  saysWho,
  sendsPassword,
  userHeaders,
  usersIn,
  withoutHeader,
} from "@tapedeck/tape/internal";
import { type ExchangeIndex, keyOfExchange } from "../index/lookup.ts";
import type { PreparedExchange } from "../index/prepared-exchange.ts";
import { memoize, memoizeObject } from "../memoize.ts";
import { cookiePlace, logsIn, ownIn } from "./login.ts";

/** Whose a login is, seen from another: got by equal requests, by its account for something else, or by another's. */
export type Kinship = "same login" | "same account" | "other account" | "unknown";

/**
 * Returns how two issued credentials belong together. They are of different accounts if answers to different requests
 * issued them, none of which sent the other's; if it is not known who issued one of them, that is unknown.
 */
export function kinshipOf(index: ExchangeIndex, one: string, other: string): Kinship {
  const [first, second] = [one, other].map(originsIn(index)) as [Origins, Origins];
  if (first.accounts.size === 0 || second.accounts.size === 0) return "unknown";
  if (first.accounts.isDisjointFrom(second.accounts)) return "other account";
  return first.logins.isDisjointFrom(second.logins) ? "same account" : "same login";
}

/** Returns whether recorded requests of a scope send what answers issued to several accounts. */
export function hasSeveralAccounts(index: ExchangeIndex, scope: string): boolean {
  return severalIn(index)(scope);
}

const severalIn = memoizeObject((index: ExchangeIndex) =>
  memoize(64, (scope: string): boolean => {
    let first: string | null = null;
    for (const said of index.logins(scope)) {
      if (first !== null && kinshipOf(index, first, said) === "other account") return true;
      if (first === null && kinshipOf(index, said, said) !== "unknown") first = said;
    }
    return false;
  }),
);

const severalBy = (
  isOneOf: typeof isSessionAfter,
  nameOf = (name: string): string => name,
): ((index: ExchangeIndex) => boolean) =>
  memoizeObject((index: ExchangeIndex) => {
    const names = Array.from(index.sessions(), (session) => nameOf(namesIn(session).after));
    const [longest = "", ...others] = names.sort((a, b) => b.length - a.length);
    return others.some((each) => !isOneOf(longest, each));
  });

/** Returns whether recordings have several sessions, or several users of one: see `RecordedRequest.session`. */
export const hasSeveralSessions: (index: ExchangeIndex) => boolean = severalBy(isSessionAfter);

/** Returns the same for who shows no session: users of one session are told apart by what else they send. */
export const hasUnlikeSessions: (index: ExchangeIndex) => boolean = severalBy(isSessionSince);

/** Returns the same for who shows no session, but names a user in a header. */
export const hasSessionsBesideHeader: (index: ExchangeIndex) => boolean = severalBy(isSessionSince, withoutHeader);

/** Returns whether recordings have any session that has a name: who logged in is then known from who did not. */
export const hasSessions: (index: ExchangeIndex) => boolean = memoizeObject(
  (index: ExchangeIndex) => index.sessions().size > 0,
);

/** The keys of the requests that all placeholders of a login go back to. */
interface Origins {
  readonly logins: ReadonlySet<string>;
  /** Without what the login is for. */
  readonly accounts: ReadonlySet<string>;
}

/** An index never changes. */
const originsIn = memoizeObject((index: ExchangeIndex) =>
  memoize(4096, (login: string): Origins => {
    const begun: Begun[] = [];
    const goneOn: (readonly string[])[] = [];
    const left = new Set(findPlaceholders(login));
    // A set also gives what is added while it is read, once.
    for (const placeholder of left) {
      for (const prepared of index.issuers(placeholder)) {
        const { request } = prepared.exchange;
        const sent = issuedIn(prepared.exchange).sent.filter((each) => isIssued(index, each));
        const says = saidOfSender(request, index);
        // A browser sends the session of the user who logged in before.
        if (sent.length === 0 || logsIn(request)) begun.push({ prepared, says });
        else {
          goneOn.push(says);
          for (const each of sent) left.add(each);
        }
      }
    }
    // A visitor's session, too, may have been sent.
    const logins = begun.some(({ says }) => says.length > 0) ? begun.filter(({ says }) => says.length > 0) : begun;
    // A session may go on as another user's, by a password or a key alone; its own user confirms it by the same one.
    const known = new Set(logins.flatMap(({ says }) => says));
    const others = goneOn.filter((says) => !says.some((each) => known.has(each))).flat();
    const own = [...new Set(others)].sort().join(" ");
    // Equal requests in two sessions, such as one for the token of a code, are two accounts'.
    const keyed = (keyOf: typeof accountKey): ReadonlySet<string> =>
      new Set(
        logins.map(({ prepared }) => {
          const { request } = prepared.exchange;
          const sent = [...credentialsOf(request, index), ...namedIn(request)];
          return [keyOf(prepared, index), request.session ?? "", ...sent, own].join(" ");
        }),
      );
    return { logins: keyed(loginKey), accounts: keyed(accountKey) };
  }),
);

/** A request for a login that goes back to none before it, and what it says of who sends it. */
interface Begun {
  readonly prepared: PreparedExchange;
  readonly says: readonly string[];
}

/**
 * Returns the users that a request names, and what it has of its client's own: passwords, codes, and keys. Beside a token
 * that it renews, keys are an application's.
 */
function saidOfSender(request: RecordedRequest, index: ExchangeIndex): readonly string[] {
  const text = `${request.target} ${request.body?.text ?? ""}`;
  const sent = findPlaceholders(text).filter((each) => ofTyped.test(each) && !isIssued(index, each));
  if (isAnyIssued(index, text)) return [...usersIn(request), ...sent];
  const keys = findPlaceholders(text).filter((each) => each.search(opaqueTag) >= 0);
  return [...usersIn(request), ...sent, ...keys, ...credentialsOf(request, index)];
}

/** Returns what a request has of its client's own in headers: a user by Basic, keys. */
function credentialsOf(request: RecordedRequest, index: ExchangeIndex): readonly string[] {
  return ownIn(request)
    .filter(([place, said]) => !place.startsWith(cookiePlace) && !isAnyIssued(index, said))
    .map(([place, said]) => `${place}: ${said}`);
}

/** Returns the user that a header names, where no password tells it: a client may send the header once it knows its user. */
function namedIn(request: RecordedRequest): readonly string[] {
  return sendsPassword(request) ? [] : userHeaders(request).map((header) => header.join(": "));
}

// What a person types has the tag of a value that can be guessed.
const ofTyped = /^__redacted-(?:password\b.*|[^.]*\.[\da-f]{1,3})__$/;

function isAnyIssued(index: ExchangeIndex, said: string): boolean {
  return findIssued(said).some((each) => isIssued(index, each));
}

/** Returns the key of a request for a login, whatever issued credentials it sends along. */
function loginKey(prepared: PreparedExchange, index: ExchangeIndex, textOf = (text: string): string => text): string {
  const { exchange, refusal, scope } = prepared;
  const { request } = exchange;
  const plain = (text: string): string => replacePlaceholders(text, (each) => (isIssued(index, each) ? "" : undefined));
  const text = request.body?.encoding === "utf8" ? request.body.text : null;
  const body = text === null ? request.body : ({ encoding: "utf8", text: textOf(plain(text)) } as const);
  const isOld = isAnyIssued(index, headerOf(request.headers, "authorization") ?? "");
  const principal = isOld ? anonymous : request.principal;
  const sent = { ...request, target: plain(request.target), principal, body };
  return keyOfExchange({ exchange: { ...exchange, request: sent }, refusal, scope }, index.rule);
}

/** Returns the key without what that login is for: one account may have several. */
function accountKey(prepared: PreparedExchange, index: ExchangeIndex): string {
  return loginKey(prepared, index, withoutPurpose);
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

/**
 * Returns whether a login is a session that began before a login: answers issued it to GETs, or to requests
 * that do not say who sends them. See `RecordedRequest.session`.
 */
export function isVisitors(index: ExchangeIndex, login: string): boolean {
  return visitorsIn(index)(login);
}

const visitorsIn = memoizeObject((index: ExchangeIndex) =>
  memoize(4096, (login: string): boolean =>
    findPlaceholders(login).every((each) => index.issuers(each).every(({ exchange }) => !saysWho(exchange.request))),
  ),
);

/** Returns whether a recorded answer issued a placeholder. */
export function isIssued(index: ExchangeIndex, placeholder: string): boolean {
  return index.issuers(placeholder).next().done !== true;
}
