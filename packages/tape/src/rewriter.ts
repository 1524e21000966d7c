/** Puts another origin into text. */
export type Rewrite = (text: string) => string;

/**
 * Makes a function that replaces origins in text, also where the slashes are escaped as some JSON writers do, or the
 * whole is percent-encoded as in a query. A longer host or another port is another origin and stays.
 * @example
 * const rewrite = rewriter(["http://127.0.0.1:49152"], "http://localhost");
 * rewrite('{"url":"http://127.0.0.1:49152/user"}'); // '{"url":"http://localhost/user"}'
 */
export function rewriter(from: readonly string[], to: string): Rewrite {
  const spellings = [(text: string) => text, (text: string) => text.replaceAll("/", "\\/"), encodeURIComponent];
  const found = new Map(
    [...new Set(from)]
      .filter((origin) => origin !== to)
      .sort((a, b) => b.length - a.length)
      .flatMap((origin) => spellings.map((spell) => [spell(origin), spell(to)] as const)),
  );
  if (found.size === 0) return (text) => text;
  const any = [...found.keys()].map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|");
  const pattern = new RegExp(`(?:${any})(?![\\w-]|\\.\\w|:\\d|%3A\\d)`, "g");
  return (text) => text.replace(pattern, (whole) => found.get(whole) ?? whole);
}
