/** Tells which paths a pattern fits. */
export interface PathPattern {
  test(path: string): boolean;
}

/** As many stars as a pattern has: a path is held against each of them at each of its characters. */
const mostStars = 20;

/**
 * Reads a pattern of paths: `*` stands for what is within one segment, `**` for anything. A path is gone over once, however
 * many stars there are.
 * @throws RangeError for a pattern that no path can match, or with more than 20 stars.
 * @example
 * pathPattern("/users/*" + "/repos").test("/users/ada/repos"); // true
 * pathPattern("/search/**").test("/search/code/x"); // true
 */
export function pathPattern(pattern: string): PathPattern {
  if (!/^\/[^?#\s]*$/.test(pattern)) {
    throw new RangeError(
      `Cannot take "${pattern}" for a pattern of paths: a path begins with "/" and has no query; * stands for a segment, ** for anything`,
    );
  }
  const parts = pattern.match(/\*+|[^*]/g) ?? [];
  if (parts.filter((part) => part.startsWith("*")).length > mostStars)
    throw new RangeError(`Cannot take a pattern of paths with more than ${mostStars} stars; make two of it`);
  /** Adds a place in the pattern, and those behind a star, which may stand for nothing. */
  const reach = (places: Set<number>, from: number): void => {
    let at = from;
    places.add(at);
    while (parts[at]?.startsWith("*")) places.add(++at);
  };
  return {
    test(path) {
      let places = new Set<number>();
      reach(places, 0);
      for (let at = 0; at < path.length && places.size > 0; at += 1) {
        const next = new Set<number>();
        for (const place of places) {
          const part = parts[place];
          const isStar = part?.startsWith("*") ?? false;
          if (isStar && (part !== "*" || path[at] !== "/")) reach(next, place);
          if (!isStar && part === path[at]) reach(next, place + 1);
        }
        places = next;
      }
      return places.has(parts.length);
    },
  };
}
