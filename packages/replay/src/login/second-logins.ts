// Notices where another user logs in within a session that another one's login began, and the session stays the same: a
// replay tells what it asks before and after by the order alone. Not so a session that began before any login, which
// recordings name: see `RecordedRequest.session`.
import { type Exchange, headerOf } from "@tapedeck/tape";
import {
  dropOldest,
  findPlaceholders,
  isLoginPath,
  isObject,
  isSessionAfter,
  issuedIn,
  listed,
  longestLogin,
  mayNotIssue,
  namedFrom,
  namesIn,
  parsedJson,
  usersIn,
} from "@tapedeck/tape/internal";
import { logsIn } from "./login.ts";

/** Sessions whose users are known. */
const mostSessions = 4096;

// A page gives it to any client; the session shows whose it is.
const formTokens =
  /"[\w-]{0,64}(?:[cx]srf|authenticity|nonce)[\w-]{0,64}"\s*:\s*"[^"]*"|^[\w-]{0,64}[cx]srf[\w-]{0,64}=[^;]*/gi;

/** What is known of a session: its name, as if it had begun before the login, and how its user was called at the latest. */
interface Owned {
  readonly name: string;
  readonly users: readonly string[];
}

/**
 * Makes what is told each exchange, secrets hidden, in the order in which they came.
 * @param onSecond Called with the placeholder of a session in which another user logged in.
 */
export function watchSecondLogins(onSecond: (placeholder: string) => void): (exchange: Exchange) => void {
  const sessions = new Map<string, Owned>();
  const own = (placeholders: readonly string[], owned: Owned): void => {
    for (const each of placeholders) sessions.set(each, owned);
    dropOldest(sessions, mostSessions);
  };
  return (exchange) => {
    const { request } = exchange;
    if (mayNotIssue(request.method) || request.session !== undefined || isLong(request)) return;
    if (!logsIn(request) || isRefused(exchange)) return;
    const sent = sessionsOf(request).filter((each) => sessions.has(each));
    const before = sessions.get(sent[0] ?? "");
    const { after } = namesIn(namedFrom(before?.name ?? "", exchange).request.session);
    const now = { name: after, users: namesOf(request) };
    const issued = issuedAtLogin(exchange);
    // What its client asks next tells by these who it is.
    if (issued.length > 0) {
      own(issued, now);
      return;
    }
    if (before !== undefined && !isSessionAfter(after, before.name) && !isOneUser(now.users, before.users))
      for (const each of sent) onSecond(each);
    own(sessionsOf(request), now);
  };
}

function isLong({ body }: Exchange["request"]): boolean {
  return body !== null && (body.encoding !== "utf8" || body.text.length > longestLogin);
}

/** Returns what a request calls its user, whatever the fields are called. */
function namesOf(request: Exchange["request"]): readonly string[] {
  return usersIn(request).map((each) =>
    each
      .slice(each.indexOf("=") + 1)
      .replace("%40", "@")
      .toLowerCase(),
  );
}

/** Returns whether two logins may be of one user: a name, and an address that begins with it, are. */
function isOneUser(one: readonly string[], other: readonly string[]): boolean {
  const isAmong = (name: string, names: readonly string[]): boolean =>
    names.some((each) => each === name || localPart(each) === name || each === localPart(name));
  return one.every((each) => isAmong(each, other)) && other.every((each) => isAmong(each, one));
}

const localPart = (address: string): string => address.split("@", 1)[0] ?? "";

/** Returns whether the answer to a login says that it failed, or asks to log in again. */
function isRefused({ response: { status, headers, body } }: Exchange): boolean {
  const location = headerOf(headers, "location");
  if (status >= 400 || status < 300 || location === null) {
    const text = body?.encoding === "utf8" ? body.text.slice(0, longestLogin) : "";
    return status >= 400 || asksPassword.test(text) || tellsFailure(parsedJson(text));
  }
  return failure.test(location) || (isLoginPath(location) && findPlaceholders(location).length === 0);
}

// In the address of a redirect, the name or value of a parameter: `?error=1`, `?login=failed`.
const failure = /[?&#][\w=-]{0,64}(?:error|fail|invalid)/i;
const asksPassword = /<input\b[^>]{0,256}\btype=["']?password/i;

/** Returns whether JSON has errors, or says that it is no success, as JSend and GraphQL do. */
function tellsFailure(json: unknown): boolean {
  if (!isObject(json)) return false;
  const { error, errors, success, ok, status } = json;
  const has = [error, errors].some((each) => (Array.isArray(each) ? each.length > 0 : Boolean(each)));
  return has || success === false || ok === false || /^(?:error|fail(?:ed|ure)?)$/i.test(String(status));
}

/** Returns what stands for the sessions and the token that a request sends. */
function sessionsOf({ headers }: Exchange["request"]): readonly string[] {
  return headers.flatMap(([name, value]) =>
    name === "cookie" || name === "authorization" ? findPlaceholders(value) : [],
  );
}

/** Returns what an answer to a login issues its client to be known by. */
function issuedAtLogin(exchange: Exchange): readonly string[] {
  const { headers, body } = exchange.response;
  const texts = [
    ...headers.map(([, value]) => value),
    body?.encoding === "utf8" ? body.text.slice(0, longestLogin) : "",
  ];
  const ofForms = new Set(texts.flatMap((each) => each.match(formTokens) ?? []).flatMap(findPlaceholders));
  return issuedIn(exchange).issued.filter((each) => !ofForms.has(each));
}

/**
 * Returns what to say of them.
 * @param placeholders Those of the sessions, of which there is one at least.
 */
export function secondLoginsText(placeholders: Iterable<string>): string {
  const sessions = listed(Array.from(placeholders).sort());
  return `another user logged in within the same session, ${sessions}: what is asked before and after is replayed in recorded order, whoever asks`;
}
