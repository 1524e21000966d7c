import type { RecordedRequest } from "../../exchange.ts";
import { placeholderFor, placeholderParts } from "../placeholder.ts";
import { freeAfter } from "./pseudonym.ts";
import { mayNotIssue } from "./recorded-tags.ts";

/** What is recorded already, where a session's recordings stay beside it or replace some of it. */
export interface IssuedBefore {
  /**
   * Returns whether what a session issues gets another placeholder than this one.
   * @param isCounted Whether the answer is one to a POST, PUT, PATCH or DELETE.
   */
  isTaken(placeholder: string, isCounted: boolean): boolean;
  /** Returns what the recorded answer issued that this session's answer to a request replaces: it issues it again. */
  expectedFor?(request: RecordedRequest): readonly string[];
  /** Reads the recordings; null once they are read. */
  load?(): Promise<void> | null;
}

/** Chooses the placeholders of what answers issue. */
export interface IssuedPlaceholders {
  /**
   * Returns that of another value.
   * @param isCounted Whether the answer is one to a POST, PUT, PATCH or DELETE.
   * @param isOthers Returns whether the same answer to a GET issued another value under a placeholder.
   */
  next(kind: string, isCounted: boolean, isOthers: (placeholder: string) => boolean): string;
  /** Notes that a value has one: it is expected no more. */
  given(placeholder: string): void;
  /** @see Session.expecting */
  expecting<Read>(placeholders: Set<string>, read: () => Read): Read;
  /** Reads an answer to a request: it issues what the recorded one issued that it replaces, but for what others did. */
  answering<Read>(request: RecordedRequest, read: () => Read): Read;
}

/** What the answer that is read may issue again. */
interface Expected {
  readonly find: () => Set<string>;
  found: Set<string> | null;
  /** What was given before they were found. */
  readonly given: Set<string>;
  /** By kind, what was given of them last: two cookies of an answer to a GET have one. */
  readonly renewed: Map<string, string>;
}

const expectedIn = (placeholders: Set<string>): Expected => ({
  find: () => placeholders,
  found: placeholders,
  given: new Set(),
  renewed: new Map(),
});

const mostSiblings = 999;

/** Returns the placeholder of one more value that the same answer to a GET issues; null if it has too many. */
function siblingOf(kind: string, isOthers: (placeholder: string) => boolean): string | null {
  // Four digits, as no tag and no count has them.
  const sibling = (number: number): string => placeholderFor(kind, String(number).padStart(4, "0"));
  const free = freeAfter(1, (each) => isOthers(sibling(each)));
  return free > mostSiblings ? null : sibling(free);
}

const isSibling = (placeholder: string): boolean => /^0\d{3}$/.test(placeholderParts(placeholder)?.tag ?? "");

const kindOf = (placeholder: string): string => placeholderParts(placeholder)?.kind ?? "";

/**
 * @param before As for a session.
 * @param isGiven Returns whether the session issued something under a placeholder.
 */
export function createIssuedPlaceholders(
  before: IssuedBefore | undefined,
  isGiven: (placeholder: string) => boolean,
): IssuedPlaceholders {
  const counts = new Map<string, number>();
  /** The kinds whose first placeholder a counted answer issued. */
  const counted = new Set<string>();
  let expected = expectedIn(new Set());
  const during = <Read>(other: Expected, read: () => Read): Read => {
    const outer = expected;
    expected = other;
    try {
      return read();
    } finally {
      expected = outer;
    }
  };
  const take = (placeholder: string): void => {
    if (expected.found?.delete(placeholder)) expected.renewed.set(kindOf(placeholder), placeholder);
  };
  return {
    next(kind, isCounted, isOthers) {
      if (expected.found === null) {
        expected.found = expected.find();
        for (const each of expected.given) take(each);
      }
      const left = [...expected.found].find((each) => kindOf(each) === kind && !isSibling(each));
      const known = left ?? (isCounted ? undefined : expected.renewed.get(kind));
      if (known !== undefined && !isOthers(known)) return known;
      const nth = (count: number): string => placeholderFor(kind, count === 1 ? "" : count);
      if (!isCounted) {
        // Upstream is sent what it issued last under a placeholder: a session without a user must not take a user's place.
        const isTaken = counted.has(kind) || before?.isTaken(nth(1), false);
        // A login after it has a user, and this may have none.
        if (!isTaken) counts.set(kind, counts.get(kind) ?? 1);
        const first = isTaken ? placeholderFor(kind, 0) : nth(1);
        return isOthers(first) ? (siblingOf(kind, isOthers) ?? first) : first;
      }
      const count = freeAfter(counts.get(kind) ?? 0, (each) => before?.isTaken(nth(each), true) ?? false);
      counts.set(kind, count);
      if (count === 1) counted.add(kind);
      return nth(count);
    },
    given: (placeholder) => void (expected.found === null ? expected.given.add(placeholder) : take(placeholder)),
    expecting: (placeholders, read) => during(expectedIn(placeholders), read),
    answering(request, read) {
      if (before?.expectedFor === undefined) return read();
      const find = (): Set<string> => {
        const all = before.expectedFor?.(request) ?? [];
        return new Set(mayNotIssue(request.method) ? all : all.filter((each) => !isGiven(each)));
      };
      return during({ ...expectedIn(new Set()), find, found: null }, read);
    },
  };
}
