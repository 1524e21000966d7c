// Challenges that a client signs, as with Digest, SCRAM or Hawk: a signature is valid for what upstream issued itself, and
// a recording has a placeholder or an old time in its place. `record-misses.ts` asks upstream for another one.
import type { HeaderList, RecordedResponse } from "@tapedeck/tape";
import { type IncomingRequest, requestHeader } from "../http/message.ts";

// RFC 7616, 3.3; RFC 7804, 5; RFC 7486, 3; Hawk; a token alone: RFC 4559, 4.2.
const signed = /(?:^|[\s,])(?:[\w-]*nonce|challenge|data|ts)\s*=|(?:^|,)\s*[\w-]+ +[\w.~+/-]{16,}=*\s*(?:,|$)/i;
const signedPlaceholder = /[\s,](?:nonce|challenge|data|sid)\s*=\s*"?__redacted-/i;

/** Returns whether an answer asks the client to sign something: RFC 9110, 11.6.1; RFC 9449, 8; RFC 8555, 6.5. */
export function asksForSignature({ status, headers }: Pick<RecordedResponse, "status" | "headers">): boolean {
  if (status < 400 || status > 499) return false;
  if (headers.some(([name]) => name.endsWith("-nonce"))) return true;
  return headers.some(([name, value]) => /^(?:www|proxy)-authenticate$/.test(name) && signed.test(value));
}

/** Returns a request without its login, if that signs what only a recording says; null for any other request. */
export function withoutSigned(ask: IncomingRequest): IncomingRequest | null {
  if (!signedPlaceholder.test(requestHeader(ask, "authorization") ?? "")) return null;
  const { authorization: _, ...headers } = ask.headers;
  return { ...ask, headers };
}

/** Returns a challenge as one to a login that was right but too old: its client signs it without asking a person. */
export function toAnOldLogin(headers: HeaderList): HeaderList {
  return headers.map(([name, value]) => {
    const isDigest = name === "www-authenticate" && /nonce\s*=/i.test(value);
    const others = value.replace(/,?\s*\bstale\s*=\s*"?\w+"?/gi, "");
    return [name, isDigest ? others.replace(/\bDigest +/gi, "$&stale=true, ") : value] as const;
  });
}
