// Names the sessions that begin before a login: answers to GETs have one placeholder for all clients, and equal requests
// begin equal ones. Whose a session is shows in what its client does. `secret-memory.ts` asks it for each exchange.
import { canonical, requestKey } from "../../canonical.ts";
import { dropOldest } from "../../drop-oldest.ts";
import { anonymous, type Exchange, type HeaderList, type RecordedRequest } from "../../exchange.ts";
import { headerOf } from "../../http/headers.ts";
import { isStateName, pinNoise } from "../../noise.ts";
import { createTextMemory } from "../../text-memory.ts";
import { findIssued, findPlaceholders, placeholderParts, replacePlaceholders } from "../placeholder.ts";
import type { IssuedValues } from "./issued-values.ts";
import { opaqueTag, opaqueTagOf, saysWhose } from "./pseudonym.ts";
import { mayNotIssue, placeholdersIn } from "./recorded-tags.ts";
import {
  isLoginPath,
  memberOfUser,
  sendsPassword,
  typedKind,
  userHeaders,
  userNames,
  usersIn,
} from "./typed-logins.ts";

/** Knows which values belong to one session, and what it was named. */
export interface SessionNames {
  /**
   * Notes that the answer that is read issued something under a placeholder.
   * @param isCounted As for `createIssuedPlaceholders`: then it begins a session if its request does not say who sends it.
   */
  issue(placeholder: string, isCounted: boolean): void;
  /**
   * Notes whom an answer issued something to, as `receiverOf` says.
   * @param value Given for an answer to a GET: others may have its placeholder, too.
   */
  give(placeholder: string, receiver: string | null, value?: string): void;
  /**
   * Notes that the message that is read has a value; returns its placeholder.
   * @param cookie The name of the cookie that it is.
   */
  pass(value: string, placeholder: string, cookie?: string): string;
  /** A request is read from now on, and then its answer. */
  begin(): void;
  /** @param request The request, secrets hidden. */
  answer(request: RecordedRequest): void;
  /** @param exchange The exchange, secrets hidden. */
  end(exchange: Exchange): Passed;
  /** As {@link namedFrom}, with whom answers issued something to. */
  namedFrom(before: string | null, exchange: Exchange): Exchange;
  /**
   * Returns an exchange, secrets hidden, with the name of its session.
   * @param tell Told the value of each cookie and what tells it apart: two sessions that do not differ there may get each
   *   other's answers.
   */
  named(
    exchange: Exchange,
    passed: Passed,
    tell: (placeholder: string, value: string, place: string) => void,
  ): Exchange;
}

/** What an exchange has of a session. */
export interface Passed {
  /** The session that its request belongs to, or that its answer begins; null for none. */
  readonly session: NamedSession | null;
  readonly cookies: readonly (readonly [placeholder: string, value: string, name: string])[];
  /** Whom the answers to GETs issued to what its request sends, by placeholder. */
  readonly receivers: ReadonlyMap<string, string>;
}

/** For placeholders, whom answers issued them to; null where no user is known. */
type Receivers = Pick<ReadonlyMap<string, string | null>, "has" | "get">;

interface NamedSession {
  /** Null before the answer that begins it, "" before the first request that names it. */
  name: string | null;
}

/** Headers in which an answer to a GET begins a session: a token that a page shows may be of another. */
export const beginsSession: RegExp = /^(?:set-cookie|location)$/;

/** A client that logs in again and again in one session gets no longer name. What a header names begins with a tilde. */
const [mostActs, byHeader] = [8, "~"];

/**
 * Makes names, of no session yet.
 * @param issued What answers issued.
 * @param most Number of values that are remembered.
 * @param mostCharacters Of all of them.
 */
