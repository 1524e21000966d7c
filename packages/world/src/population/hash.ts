/**
 * Numbers that look random and are the same on every runtime: 32-bit whole numbers alone, since `Math.pow` and its kin
 * may differ in their last bit from one engine to the next.
 * @module
 */

const golden = 0x9e3779b1;

/**
 * Makes of a key and a number another number, 0 to 2³²−1. With one key, no two numbers give the same.
 * @example
 * hash(hash(42, 7), 1) === hash(hash(42, 7), 2); // false
 */
export function hash(key: number, number: number): number {
  let mixed = (key ^ 0x5bd1e995) + Math.imul(number + 1, golden);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** The key of a seed: any whole number that a double holds exactly. */
export function keyOfSeed(seed: number): number {
  return hash(hash(0, seed | 0), Math.floor(seed / 0x1_0000_0000) | 0);
}

/** The hash of a text, by its code units. */
export function hashText(key: number, text: string): number {
  let mixed = key;
  for (let at = 0; at < text.length; at += 1) mixed = Math.imul(mixed ^ text.charCodeAt(at), 0x01000193);
  return hash(mixed, text.length);
}

/**
 * Brings a hash below a bound, evenly.
 * @example
 * below(hash(42, 7), 6); // 0 to 5
 */
export function below(hashed: number, bound: number): number {
  return Math.floor((hashed / 0x1_0000_0000) * bound);
}

/** Picks from a list, evenly. */
export function pick<Item>(hashed: number, list: readonly [Item, ...Item[]]): Item {
  return list[below(hashed, list.length)] ?? list[0];
}

/**
 * A number as stars, followers and sizes are distributed on the real service: three in four are 0, and the others
 * thin out so slowly that one in a million is around thirty thousand.
 * @example
 * heavyTailed(hash(42, 7)); // 0, 0, 3, 0, 1, 0, 40, …
 */
export function heavyTailed(hashed: number): number {
  const doublings = (Math.clz32(hashed) * 3) >> 2;
  return doublings === 0 ? 0 : below(hash(hashed, doublings), 2 ** doublings) + 2 ** (doublings - 1);
}
