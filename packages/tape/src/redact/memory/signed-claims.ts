// A JWT that a client signs for each request: what stays of it from one run to the next.

import { isStateName } from "../../noise.ts";

/** Begins what {@link lastingClaims} returns, and no credential: a space is not part of one. */
export const claimsStart = "claims of a JWT ";

/** Claims that each signing makes anew, and the signature is made over. RFC 7519, sections 4.1.4 to 4.1.6 */
const passing: ReadonlySet<string> = new Set(["iat", "exp", "nbf"]);

const longestRead = 16 * 1024;

/**
 * Returns what two JWTs share that one client signs at different times: header and claims, without times, signature,
 * and where a subject or an audience is named, the id and what a client makes up for one login (`state`, `nonce`); else
 * these may be all that tells two apart. Any other value is returned as it is.
 * @see RFC 7523, section 3 (JWTs as grants and as clients' credentials); RFC 9101, section 4 (requests that are signed)
 * @example
 * lastingClaims("s3cr3t"); // "s3cr3t"
 */
export function lastingClaims(value: string): string {
  if (value.length > longestRead) return value;
  const [head, body] = /^(eyJ[\w-]+)\.(eyJ[\w-]+)\.[\w-]+$/.exec(value)?.slice(1) ?? [];
  if (head === undefined || body === undefined) return value;
  const claims = jsonIn(body);
  if (claims === null || !Object.keys(claims).some((name) => passing.has(name))) return value;
  const isNamed = "sub" in claims || "aud" in claims;
  const lasting = Object.entries(claims).filter(([name]) => !passing.has(name) && !(isNamed && isStateName(name)));
  if (lasting.length === 0) return value;
  return `${claimsStart}${head} ${JSON.stringify(lasting)}`;
}

function jsonIn(part: string): object | null {
  try {
    // Bytes in place of characters are compared alike.
    const text = atob(part.replaceAll("-", "+").replaceAll("_", "/"));
    const value: unknown = JSON.parse(text);
    // Two ids that are numbers of so many digits would be read as one.
    return typeof value === "object" && !/[:[,]\s*-?\d{16}/.test(text) ? value : null;
  } catch {
    return null;
  }
}