export function createSessionNames(
  issued: Pick<IssuedValues, "get" | "begunAs">,
  most: number,
  mostCharacters: number,
): SessionNames {
  const placeholders = new Set<string>();
  /** Null for a value that several sessions have, such as the name of a server behind a balancer. */
  const sessions = createTextMemory<NamedSession | null>(most, mostCharacters);
  /** For a placeholder, whom an answer issued it to; null where no user is known. */
  const receivers = new Map<string, string | null>();
  /** The same for the value of an answer to a GET. */
  const receiverBy = createTextMemory<string>(most, mostCharacters);
  let [sent, came] = [new Set<string>(), new Set<string>()];
  let cookies: Passed["cookies"][number][] = [];
  let isAnswer = false;
  let isAnybodys = false;
  return {
    give(placeholder, receiver, value) {
      if (value !== undefined && receiver !== null) receiverBy.set(value, receiver);
      if (value !== undefined && !isOfOneTarget(placeholder)) return;
      receivers.delete(placeholder);
      receivers.set(placeholder, receiver);
      dropOldest(receivers, most);
    },
    issue(placeholder, isCounted) {
      if (isCounted && !isAnybodys) return;
      placeholders.delete(placeholder);
      placeholders.add(placeholder);
      dropOldest(placeholders, most);
    },
    pass(value, placeholder, cookie) {
      // The first ones: headers are read before a body, which may have hundreds of thousands.
      const values = isAnswer ? came : sent;
      if (values.size < most && placeholders.has(placeholder) && issued.get(value) === placeholder) values.add(value);
      if (cookie !== undefined && !isAnswer && cookies.length < most)
        cookies.push([placeholder, issued.begunAs(value), cookie]);
      return placeholder;
    },
    begin() {
      [sent, came, cookies, isAnswer] = [new Set(), new Set(), [], false];
    },
    answer(request) {
      [isAnswer, isAnybodys] = [true, !saysWho(request)];
    },
    end({ request, response }) {
      // A replay sees nothing of what a value holds that is hidden whole, such as a signed cookie.
      const shown = (values: Set<string>, message: typeof request | typeof response): ReadonlySet<string> => {
        const there = values.size > 0 ? placeholdersIn(message) : [];
        return new Set([...values].filter((each) => there.includes(issued.get(each) ?? "")));
      };
      const asked = shown(sent, request);
      const begun = shown(came, {
        ...response,
        headers: response.headers.filter(([name]) => beginsSession.test(name)),
        body: null,
      });
      const owners = [...asked].map((value) => sessions.get(value) ?? null).filter((each) => each !== null);
      // A visitor who sends a ticket goes on as whom that was given to.
      const own = owners.find(({ name }) => name !== null && name !== "") ?? owners[0] ?? null;
      const session = own ?? (begun.size > 0 ? { name: null } : null);
      for (const value of begun) {
        const known = sessions.get(value);
        sessions.set(value, known === undefined || known === session ? session : null);
      }
      // What two answers began at once goes on as one.
      for (const value of asked) if (sessions.get(value)) sessions.set(value, session);
      const given = [...asked].map((value) => [issued.get(value) ?? "", receiverBy.get(value) ?? null] as const);
      return {
        session,
        cookies,
        receivers: new Map(given.filter((each): each is [string, string] => each[1] !== null)),
      };
    },
    namedFrom: (before, exchange) => namedFrom(before, exchange, receivers),
    named(exchange, { session, cookies, receivers: own }, tell) {
      const all: Receivers = {
        has: (each) => own.has(each) || receivers.has(each),
        get: (each) => own.get(each) ?? receivers.get(each),
      };
      const named = session === null ? exchange : namedFrom(session.name, exchange, all);
      const { session: name } = named.request;
      if (session !== null) session.name = namesIn(name).after;
      for (const [placeholder, value, cookie] of cookies)
        tell(placeholder, value, [placeholder, cookie, name].join(" "));
      return named;
    },
  };
}

/**
 * Returns an exchange with the name of its session: a user in a header of its first requests names it, the first one that
 * changes something, and each later one that logs in, with a password or by a link that says who it is. Equal requests
 * give equal names, in whatever order they are recorded.
 * @param before The name before; "" for none. Null if its answer would begin the session.
 * @param exchange The exchange, secrets hidden.
 * @param receivers For placeholders, whom answers issued them to. Default: no user is known.
 */
