// An alias may be a name, an address or a scope in any script. What a secret is made of beyond letters and digits, and
// what a list is written with, is not for marks: "[hunter2…]" and "[12,34]" are values.
const mark = /^\[\p{L}[\p{L}\p{M}\p{N}_:@-]{0,63}\]$/u;

/**
 * Tells whether a text is nothing but a mark that the scrubber writes for something hidden: `[kind]` or `[alias]`, a
 * letter and up to 63 more letters, digits, `_`, `-`, `:` or `@`.
 * @example
 * isMark("[full]"); // true
 * isMark("[12,34]"); // false
 */
export function isMark(text: string): boolean {
  return mark.test(text);
}
