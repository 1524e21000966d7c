import { mayBeMoment } from "./ordinary-value.ts";
import { looksLikeWord } from "./secret-entropy.ts";

// Where a password or key of letters alone may stand; a key of digits may be a partition's.
const credential = /(?:^|[-_])(?:auth|pass|key|pin|nonce|session|credentials?)$/;
const login = /(?:^|[-_])(?:auth|pass|session|credentials?)$/;

/**
 * Returns whether the value of a header that a client sends is a secret by the last word of its name, and by its looks.
 * @param name Of no ordinary header, and of none that a list has.
 * @example
 * looksTyped("x-auth", "482913"); // true
 * looksTyped("x-auth", "none"); // false
 */
export function looksTyped(name: string, value: string): boolean {
  // Since when a session has been open, as statistics number it, is no secret, and each value would take a tag.
  if (login.test(name) && /^\d{6,}$/.test(value)) return !mayBeMoment(value);
  return credential.test(name) && (!looksLikeWord(value) || /^[A-Za-z]{24,}$/.test(value));
}