export function namedFrom(before: string | null, exchange: Exchange, receivers: Receivers = new Map()): Exchange {
  const isBegun = isBegunBy(exchange);
  if (before === null && !isBegun) return exchange;
  const [{ request, response }, acts] = [exchange, before ? before.split(" ") : []];
  // Two sessions of one user still differ by what changes something in them.
  const isFirst = acts.every((each) => each.startsWith(byHeader));
  const act = acts.length < mostActs ? actIn(exchange, isFirst, isBegun, receivers) : null;
  const users = acts.length === 0 && response.status < 400 ? userHeaders(request) : [];
  const added = [
    ...(users.length > 0 ? [byHeader + opaqueTagOf(JSON.stringify(users))] : []),
    ...(act === null ? [] : [opaqueTagOf(act) + userIn(request, acts)]),
  ];
  const session = [...acts, ...(added.length > 0 ? [`+${added.join(" ")}`] : [])].join(" ");
  return session === "" ? exchange : { ...exchange, request: { ...request, session } };
}

/** Returns whether an answer to a GET gives its client a session, or a way to one, that its request does not send. */
function isBegunBy({ request, response }: Exchange): boolean {
  if (!mayNotIssue(request.method)) return false;
  const given = response.headers
    .filter(([name]) => beginsSession.test(name))
    .flatMap(([, value]) => findPlaceholders(value));
  return given.length > 0 && !new Set(given).isSubsetOf(new Set(placeholdersIn(request)));
}

/** Returns what names a session in an exchange; null for nothing. */
function actIn(
  { request, response }: Exchange,
  isFirst: boolean,
  isBegun: boolean,
  receivers: Receivers,
): string | null {
  const { method, target } = request;
  if (!mayNotIssue(method)) return response.status < 400 && (isFirst || sendsPassword(request)) ? actOf(request) : null;
  const isLogin = isBegun || (response.status >= 300 && response.status < 400);
  const credentials = isBegun ? [...headerCredentials(request), ...loginsOf({ request, response }, receivers)] : [];
  const who = isLogin ? whoIn(target) : [];
  const codes = isFirst && who.length === 0 ? loginCodesIn(target) : [];
  // A visitor's session may go on as a user's, under the same placeholder or with no new cookie.
  const isTicket = (each: string): boolean => receivers.has(each) || isTyped(each);
  const isOfTicket = response.status < 400 && findIssued(JSON.stringify(codes)).some(isTicket);
  const said = [...who, ...(isBegun || isOfTicket ? codes : []), ...credentials];
  return said.length > 0 ? givenTo(JSON.stringify(said), receivers) : null;
}

/** Returns the cookies, issued to a user who logged in, by which a redirect gives a ticket or a code. */
function loginsOf({ request, response }: Exchange, receivers: Receivers): readonly string[] {
  if (findPlaceholders(headerOf(response.headers, "location") ?? "").length === 0) return [];
  return findIssued(headerOf(request.headers, "cookie") ?? "").filter((each) => receivers.has(each));
}

/** Returns what the name of a session says of the user that a request logs in: with another one's, its answers differ. */
function userIn(request: RecordedRequest, acts: readonly string[]): string {
  const users = mayNotIssue(request.method) || sendsPassword(request) ? usersIn(request) : [];
  const isUser = users.length > 0 && mayLogIn(request, acts.join(" "));
  return isUser ? `@${pathTag(request)}${opaqueTagOf(JSON.stringify(users))}` : "";
}

/** Returns whether a request says who sends it: a session that it begins has its user from the start. */
export function saysWho(request: RecordedRequest): boolean {
  if (request.principal !== anonymous || headerCredentials(request).length > 0 || sendsPassword(request)) return true;
  return whoIn(request.target).length > 0 || memberOfUser.test(request.body?.text ?? "");
}

/** Returns the headers in which a request has a credential of its client's own, but for cookies. */
export function headerCredentials({ headers }: Pick<RecordedRequest, "headers">): HeaderList {
  return headers.filter(([name, value]) => name !== "cookie" && (name === "authorization" || isKey(value)));
}

const isKey = (text: string): boolean => text.search(opaqueTag) >= 0;

/** Returns what a target says of who logs in by it: a name, a key, the token of a link. */
function whoIn(target: string): readonly unknown[] {
  const [path = "", query = ""] = target.split("?", 2);
  const said = [...new URLSearchParams(query)].filter(
    ([name, value]) => userNames.test(name) || (isKey(value) && !isStateName(name)),
  );
  return said.length > 0 || isKey(path) ? [path, ...said] : [];
}

