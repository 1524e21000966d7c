import { randomFrom } from "../../../../../.ci/seeded-random.ts";

/** A random number from 0 up to, and without, `below`. */
export type Random = (below: number) => number;

/** The same numbers for the same seed. */
export function integersFrom(seed: number): Random {
  const random = randomFrom(seed);
  return (below) => Math.floor(random() * below);
}

/** Longest input: what grows with more than its length shows at this one. */
export const longestInput: number = 16 * 1024;

// Of JSON, of YAML, of URLs and of text: split at spaces.
const signs =
  "\0 ' \" \\ \\u0000 \\ud83d % %00 %25 %E2%82 [ ] { } : , - &a *a !!binary null true -0 1e308 1e999 -1 0.1";
const others = "9007199254740993 __proto__ constructor toString é \ufeff 😀 \u2028 a=b ? # // /../ ; = @ |\n";
const odd: readonly string[] = ["", " ", "\n", "\r\n", "\t", ...`${signs} ${others}`.split(" ")];

/** Changes an input in a few places: bytes, words of its kind, parts of itself and of another one. */
export function mutated(input: Buffer, other: Buffer, words: readonly string[], random: Random): Buffer {
  let bytes = input;
  for (let edits = 1 + random(4); edits > 0; edits -= 1) bytes = edited(bytes, other, words, random);
  return bytes.subarray(0, longestInput);
}

function edited(bytes: Buffer, other: Buffer, words: readonly string[], random: Random): Buffer {
  const at = random(bytes.length + 1);
  const length = random(Math.min(64, bytes.length - at) + 1);
  const from = random(other.length + 1);
  const put = (...parts: readonly Uint8Array[]): Buffer =>
    Buffer.concat([bytes.subarray(0, at), ...parts, bytes.subarray(at + length)]);
  const word = (list: readonly string[]): Buffer => Buffer.from(list[random(list.length)] ?? "");
  switch (random(9)) {
    case 0:
      return put();
    case 1:
      return put(word(odd));
    case 2:
      return put(word(words), bytes.subarray(at, at + length));
    case 3:
      return put(Buffer.from([random(256)]));
    case 4:
      return put(other.subarray(from, from + random(256)));
    case 5:
      return put(...Array<Buffer>(2 + random(6)).fill(bytes.subarray(at, at + length)));
    case 6:
      // Many times: what is quadratic in nesting or repetition shows.
      return put(
        ...Array<Buffer>(1 << random(11)).fill(random(2) === 0 ? word(words) : bytes.subarray(at, at + length)),
      );
    case 7:
      return Buffer.concat([bytes.subarray(0, at), other.subarray(from)]);
    default:
      return put(Buffer.from(String(random(2 ** 31))), bytes.subarray(at, at + length));
  }
}
