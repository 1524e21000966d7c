// A JWT that a client signs for each request: what stays of it from one run to the next.

/** Begins what {@link lastingClaims} returns, and no credential: a space is not part of one. */
export const claimsStart = "claims of a JWT ";

/** Claims that each signing makes anew, and the signature is made over. RFC 7519, sections 4.1.4 to 4.1.7 */
const passing: ReadonlySet<string> = new Set(["iat", "exp", "nbf", "jti"]);

const longestRead = 16 * 1024;

/**
 * Returns what two JWTs share that one client signs at different times: header and claims, without times, id and
 * signature. Any other value is returned as it is.
 * @see RFC 7523, section 3 (JWTs as grants and as clients' credentials)
 * @example
 * lastingClaims("s3cr3t"); // "s3cr3t"
 */
export function lastingClaims(value: string): string {
  const [head, body] = /^(eyJ[\w-]+)\.(eyJ[\w-]+)\.[\w-]+$/.exec(value)?.slice(1) ?? [];
  if (head === undefined || body === undefined || value.length > longestRead) return value;
  const claims = jsonIn(body);
  if (claims === null || !Object.keys(claims).some((name) => passing.has(name))) return value;
  const lasting = Object.entries(claims).filter(([name]) => !passing.has(name));
  return `${claimsStart}${head} ${JSON.stringify(lasting)}`;
}

function jsonIn(part: string): object | null {
  try {
    // Bytes in place of characters are compared alike.
    const value: unknown = JSON.parse(atob(part.replaceAll("-", "+").replaceAll("_", "/")));
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