/** Returns a text with whom each placeholder was issued to in its place: of one user, each login has another. */
function givenTo(text: string, receivers: Receivers): string {
  return replacePlaceholders(text, (each) => receivers.get(each) ?? undefined);
}

// A page gives it to any client that comes, in the order in which they come.
export const ofForm: RegExp = /[cx]srf|authenticity|crumb|form_?(?:hash|key)|nonce|sesskey/i;

/**
 * Returns what a target has of a code, ticket or link that an answer issued, or that a person types: each login has another
 * one, and the answers to all of them begin sessions alike.
 */
function loginCodesIn(target: string): readonly unknown[] {
  const [path = "", query = ""] = target.split("?", 2);
  const codes = [...new URLSearchParams(query)].filter(
    ([name, value]) => saysWhose(value) && !(isStateName(name) || ofForm.test(name)),
  );
  return codes.length > 0 || saysWhose(path) ? [path, ...codes] : [];
}

/** Returns whether a placeholder is of what answers to one GET alone issue. */
function isOfOneTarget(placeholder: string): boolean {
  return /^[\da-f]{6}$/.test(placeholderParts(placeholder)?.tag ?? "");
}

/** Returns whether a placeholder may stand for what a person types: answers to GETs issue none with such a tag. */
function isTyped(placeholder: string): boolean {
  return /^[\da-f]{1,3}$/.test(placeholderParts(placeholder)?.tag.replace(/^0$/, "") ?? "");
}

/**
 * Returns the name that a session had when a request came, and the one that it has since the answer.
 * @param session As recordings have it.
 * @example
 * namesIn("1a2b3c4d5e +6f7a8b9c0d"); // { before: "1a2b3c4d5e", after: "1a2b3c4d5e 6f7a8b9c0d" }
 */
export function namesIn(session = ""): { readonly before: string; readonly after: string } {
  return { before: session.replace(/ ?\+.*/, ""), after: session.replace("+", "") };
}

/** Returns what a request does, and by which user or key: its other headers say with which program, and in which session. */
function actOf(request: RecordedRequest): string {
  const own = headerCredentials(request).filter(([, value]) => isKey(value) || typedKind(value) === "user");
  const headers = [...request.headers.filter(([name]) => name === "content-type"), ...own];
  const response = { status: 204, headers: [], body: null };
  return requestKey(canonical(pinNoise({ request: { ...request, headers }, response }, 0)).request);
}

/**
 * Returns whether a session with a name has what one with another had: it is what that one became, with no other user's
 * login since, or its user is the same.
 * @example
 * isSessionAfter("1a2b3c4d5e 6f7a8b9c0d@0d1c2b3a4f5e6d", "1a2b3c4d5e"); // true
 */
export function isSessionAfter(name: string, before: string): boolean {
  if (name === before) return true;
  const user = latestUser(before);
  return user === undefined ? isSessionSince(name, before) : latestUser(name) === user;
}

/** Returns whether a session with a name is what one with another became, whichever user logged in since. */
export function isSessionSince(name: string, before: string): boolean {
  return name === before || before === "" || name.startsWith(`${before} `);
}

/** Returns the name of a session without what a header told of its user. */
export function withoutHeader(name: string): string {
  return name.replace(/^~\S* ?/, "");
}

const latestUser = (name: string): string | undefined => name.match(/@[\da-f]+/g)?.at(-1);

const pathTag = ({ target }: Pick<RecordedRequest, "target">): string =>
  opaqueTagOf(target.split("?", 1)[0] ?? "").slice(0, 4);

/**
 * Returns whether a request with a user and a password may log in: where a session's first user logged in elsewhere, it
 * makes a user, or changes one, unless its path is called a login.
 * @param before The name that the session had.
 */
export function mayLogIn(request: Pick<RecordedRequest, "target">, before: string): boolean {
  const first = /@([\da-f]{4})/.exec(before)?.[1];
  return first === undefined || first === pathTag(request) || isLoginPath(request.target);
}
