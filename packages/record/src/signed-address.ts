import { Buffer } from "node:buffer";

/**
 * Returns whether a proof of possession says that its request was sent to an address; no recorder can send such a
 * request on.
 * @param proof The header `DPoP`.
 * @param address Scheme, host and port.
 * @see RFC 9449, section 4.2 (`htu`)
 */
export function isSignedFor(address: string, proof: string | undefined): boolean {
  const [, claims = ""] = proof?.split(".") ?? [];
  try {
    const { htu } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { readonly htu?: unknown };
    return URL.parse(String(htu))?.origin === address;
  } catch {
    // No proof: the service says so.
    return false;
  }
}
