/** What a value that is made anew for each request looks like, and what it is called. */
const kinds: ReadonlyArray<readonly [kind: string, looks: RegExp]> = [
  ["a UUID", /^(?:\S*[^0-9a-f])?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?:[^0-9a-f]\S*)?$/i],
  ["a time", /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}|^\d{8}T\d{6}Z$|^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} /],
  ["a time", /^1[4-9]\d{8}(?:\.\d+)?$|^1[4-9]\d{11}$/],
  ["a ULID", /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/],
  ["a random key", /^(?=.*\d)(?=.*[A-Za-z])[\w+/=-]{20,}$/],
  ["a nonce", /^[0-9a-f]{16,}$/i],
  // As a recording has it. A client signs one for each request, or at each start (RFC 7523, section 3).
  ["a JWT", /^\[jwt:[0-9a-f]+\]$/],
];

// OAuth 2.0 (RFC 6749, section 4.1.1; RFC 7636, section 4.3; RFC 9449, section 4.2), OpenID Connect, and what is usual.
const nonceNames = /^(?:state|nonce|code_challenge|code_verifier|jti|_|(?:request|correlation|trace)[_-]?id)$/i;
const signatureNames = /(?:^|[-_])(?:sig|signature|hmac)$/i;

/**
 * Names what two values look like that were both made anew: a UUID, a time, a nonce, a key; null where they do not.
 * @param name Of the parameter, header or member that holds them; that of a nonce tells by itself.
 * @example
 * generatedKind("1767225600", "1767225661"); // "a time"
 */
export function generatedKind(asked: string, recorded: string, name = ""): string | null {
  const [ours, theirs] = [asked, recorded].map((text) => text.replace(/^"|"$/g, ""));
  if (ours !== "" && theirs !== "" && nonceNames.test(name)) return "a nonce";
  if (ours !== "" && theirs !== "" && signatureNames.test(name)) return "a signature";
  return kinds.find(([, looks]) => looks.test(ours ?? "") && looks.test(theirs ?? ""))?.[0] ?? null;
}
