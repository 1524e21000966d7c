/**
 * Returns whether a method only reads: asking again changes nothing.
 * @see RFC 9110, section 9.2.1
 */
export function isSafe(method: string): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}
