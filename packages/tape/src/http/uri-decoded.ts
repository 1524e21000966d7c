/**
 * Decodes percent-encoding; returns a text that cannot be decoded as it is.
 * @see RFC 3986, section 2.1
 * @example
 * uriDecoded("a%2Fb"); // "a/b"
 */
export function uriDecoded(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
