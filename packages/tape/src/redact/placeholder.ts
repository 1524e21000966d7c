import { looksLikeIdentifier } from "./secret-entropy.ts";

/**
 * Gives what takes the place of a secret.
 * @param kind What it is: an alias, `header`, `cookie`, `parameter`, `credentials`, `field`, or a token format.
 * @param value As it stands.
 * @param name What it goes by, where it has a name.
 */
export type Hide = (kind: string, value: string, name?: string) => string;

// An alias may be a name, an address or a scope in any script. What a secret is made of beyond letters and digits, and
// what a list is written with, is not for placeholders: "[hunter2…]" and "[12,34]" are values.
const placeholder = /^\[(\p{L}[\p{L}\p{M}\p{N}_:@-]{0,63})\]$/u;

/**
 * Tells whether a text is nothing but a placeholder that the scrubber writes for something hidden: `[kind]` or `[alias]`,
 * a letter and up to 63 more letters, digits, `_`, `-`, `:` or `@`. What looks like a token in brackets is none.
 * @example
 * isPlaceholder("[full]"); // true
 * isPlaceholder("[12,34]"); // false
 */
export function isPlaceholder(text: string): boolean {
  // Without the tag that tells values of a kind apart.
  const inner = placeholder.exec(text)?.[1]?.replace(/:[\da-f]{1,10}$/, "");
  return inner !== undefined && looksLikeIdentifier(inner);
}
