import { hash } from "./hash.ts";

const rounds = 4;

/**
 * Puts the numbers below a size into another order, one that a key decides: a Feistel network over two digits, so that
 * any one number is moved, and moved back, without the others.
 * @see Black and Rogaway, "Ciphers with Arbitrary Finite Domains" (2002)
 * @example
 * unpermute(10, 1, permute(10, 1, 3)); // 3
 */
export function permute(size: number, key: number, number: number): number {
  const [high, low] = digitsOf(size);
  let moved = number;
  do {
    let [first, second] = [Math.floor(moved / low), moved % low];
    for (let round = 0; round < rounds; round += 2) {
      first = (first + (hash(key + round, second) % high)) % high;
      second = (second + (hash(key + round + 1, first) % low)) % low;
    }
    moved = first * low + second;
    // The digits have room for a few more than there are: those who land there move on.
  } while (moved >= size);
  return moved;
}

/** Undoes `permute`. */
export function unpermute(size: number, key: number, number: number): number {
  const [high, low] = digitsOf(size);
  let moved = number;
  do {
    let [first, second] = [Math.floor(moved / low), moved % low];
    for (let round = rounds - 2; round >= 0; round -= 2) {
      second = (second + low - (hash(key + round + 1, first) % low)) % low;
      first = (first + high - (hash(key + round, second) % high)) % high;
    }
    moved = first * low + second;
  } while (moved >= size);
  return moved;
}

function digitsOf(size: number): readonly [high: number, low: number] {
  const high = Math.ceil(Math.sqrt(size));
  return [high, Math.ceil(size / high)];
}
