import type { MatchException } from "@tapedeck/api";
import { didYouMean, type RecordedRequest } from "@tapedeck/tape";
import { memoizeObject } from "../memoize.ts";
import { type Difference, difference } from "./difference.ts";
import { ignoring, leavesMembers } from "./ignore.ts";
import { type Matcher, matcherNamed, matchers, type Rule } from "./matchers.ts";

/** A rule, ready to compare requests. */
export interface CompiledRule {
  readonly names: Rule;
  /** Equal for rules that make the same keys. */
  readonly identity: string;
  /** The header fields that it looks at. */
  readonly headers: readonly string[];
  /** The key of a request: equal for requests that the rule does not tell apart. */
  readonly key: (request: RecordedRequest) => string;
  /** Whether requests to a path that match have the same body, but for members that do not tell them apart. */
  readonly leavesMembers: (path: string) => boolean;
  /** Where a request and a recorded one differ, by what the rule compares; nothing where they match. */
  readonly differences: (asked: RecordedRequest, recorded: RecordedRequest) => readonly Difference[];
}

/** The rule by which the requests of a scope are told apart. */
export type RuleOf = (scope: string) => CompiledRule;

/**
 * Compiles a rule.
 * @param own Matchers beside those that are known by name.
 * @param exceptions Differences to ignore, by path.
 * @throws RangeError for a name that no matcher has, or an exception that cannot be.
 * @example
 * compileRule(["method", "path"], {}, []).key(request); // "GET\n/users/ada\n"
 */
export function compileRule(
  names: Rule,
  own: Readonly<Record<string, Matcher>>,
  exceptions: readonly MatchException[],
): CompiledRule {
  const parts = names.map((name) => {
    const matcher = matcherNamed(name, own);
    if (matcher) return { name, ...matcher };
    const known = [...Object.keys(matchers), ...Object.keys(own), "header:NAME", "cookie:NAME"];
    throw new RangeError(
      `Cannot match by "${name}": there is no matcher of this name${didYouMean(name, known)}; there are ${known.join(", ")}`,
    );
  });
  const left = ignoring(exceptions);
  const isPartlyLeft = leavesMembers(exceptions);
  // A request is compared with many.
  const compared = memoizeObject(left);
  const keysOf = memoizeObject((request: RecordedRequest) => parts.map(({ key }) => key(request)));
  const ownKeys = names.flatMap((name) => (Object.hasOwn(own, name) ? [String(own[name]?.key)] : []));
  return {
    names,
    identity: JSON.stringify([names, ownKeys, exceptions]),
    headers: parts.flatMap(({ headers = [] }) => headers),
    key: (request) => {
      const compared = left(request);
      let key = "";
      for (const part of parts) key += `${part.key(compared)}\n`;
      return key;
    },
    leavesMembers: (path) => names.includes("body") && isPartlyLeft(path),
    differences: (asked, recorded) => {
      const [ours, theirs] = [compared(asked), compared(recorded)];
      return parts.flatMap(({ name, explain }, at) => {
        const keys = [keysOf(ours)[at] ?? "", keysOf(theirs)[at] ?? ""] as const;
        if (keys[0] === keys[1]) return [];
        const places = explain?.(ours, theirs) ?? [];
        return places.length > 0 ? places : [difference(name, null, ...keys)];
      });
    },
  };
}
