import { placeholderFor, placeholderParts } from "./placeholder.ts";
import { freeAfter } from "./pseudonym.ts";

/** Chooses the placeholders of what answers issue. */
export interface IssuedPlaceholders {
  /**
   * Returns that of another value.
   * @param isCounted Whether the answer is one to a POST, PUT, PATCH or DELETE.
   */
  next(kind: string, isCounted: boolean): string;
  /** Notes that a value has one: it is expected no more. */
  given(placeholder: string): void;
  /** @see Session.expecting */
  expecting<Read>(placeholders: Set<string>, read: () => Read): Read;
}

/** @param isTaken As for a session. */
export function createIssuedPlaceholders(isTaken?: (placeholder: string) => boolean): IssuedPlaceholders {
  const counts = new Map<string, number>();
  /** The kinds whose first placeholder a counted answer issued. */
  const counted = new Set<string>();
  let expected = new Set<string>();
  return {
    next(kind, isCounted) {
      const known = [...expected].find((each) => placeholderParts(each)?.kind === kind);
      if (known !== undefined) return known;
      const nth = (count: number): string => placeholderFor(kind, count === 1 ? "" : count);
      if (!isCounted) {
        // What upstream issued last under a placeholder is what it is sent: not what is anybody's for somebody's.
        if (isTaken && (counted.has(kind) || isTaken(nth(1)))) return placeholderFor(kind, 0);
        // A login after it is somebody's, and this may be anybody's.
        counts.set(kind, counts.get(kind) ?? 1);
        return nth(1);
      }
      const count = freeAfter(counts.get(kind) ?? 0, (each) => isTaken?.(nth(each)) ?? false);
      counts.set(kind, count);
      if (count === 1) counted.add(kind);
      return nth(count);
    },
    given: (placeholder) => void expected.delete(placeholder),
    expecting(placeholders, read) {
      expected = placeholders;
      try {
        return read();
      } finally {
        expected = new Set();
      }
    },
  };
}
