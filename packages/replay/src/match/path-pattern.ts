/**
 * Reads a pattern of paths: `*` stands for what is within one segment, `**` for anything.
 * @throws RangeError for a pattern that no path can match.
 * @example
 * pathPattern("/users/*" + "/repos").test("/users/ada/repos"); // true
 * pathPattern("/search/**").test("/search/code/x"); // true
 */
export function pathPattern(pattern: string): RegExp {
  if (!/^\/[^?#\s]*$/.test(pattern)) {
    throw new RangeError(
      `Cannot take "${pattern}" for a pattern of paths: a path begins with "/" and has no query; * stands for a segment, ** for anything`,
    );
  }
  const source = pattern
    .split(/(\*+)/)
    .map((part) => (part === "*" ? "[^/]*" : part.startsWith("*") ? ".*" : part.replace(/[\\^$.+?()[\]{}|/]/g, "\\$&")))
    .join("");
  return new RegExp(`^${source}$`, "s");
}
