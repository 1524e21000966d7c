// A login, as recordings have it: what an answer issued to a client, or what a person typed; never a secret. A real token
// without an alias is none: whatever a replay's client sends is taken for it, and for a key of which only one was recorded. `account.ts` tells whose a login is. Read
// next: `sent-login.ts`, a client's.
import { anonymous, type HeaderList, headerOf, type Principal, type RecordedRequest } from "@tapedeck/tape";
import {
  cookiesIn,
  findPlaceholders,
  isSessionCookie,
  mayLogIn,
  namesIn,
  opaqueTag,
  sendsPassword,
  typedIn,
  typedKind,
  userHeaders,
  usersIn,
} from "@tapedeck/tape/internal";
import { memoizeObject } from "../memoize.ts";

/** The login of a recorded request. */
export interface Login {
  readonly principal: Principal;
  /** Its `Authorization`; of an anonymous request, what answers issued of its cookies. Null for none. */
  readonly said: string | null;
  /** The name that its session had when it came: see `RecordedRequest.session`. "" for none. */
  readonly session: string;
  /** The headers that have a credential, and what stands there for it. */
  readonly credentials: readonly (readonly [name: string, said: string])[];
  /** Whether it logs in by a user and a password of its body or target, whatever else it sends. */
  readonly isLoggingIn: boolean;
  /** The client's own; null where the many of a sequence are not compared. */
  readonly own: readonly OwnCredential[] | null;
  /** The headers that name its user; null where its request has no headers, or the many of a sequence are not compared. */
  readonly named: HeaderList | null;
}

/** What a client has of its own, and no answer issued: where it stands, and what a recording has for it. */
export type OwnCredential = readonly [place: string, said: string];

/** Begins the place of a cookie; any other place is a header. */
export const cookiePlace = "cookie:";

/** Returns the login of a recorded request. */
export const recordedLogin: (request: RecordedRequest) => Login = memoizeObject((request) => {
  const { principal, headers, session } = request;
  return {
    principal,
    session: namesIn(session).before,
    said: principal === anonymous ? sessionIn({ headers }) : headerOf(headers, "authorization"),
    credentials: headers
      .map(([name, value]) => [name, findPlaceholders(value).join(" ")] as const)
      .filter(([, said]) => said !== ""),
    isLoggingIn: logsIn(request) && mayLogIn(request, namesIn(session).before),
    own: ownIn(request),
    named: headers.length === 0 ? null : userHeaders(request),
  };
});

/** Returns whether a request names a user and has a password, apart from its headers. */
export function logsIn(request: Pick<RecordedRequest, "target" | "body">): boolean {
  return sendsPassword(request) && usersIn(request).length > 0;
}

/** Returns what stands in a recorded request for credentials that answers may have issued: a client's own has a tag of it. */
export function issuedTo(request: RecordedRequest): readonly string[] {
  const { credentials } = recordedLogin(request);
  return credentials.map(([, said]) => said).filter(mayBeIssued);
}

/** Returns whether an answer may have issued a login: another value of a client's own has a tag of it. */
export function mayBeIssued(said: string): boolean {
  return said.split(" ").some((each) => each.search(opaqueTag) < 0);
}

/** Returns whether an API's key stands in a header. What else is hidden in one may be made anew for each request. */
export function isKeyHeader(name: string): boolean {
  return /(?:^|-)(?:(?:api|app|access|auth|subscription)-?(?:key|token)|private-token)$/.test(name);
}

/** Returns what answers issued of a request's cookies; null for nothing. */
export function sessionIn({ headers }: Pick<RecordedRequest, "headers">): string | null {
  return findPlaceholders(headerOf(headers, "cookie") ?? "").join(" ") || null;
}

/** Returns what stands in a recorded request for a user by Basic, Digest or a signature; null for none. */
export function userOf({ headers }: Pick<RecordedRequest, "headers">): string | null {
  const login = headerOf(headers, "authorization");
  return typedKind(login) === "user" ? login : null;
}

/** A client may send hundreds. */
const mostSessions = 16;
// A value that a client sends has a tag of it, of that length; what answers issue is counted.
const ofValue = /\.(?:[\da-f]{3}|[\da-f]{10})(?=__)/;

/**
 * Returns that user, what stands in headers for keys, and the cookies that are sessions; an answer may have issued them.
 * For a login that stands nowhere, it has its alias.
 */
export function ownIn({
  principal,
  headers,
}: Pick<RecordedRequest, "principal" | "headers">): readonly OwnCredential[] {
  const unnamed: readonly OwnCredential[] =
    principal === anonymous || headerOf(headers, "authorization") !== null ? [] : [["authorization", principal]];
  const others = headers.flatMap(([name, said]): readonly OwnCredential[] => {
    if (name === "authorization") return typedKind(said) === "user" ? [[name, said]] : [];
    if (name !== "cookie") return isKeyHeader(name) && findPlaceholders(said).length > 0 ? [[name, said]] : [];
    const sessions = Iterator.from(cookiesIn(said))
      .filter(([cookie, value]) => isSessionCookie(cookie) && ofValue.test(value))
      .take(mostSessions)
      .map(([cookie, value]) => [cookiePlace + cookie, value] as const);
    return [...sessions];
  });
  return [...unnamed, ...others];
}

/**
 * Returns whether a login is by Basic, with a password that looks generated: recordings tell it from no other of its user,
 * also where it was refused. A signed login is another one in each request; this one is not.
 */
export function isGeneratedPair(authorization: string): boolean {
  return /^\s*basic\s/i.test(authorization) && typedIn("refused", authorization) === null;
}
