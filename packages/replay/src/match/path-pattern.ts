/** Decides which paths a pattern matches. */
interface PathPattern {
  test(path: string): boolean;
}

/** Maximum number of characters in a pattern: matching compares each of them with each character of a path. */
const longestPattern = 300;

/**
 * Compiles a path pattern: `*` stands for anything within a segment, `**` for anything. Matching passes over a path
 * once, however many stars there are.
 * @throws RangeError for a pattern that no path can match, or longer than 300 characters.
 * @example
 * pathPattern("/users/*" + "/repos").test("/users/ada/repos"); // true
 * pathPattern("/search/**").test("/search/code/x"); // true
 */
export function pathPattern(pattern: string): PathPattern {
  if (!/^\/[^?#\s{}]*$/.test(pattern)) {
    throw new RangeError(
      `Cannot take "${pattern}" for a pattern of paths: a path begins with "/" and has no query and no {name}; * stands for a segment, ** for anything`,
    );
  }
  if (pattern.length > longestPattern)
    throw new RangeError(
      `Cannot take a pattern of paths of more than ${longestPattern} characters; put ** for a part of it`,
    );
  const parts = pattern.match(/\*+|[^*]/g) ?? [];
  const starsAt = Uint8Array.from(parts, (part) => (part.startsWith("*") ? Math.min(part.length, 2) : 0));
  /** Adds a position in the pattern, and those behind a star, which may match nothing. */
  const reach = (places: Uint8Array, from: number): void => {
    let at = from;
    places[at] = 1;
    while (starsAt[at] !== 0 && at < starsAt.length) places[++at] = 1;
  };
  return {
    test(path) {
      let [places, next] = [new Uint8Array(parts.length + 1), new Uint8Array(parts.length + 1)];
      reach(places, 0);
      for (let at = 0; at < path.length; at += 1) {
        next.fill(0);
        for (let place = 0; place < starsAt.length; place++) {
          if (places[place] === 0) continue;
          const stars = starsAt[place];
          if (stars === 0) {
            if (parts[place] === path[at]) reach(next, place + 1);
          } else if (stars !== 1 || path[at] !== "/") reach(next, place);
        }
        [places, next] = [next, places];
      }
      return places[parts.length] === 1;
    },
  };
}
