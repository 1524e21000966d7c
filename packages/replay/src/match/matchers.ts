import type { RecordedRequest } from "@tapedeck/tape";

/**
 * The part of a request that a matcher compares, as text: two requests match where the parts are equal. Being a
 * projection and not a comparison, it serves as a key of the index and as a line of the explanation as well.
 */
export type Matcher = (request: RecordedRequest) => string;

export type MatcherName = "method" | "path" | "query" | "principal" | "body" | "accept";

/** What two requests must share to be the same one: a list of matchers' names. */
export type Rule = readonly MatcherName[];

export const defaultRule: Rule = ["method", "path", "query", "principal", "body"];

/** The matchers, by name. Targets are compared in the form that `locate` gives them. */
export const matchers: Readonly<Record<MatcherName, Matcher>> = {
  method: ({ method }) => method,
  path: ({ target }) => (target.includes("?") ? target.slice(0, target.indexOf("?")) : target),
  query: ({ target }) => (target.includes("?") ? target.slice(target.indexOf("?")) : ""),
  principal: ({ principal }) => principal,
  body: ({ body }) => (body === null ? "" : jsonValue(body.text)),
  accept: ({ headers }) => headers.find(([name]) => name === "accept")?.[1] ?? "",
};

/**
 * The key of a request under a rule.
 * @example
 * keyOf(request, ["method", "path"]); // "GET\n/users/ada"
 */
export function keyOf(request: RecordedRequest, rule: Rule): string {
  let key = "";
  for (const name of rule) key += `${matchers[name](request)}\n`;
  return key;
}

// JSON is compared by value: nock hands bodies over parsed, and clients order members as they like.
function jsonValue(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (_name, value) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    );
  } catch {
    return text;
  }
}
