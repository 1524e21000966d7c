// An alias may be a name, an address or a scope in any script. What a secret is made of beyond letters and digits, and
// what a list is written with, is not for placeholders: "[hunter2…]" and "[12,34]" are values.
const placeholder = /^\[\p{L}[\p{L}\p{M}\p{N}_:@-]{0,63}\]$/u;

/**
 * Tells whether a text is nothing but a placeholder that the scrubber writes for something hidden: `[kind]` or `[alias]`, a
 * letter and up to 63 more letters, digits, `_`, `-`, `:` or `@`.
 * @example
 * isPlaceholder("[full]"); // true
 * isPlaceholder("[12,34]"); // false
 */
export function isPlaceholder(text: string): boolean {
  return placeholder.test(text);
}
