/**
 * Removes the oldest entries if there are too many: a tenth at once, since each search for the oldest passes those that
 * were removed before.
 * @param most Maximum number of entries.
 * @example
 * const held = new Set(["a", "b", "c"]);
 * dropOldest(held, 2);
 * [...held]; // ["c"]
 */
export function dropOldest<Key>(
  held: { readonly size: number; keys(): Iterable<Key>; delete(key: Key): boolean },
  most: number,
): void {
  if (held.size <= most) return;
  const left = Math.floor(most * 0.9);
  for (const key of held.keys()) {
    if (held.size <= left) return;
    held.delete(key);
  }
}
