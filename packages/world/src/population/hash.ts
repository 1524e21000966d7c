/**
 * Pseudo-random numbers that are the same on every runtime. They are 32-bit integers: the last bit of `Math.pow` and
 * similar functions differs between engines.
 * @module
 */

const golden = 0x9e3779b1;

/**
 * Hashes a number with a key, to 0 … 2³²−1. With the same key, different numbers have different hashes.
 * @example
 * hash(hash(42, 7), 1) === hash(hash(42, 7), 2); // false
 */
export function hash(key: number, number: number): number {
  let mixed = (key ^ 0x5bd1e995) + Math.imul(number + 1, golden);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Returns the key of a seed, which is any safe integer. */
export function keyOfSeed(seed: number): number {
  return hash(hash(0, seed | 0), Math.floor(seed / 0x1_0000_0000) | 0);
}

/** Hashes a text by its code units. */
export function hashText(key: number, text: string): number {
  let mixed = key;
  for (let at = 0; at < text.length; at += 1) mixed = Math.imul(mixed ^ text.charCodeAt(at), 0x01000193);
  return hash(mixed, text.length);
}

/**
 * Scales a hash to a number below a bound, evenly.
 * @example
 * below(hash(42, 7), 6); // 0 to 5
 */
export function below(hashed: number, bound: number): number {
  return Math.floor((hashed / 0x1_0000_0000) * bound);
}

/** Picks an item of a list by a hash, evenly. */
export function pick<Item>(hashed: number, list: readonly [Item, ...Item[]]): Item {
  return list[below(hashed, list.length)] ?? list[0];
}

/**
 * Scales a hash to a number that is distributed like stars, followers and sizes on the real service: three in four are
 * 0, and one in a million is about thirty thousand.
 * @example
 * heavyTailed(hash(42, 7)); // 0, 0, 3, 0, 1, 0, 40, …
 */
export function heavyTailed(hashed: number): number {
  const doublings = (Math.clz32(hashed) * 3) >> 2;
  return doublings === 0 ? 0 : below(hash(hashed, doublings), 2 ** doublings) + 2 ** (doublings - 1);
}
