import type { MatchException } from "@tapedeck/api";
import type { RecordedRequest } from "@tapedeck/tape";
import { didYouMean, withoutKinds } from "@tapedeck/tape/internal";
import { memoizeObject } from "../memoize.ts";
import { type Difference, difference } from "./difference.ts";
import { ignoring } from "./ignore.ts";
import { type Matcher, matcherNamed, matchers, type Rule } from "./matchers.ts";

/** A rule, compiled for comparing requests. */
export interface CompiledRule {
  readonly names: Rule;
  /** Equal for rules that make the same keys. */
  readonly identity: string;
  /** The header fields that it compares. */
  readonly headers: readonly string[];
  /** Returns the key of a request: equal for requests that the rule considers equal. */
  readonly key: (request: RecordedRequest) => string;
  /** Returns a request without what is ignored. */
  readonly without: (request: RecordedRequest) => RecordedRequest;
  /** Returns whether requests to a path that match have equal bodies, apart from ignored members. */
  readonly leavesMembers: (path: string) => boolean;
  /** Returns the differences between a request and a recorded one that the rule compares; none if they match. */
  readonly differences: (asked: RecordedRequest, recorded: RecordedRequest) => readonly Difference[];
}

/** Counts how the built-in matchers have made their keys: files that were packed by earlier ones have others. */
const keyForm = 5;

/** Returns the rule for the requests of a scope. */
export type RuleOf = (scope: string) => CompiledRule;

/**
 * Compiles a rule.
 * @param own Matchers besides the built-in ones.
 * @param exceptions Differences to ignore, by path.
 * @throws RangeError for a name without a matcher, or an invalid exception.
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
    if (matcher) return { name, ...matcher, ...(Object.hasOwn(own, name) && { key: checkedKey(name, matcher.key) }) };
    const known = [...Object.keys(matchers), ...Object.keys(own), "header:NAME", "cookie:NAME"];
    throw new RangeError(
      `Cannot match by "${name}": there is no matcher of this name${didYouMean(name, known)}; there are ${known.join(", ")}`,
    );
  });
  const { left, leavesMembers } = ignoring(exceptions);
  // One request is compared with many.
  const compared = memoizeObject(left);
  const keysOf = memoizeObject((request: RecordedRequest) =>
    parts.map(({ key, isSame }) => (isSame === undefined ? withoutKinds(key(request)) : "")),
  );
  const ownKeys = names.flatMap((name) => (Object.hasOwn(own, name) ? [String(own[name]?.key)] : []));
  return {
    names,
    identity: JSON.stringify([keyForm, names, ownKeys, exceptions]),
    headers: parts.flatMap(({ headers = [] }) => headers),
    key: (request) => {
      const compared = left(request);
      let key = "";
      for (const part of parts) key += `${part.key(compared)}\n`;
      return withoutKinds(key);
    },
    without: left,
    leavesMembers: (path) => names.includes("body") && leavesMembers(path),
    differences: (asked, recorded) => {
      const [ours, theirs] = [compared(asked), compared(recorded)];
      return parts.flatMap(({ name, explain, isSame }, at) => {
        const keys = [keysOf(ours)[at] ?? "", keysOf(theirs)[at] ?? ""] as const;
        if (isSame?.(ours, theirs) ?? keys[0] === keys[1]) return [];
        const places = explain?.(ours, theirs) ?? [];
        return places.length > 0 ? places : [difference(name, null, ...keys)];
      });
    },
  };
}

/** Anything else becomes the same text for all requests, such as "[object Promise]", and each would match each. */
function checkedKey(name: string, key: Matcher["key"]): Matcher["key"] {
  return (request) => {
    const made: unknown = key(request);
    if (typeof made === "string") return made;
    throw new TypeError(`Cannot match by "${name}": the key of its matcher is no text; return one, and no promise`);
  };
}
