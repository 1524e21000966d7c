// Notices where another user logs in within a session that another one's login began, and the session stays the same: a
// replay tells what it asks before and after by the order alone. Not so a session that began before any login, which
// recordings name: see `RecordedRequest.session`.
import type { Exchange } from "@tapedeck/tape";
import {
  dropOldest,
  findPlaceholders,
  isSessionAfter,
  issuedIn,
  longestLogin,
  mayNotIssue,
  namedFrom,
  namesIn,
  sendsPassword,
  usersIn,
} from "@tapedeck/tape/internal";

/** Sessions whose users are known. */
const mostSessions = 4096;

// A page gives it to any client; the session shows whose it is.
const formTokens =
  /"[\w-]{0,64}(?:[cx]srf|authenticity|nonce)[\w-]{0,64}"\s*:\s*"[^"]*"|^[\w-]{0,64}[cx]srf[\w-]{0,64}=[^;]*/gi;

/**
 * Makes what is told each exchange, secrets hidden, in the order in which they came.
 * @param onSecond Called with the placeholder of a session in which another user logged in.
 */
export function watchSecondLogins(onSecond: (placeholder: string) => void): (exchange: Exchange) => void {
  /** By placeholder, the session's name, as if it had begun before the login: it tells the users who logged in. */
  const names = new Map<string, string>();
  const name = (placeholders: readonly string[], session: string): void => {
    for (const each of placeholders) names.set(each, session);
    dropOldest(names, mostSessions);
  };
  return (exchange) => {
    const { request, response } = exchange;
    if (mayNotIssue(request.method) || response.status >= 400 || request.session !== undefined) return;
    if (!logsIn(request)) return;
    const sent = sessionsOf(request).filter((each) => names.has(each));
    const before = names.get(sent[0] ?? "");
    const { after } = namesIn(namedFrom(before ?? "", exchange).request.session);
    const issued = issuedAtLogin(exchange);
    // What its client asks next tells by these who it is.
    if (issued.length > 0) {
      name(issued, after);
      return;
    }
    if (before !== undefined && !isSessionAfter(after, before)) for (const each of sent) onSecond(each);
    name(sessionsOf(request), after);
  };
}

/** Returns whether a request logs in by a user and a password. */
function logsIn(request: Exchange["request"]): boolean {
  const { body } = request;
  if (body !== null && (body.encoding !== "utf8" || body.text.length > longestLogin)) return false;
  return sendsPassword(request) && usersIn(request).length > 0;
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
