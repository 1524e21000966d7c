import { hash } from "./hash.ts";

const rounds = 4;

/**
 * Permutes the numbers below a size by a key: a Feistel network over two digits, which maps a number and back without
 * computing the others.
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
    // Two digits can be slightly larger than the size: then the number is permuted again.
  } while (moved >= size);
  return moved;
}

/** Inverts {@link permute}. */
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
