import { headerOf, type RecordedRequest } from "@tapedeck/tape";
import { canonicalJson, cookieIn, ExactParameters, graphqlInParameters, takesAnything } from "@tapedeck/tape/internal";
import { segmentsIn } from "../index/sorted-paths.ts";
import { bodyKey, isSameBody } from "./body-key.ts";
import { callHeaders } from "./call-headers.ts";
import {
  bodyDifferences,
  type Difference,
  difference,
  differing,
  headerDifference,
  mostPlaces,
  valuesByName,
} from "./difference.ts";

/**
 * Compares one part of requests. Its key is text, so that a rule can index requests: two requests match if their keys
 * are equal. The explanation says where two keys differ.
 */
export interface Matcher {
  readonly key: (request: RecordedRequest) => string;
  /** The header fields that it uses, in lower case; it sees no others. Default: none. */
  readonly headers?: readonly string[];
  /** Returns whether two requests have equal keys. Default: compares the keys; with it, `explain` tells all differences. */
  readonly isSame?: (asked: RecordedRequest, recorded: RecordedRequest) => boolean;
  /** Returns at least one difference between two requests with different keys. Default: the keys. */
  readonly explain?: (asked: RecordedRequest, recorded: RecordedRequest) => readonly Difference[];
}

/** The parts of requests to compare: names of matchers, among them `header:NAME` and `cookie:NAME`. */
export type Rule = readonly string[];

export const defaultRule: Rule = ["method", "path", "query", "principal", "body"];

/** Returns the path of a request's target. */
export function pathOf({ target }: Pick<RecordedRequest, "target">): string {
  return target.includes("?") ? target.slice(0, target.indexOf("?")) : target;
}

/** Returns the query of a request's target with its `?`; "" for none. */
export function queryOf({ target }: RecordedRequest): string {
  return target.includes("?") ? target.slice(target.indexOf("?")) : "";
}

/** The built-in matchers, by name. They compare targets in the form that the API's description gives them. */
export const matchers: Readonly<Record<string, Matcher>> = {
  // The headers tell among equal keys, so that recordings without any are found, too: `../index/same-call.ts`.
  method: { key: ({ method }) => method, headers: callHeaders },
  path: { key: pathOf, explain: segmentDifferences },
  query: {
    key: queryKey,
    explain: (asked, recorded) => differing("query", asked, recorded, (each) => valuesByName(queryOf(each))),
  },
  principal: { key: ({ principal }) => principal },
  body: {
    key: ({ headers, body }) => bodyKey(headers, body),
    headers: ["content-type"],
    isSame: isSameBody,
    explain: bodyDifferences,
  },
  accept: headerMatcher("accept", "accept"),
};

/**
 * Returns the matcher of a name; undefined if there is none.
 * @param own Matchers besides the built-in ones.
 * @example
 * matcherNamed("header:x-tenant", {})?.key(request); // the value of that header
 */
export function matcherNamed(name: string, own: Readonly<Record<string, Matcher>>): Matcher | undefined {
  if (Object.hasOwn(own, name)) return own[name];
  if (Object.hasOwn(matchers, name)) return matchers[name];
  const [, kind, of = ""] = /^(header|cookie):(.+)$/.exec(name) ?? [];
  if (kind === "header") return headerMatcher(name, of.toLowerCase());
  return kind === "cookie"
    ? { key: ({ headers }) => cookieIn(headerOf(headers, "cookie") ?? "", of) ?? "", headers: ["cookie"] }
    : undefined;
}

function headerMatcher(part: string, name: string): Matcher {
  return {
    key: ({ headers }) => {
      const value = headerOf(headers, name) ?? "";
      return takesAnything(name, value) ? "" : value;
    },
    headers: [name],
    explain: (asked, recorded) => headerDifference(part, name, asked, recorded),
  };
}

// A GraphQL query in a URL may have any white space.
function queryKey(request: RecordedRequest): string {
  const query = queryOf(request);
  if (!query.includes("query=")) return query;
  const parameters = new ExactParameters(query);
  const found = graphqlInParameters(parameters);
  if (found === null) return query;
  const { query: asked, operationName } = found;
  const [variables, extensions] = ["variables", "extensions"].map((name) =>
    canonicalJson(parameters.get(name) ?? "{}"),
  );
  for (const [name, value] of Object.entries({ query: asked, operationName, variables, extensions })) {
    if (value == null || value === "{}" || value === "null") parameters.delete(name);
    else parameters.set(name, value);
  }
  parameters.sort();
  return `?${parameters}`;
}

function segmentDifferences(asked: RecordedRequest, recorded: RecordedRequest): readonly Difference[] {
  const [ours, theirs] = [segmentsIn(pathOf(asked)).drop(1), segmentsIn(pathOf(recorded)).drop(1)];
  const places: Difference[] = [];
  for (let at = 1; places.length < mostPlaces; at += 1) {
    const [one, other] = [ours.next(), theirs.next()];
    if (one.done && other.done) break;
    const both = [one.value ?? "", other.value ?? ""] as const;
    if (both[0] !== both[1]) places.push(difference("path", String(at), ...both));
  }
  return places;
}
