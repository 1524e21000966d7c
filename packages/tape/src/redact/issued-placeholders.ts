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
export function createIssuedPlaceholders(isTaken: (placeholder: string) => boolean = () => false): IssuedPlaceholders {
  const counts = new Map<string, number>();
  let expected = new Set<string>();
  return {
    next(kind, isCounted) {
      const known = [...expected].find((each) => placeholderParts(each)?.kind === kind);
      if (known !== undefined) return known;
      if (!isCounted) {
        // A login after it is somebody's, and this may be anybody's.
        counts.set(kind, counts.get(kind) ?? 1);
        return placeholderFor(kind);
      }
      const nth = (count: number): string => placeholderFor(kind, count === 1 ? "" : count);
      const count = freeAfter(counts.get(kind) ?? 0, (each) => isTaken(nth(each)));
      counts.set(kind, count);
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
