import type { MatchException } from "@tapedeck/api";
import type { RecordedRequest } from "@tapedeck/tape";
import { madeForOne } from "@tapedeck/tape/internal";
import { ignoring } from "./ignore.ts";
import { defaultRule, matcherNamed, pathOf, queryOf, type Rule } from "./matchers.ts";

/** Takes a part that no rule names out of a request. A login chooses among answers under any rule. */
const without: Readonly<Record<string, (request: RecordedRequest) => RecordedRequest>> = {
  method: (request) => ({ ...request, method: "" }),
  path: (request) => ({ ...request, target: `/${queryOf(request)}` }),
  query: (request) => ({ ...request, target: pathOf(request) }),
  body: (request) => ({ ...request, body: null }),
};

/**
 * Makes the function that leaves of a request what a rule compares. A player gives one answer after the other to requests
 * that agree in it and in their headers, so a recorder replaces the answers to one by those to another. A matcher of one's
 * own may compare any part: all of them are left then.
 * @param exceptions Differences to ignore, by path.
 * @throws RangeError for an invalid exception.
 * @example
 * comparedBy(["method", "path"], [])(request).target; // "/users/ada", whatever the query
 */
export function comparedBy(
  rule: Rule = defaultRule,
  exceptions: readonly MatchException[] = [],
): (request: RecordedRequest) => RecordedRequest {
  const { left } = ignoring(exceptions);
  const isOwn = rule.some((name) => matcherNamed(name, {}) === undefined);
  const parts = isOwn ? [] : Object.keys(without).filter((name) => !rule.includes(name));
  return (request) => parts.reduce((compared, name) => without[name]?.(compared) ?? compared, left(request));
}

// A count of its attempts, when it was sent, how long it may take, that it is to be asked anew, and a proof of it (RFC 9449).
const ofAttempt =
  /(?:^|-)(?:retry|retries|attempts?)(?:-|$)|^(?:x-)?(?:[a-z]{1,20}-)?(?:date|timestamp)$|-timeout$|^(?:cache-control|pragma|dpop)$/;

/**
 * Makes the function that leaves of a request what its retry repeats: all that is compared, but the headers that tell one
 * attempt from the next. Any other header may be of another client, whose answer is not this one's.
 * @example
 * repeatedBy(comparedBy(["method", "path"], []), ["method", "path"])(retry).headers; // without "x-retry-attempt"
 */
export function repeatedBy(
  compared: (request: RecordedRequest) => RecordedRequest,
  rule: Rule = defaultRule,
): (request: RecordedRequest) => RecordedRequest {
  const parts = rule.map((name) => matcherNamed(name, {}));
  if (parts.includes(undefined)) return compared;
  const used = new Set(parts.flatMap((part) => part?.headers ?? []));
  return (request) => {
    const { headers, ...left } = compared(request);
    const made = madeForOne(headers);
    return {
      ...left,
      headers: headers.filter(([name]) => used.has(name) || !(made.has(name) || ofAttempt.test(name))),
    };
  };
}
