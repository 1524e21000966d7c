// Notices where another user logs in within a session that somebody else's login began, and the session stays the same: a
// replay tells what it asks before and after by the order alone. Not so a session that began before any login, which
// recordings name: see `RecordedRequest.session`.
import { type Exchange, headerOf } from "@tapedeck/tape";
import {
  cookiesIn,
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

/**
 * Makes what is told each exchange, secrets hidden, in the order in which they came.
 * @param onSecond Called with the placeholder of a session in which another user logged in.
 */
export function watchSecondLogins(onSecond: (placeholder: string) => void): (exchange: Exchange) => void {
  /** By placeholder, the session's name, as if it had begun before the login: it tells the users who logged in. */
  const names = new Map<string, string>();
  return (exchange) => {
    const { request, response } = exchange;
    const isOther = mayNotIssue(request.method) || response.status >= 400 || request.session !== undefined;
    if (isOther || (request.body?.encoding === "utf8" && request.body.text.length > longestLogin)) return;
    if (!sendsPassword(request) || usersIn(request).length === 0) return;
    const { issued } = issuedIn(exchange);
    const sent = sentBy(exchange, issued.length > 0).map((each) => [each, names.get(each)] as const);
    const before = sent.find(([, name]) => name !== undefined)?.[1] ?? "";
    const { after } = namesIn(namedFrom(before, exchange).request.session);
    for (const [placeholder, name] of sent) {
      if (name !== undefined && !isSessionAfter(after, name)) onSecond(placeholder);
      names.set(placeholder, after);
    }
    for (const placeholder of issued) names.set(placeholder, after);
    dropOldest(names, mostSessions);
  };
}

/**
 * Returns the placeholders of the sessions that a request sends, and that go on after its answer: its cookies that the
 * answer does not renew, and its token, unless the answer issued anything.
 */
function sentBy({ request, response }: Exchange, hasIssued: boolean): readonly string[] {
  const renewed = new Set(
    response.headers.flatMap(([name, value]) => (name === "set-cookie" ? (value.split("=", 1)[0] ?? "").trim() : [])),
  );
  const cookies = [...cookiesIn(headerOf(request.headers, "cookie") ?? "")]
    .filter(([name]) => !renewed.has(name))
    .map(([, value]) => value);
  const token = hasIssued ? "" : (headerOf(request.headers, "authorization") ?? "");
  return findPlaceholders([...cookies, token].join(" "));
}
