// A login without an alias that a service refused is another than the one that it took: in whatever order they are
// replayed, a wrong password must not get the right one's answers. Only what a person may have typed is kept apart: a
// token that was generated may be another one in each run. `session.ts` uses it.
import { isPlaceholder, placeholderFor, placeholderParts } from "./placeholder.ts";
import { tagOf } from "./pseudonym.ts";
import { base64Text } from "./read/base64.ts";
import { looksLikeIdentifier, looksLikeWord } from "./secret-entropy.ts";

const kind = "refused";
const longestTyped = 256;
const mostRemembered = 1000;

/** The logins of a session that were refused, and those that were not. */
export interface RefusedLogins {
  /** Notes the status of the answer to a request with this `Authorization`. What was taken once is not refused later. */
  note(authorization: string, status: number): void;
  /** Returns what stands in a recording for an `Authorization` that was refused; null for another one. */
  find(authorization: string): string | null;
}

/**
 * Makes a memory of refused logins.
 * @param awaitTag Called with each value of which a tag is needed, which takes long to derive.
 * @example
 * const refused = rememberRefused(() => {});
 * refused.note("Bearer wrong-token", 401);
 * refused.find("Bearer wrong-token"); // "Bearer __redacted-refused.2e8__"
 */
export function rememberRefused(awaitTag: (value: string) => void): RefusedLogins {
  const isRefused = new Map<string, boolean>();
  return {
    note(authorization, status) {
      if (isRefused.size < mostRemembered && !isRefused.has(authorization))
        isRefused.set(authorization, status === 401 || status === 403);
    },
    find: (authorization) => (isRefused.get(authorization) === true ? refusedLogin(authorization, awaitTag) : null),
  };
}

/**
 * Returns what stands in a recording for a refused `Authorization`; null if no person typed it.
 * @example
 * refusedLogin("Bearer wrong-token"); // "Bearer __redacted-refused.2e8__"
 */
export function refusedLogin(authorization: string, awaitTag: (value: string) => void = () => {}): string | null {
  const [scheme, credential] = typedIn(authorization);
  if (credential === undefined) return null;
  awaitTag(credential);
  return `${scheme} ${placeholderFor(kind, tagOf(credential))}`;
}

function typedIn(authorization: string): readonly [scheme?: string, credential?: string] {
  const [, scheme = "", said = ""] = /^([\w-]+) +(.+)$/s.exec(authorization.trim()) ?? [];
  const credential = scheme.toLowerCase() === "basic" ? (base64Text(said) ?? "") : /[\s,]/.test(said) ? "" : said;
  const isTyped = credential !== "" && credential.length <= longestTyped && looksLikeIdentifier(credential);
  return isTyped && looksLikeWord(scheme) && !isPlaceholder(said) ? [scheme, credential] : [];
}

/** Returns whether an `Authorization` of a recording stands for a refused login. */
export function isRefusedLogin(authorization: string | null | undefined): boolean {
  return placeholderParts(authorization?.split(" ")[1] ?? "")?.kind === kind;
}
