/**
 * Takes the oldest out of what has more entries than it may: a tenth at once, since each look for the oldest goes past
 * those that were taken out before.
 * @param most Entries that may stay.
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
