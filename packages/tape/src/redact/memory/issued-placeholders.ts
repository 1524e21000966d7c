import { dropOldest } from "../../drop-oldest.ts";
import type { RecordedRequest } from "../../exchange.ts";
import { isTransientOfRequest } from "../../noise.ts";
import { isOrdinaryHeader } from "../judge/name-rules.ts";
import { placeholderFor, placeholderParts } from "../placeholder.ts";
import { freeAfter, opaqueTagOf } from "./pseudonym.ts";
import { mayNotIssue } from "./recorded-tags.ts";

/** What is recorded already, where the recordings of a run stay beside it or replace some of it. */
export interface IssuedBefore {
  /**
   * Returns whether what an answer issues gets another placeholder than this one.
   * @param isCounted Whether the answer is one to a POST, PUT, PATCH or DELETE.
   */
  isTaken(placeholder: string, isCounted: boolean): boolean;
  /** Returns what the recorded answer issued that the answer to a request replaces: it issues it again. */
  expectedFor?(request: RecordedRequest): readonly string[];
  /** Reads the recordings; null once they are read. */
  load?(): Promise<void> | null;
}

/** What is known of a value that an answer issues. */
interface IssuedValue {
  /** Whether the answer is one to a POST, PUT, PATCH or DELETE. */
  readonly isCounted: boolean;
  /** Whether it may renew what the answer to any other request issued: a cookie, the token of a form. */
  readonly isShared: boolean;
  /** The name of a cookie. */
  readonly cookie?: string;
  /** Returns whether the same answer to a GET issued another value under a placeholder. */
  readonly isOthers: (placeholder: string) => boolean;
}

/** Chooses the placeholders of what answers issue. */
export interface IssuedPlaceholders {
  /** Returns that of another value. */
  next(kind: string, value: IssuedValue): string;
  /** Notes that a value has one: it is expected no more. */
  given(placeholder: string): void;
  /** @see SecretMemory.expecting */
  expecting<Read>(placeholders: Set<string>, read: () => Read): Read;
  /**
   * Reads an answer to a request: it issues what the recorded one issued that it replaces, but for what others did.
   * @param read Given what reads more of the same answer, later.
   */
  answering<Read>(request: RecordedRequest, read: (resume: Resume) => Read): Read;
}

/** Reads as a part of an answer that was read before. */
export type Resume = <Read>(read: () => Read) => Read;

/** What the answer that is read may issue again. */
interface Expected {
  readonly find: () => Set<string>;
  found: Set<string> | null;
  /** What was given before they were found. */
  readonly given: Set<string>;
  /** By kind, what was given of them last: two cookies of an answer to a GET have one. */
  readonly renewed: Map<string, string>;
  /** Its request; null if it is not known. */
  readonly request: RecordedRequest | null;
}

const expectedIn = (placeholders: Set<string>): Expected => ({
  find: () => placeholders,
  found: placeholders,
  given: new Set(),
  renewed: new Map(),
  request: null,
});

const [mostSiblings, mostCookies] = [999, 4096];

/**
 * Returns who asks for what: what is issued then renews what was issued before. A cookie is renewed itself, and conditions
 * and the like tell no two clients apart.
 */
function askedIn(request: RecordedRequest | null): string {
  if (request === null) return "";
  const { target, principal, headers } = request;
  const own = headers.filter(
    ([name, value]) => name !== "cookie" && !isOrdinaryHeader(name) && !isTransientOfRequest(name, value),
  );
  return JSON.stringify([target, principal, ...own.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/**
 * Returns the placeholder of one more value of a kind that answers to GETs issue: of the same answer, or of one to another
 * client or target than the first. Null if an answer has too many.
 * @param asked "" for the first one.
 */
function siblingOf(kind: string, asked: string, isOthers: IssuedValue["isOthers"]): string | null {
  // Four digits or six, as no tag of a value and no count has them.
  const sibling = (number: number): string => {
    const nth = String(number).padStart(4, "0");
    return placeholderFor(kind, asked === "" ? nth : opaqueTagOf(`${nth} ${asked}`).slice(0, 6));
  };
  const free = freeAfter(asked === "" ? 1 : 0, (each) => isOthers(sibling(each)));
  return free > mostSiblings ? null : sibling(free);
}

const kindOf = (placeholder: string): string => placeholderParts(placeholder)?.kind ?? "";

/**
 * @param before As for a memory of secrets.
 * @param isGiven Returns whether an answer issued something under a placeholder.
 */
export function createIssuedPlaceholders(
  before: IssuedBefore | undefined,
  isGiven: (placeholder: string) => boolean,
): IssuedPlaceholders {
  const counts = new Map<string, number>();
  /** The kinds whose first placeholder a counted answer issued. */
  const counted = new Set<string>();
  /** By kind, what the first answer to a GET that issued something of it was asked. */
  const firstAsked = new Map<string, string>();
  /** By name, those of cookies that were set beside others. */
  const ofCookies = new Map<string, string>();
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
    next(kind, { isCounted, isShared, cookie = "", isOthers }) {
      if (expected.found === null) {
        expected.found = expected.find();
        for (const each of expected.given) take(each);
      }
      const left = [...expected.found].find((each) => kindOf(each) === kind);
      const known = left ?? (isCounted ? undefined : expected.renewed.get(kind));
      const nth = (count: number): string => placeholderFor(kind, count === 1 ? "" : count);
      if (known !== undefined && (cookie !== "" || !isOthers(known))) {
        if (!isCounted && known === nth(1)) {
          firstAsked.set(kind, askedIn(expected.request));
          // Upstream was asked for it anew: what a login is answered is another.
          counts.set(kind, counts.get(kind) ?? 1);
        }
        return known;
      }
      if (!isCounted) {
        // Upstream is sent what it issued last under a placeholder: a session without a user must not take a user's place.
        const isTaken = counted.has(kind) || before?.isTaken(nth(1), false);
        // A login after it has a user, and this may have none.
        if (!isTaken) counts.set(kind, counts.get(kind) ?? 1);
        const first = isTaken ? placeholderFor(kind, 0) : nth(1);
        // Of two cookies, upstream is sent each for its own, also where a path repeats one.
        if (isShared) {
          const known = ofCookies.get(cookie) ?? first;
          if (cookie === "" || !isOthers(known)) return known;
          const own = siblingOf(kind, cookie, isOthers) ?? first;
          ofCookies.set(cookie, own);
          dropOldest(ofCookies, mostCookies);
          return own;
        }
        const asked = askedIn(expected.request);
        if (!firstAsked.has(kind) && !before?.isTaken(first, true)) firstAsked.set(kind, asked);
        const other = firstAsked.get(kind) === asked ? "" : asked;
        return other === "" && !isOthers(first) ? first : (siblingOf(kind, other, isOthers) ?? first);
      }
      const count = freeAfter(counts.get(kind) ?? 0, (each) => before?.isTaken(nth(each), true) ?? false);
      counts.set(kind, count);
      if (count === 1) counted.add(kind);
      return nth(count);
    },
    given: (placeholder) => void (expected.found === null ? expected.given.add(placeholder) : take(placeholder)),
    expecting: (placeholders, read) => during(expectedIn(placeholders), read),
    answering(request, read) {
      const as = (own: Expected) => during(own, () => read((more) => during(own, more)));
      if (before?.expectedFor === undefined) return as({ ...expected, request });
      const find = (): Set<string> => {
        const all = before.expectedFor?.(request) ?? [];
        return new Set(mayNotIssue(request.method) ? all : all.filter((each) => !isGiven(each)));
      };
      return as({ ...expectedIn(new Set()), find, found: null, request });
    },
  };
}
