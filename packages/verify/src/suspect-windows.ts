import { textHash } from "@tapedeck/tape/internal";
import type { CountedFile } from "./quota.ts";

/** The windows of rate limits in a recording, of which few have to be looked at again. */
interface SuspectWindows {
  /** Notes what a file tells. @param at The file's number. */
  add(at: number, counted: CountedFile): void;
  /** The numbers of the files that tell of a window which may break a law, ascending. */
  suspects(): readonly number[];
}

/**
 * Notes the windows that files tell of, a few numbers for each, and finds those that may break a law between two files: that
 * have different limits, or counters that are not pinned. All other files need not be held to be compared.
 * @example
 * const windows = createSuspectWindows();
 * windows.suspects(); // []
 */
export function createSuspectWindows(): SuspectWindows {
  const limits = new Map<number, number>();
  const files = new Map<number, number[]>();
  const suspected = new Set<number>();
  return {
    add(at, { recording, told }) {
      for (const { window, bucket, limit, pinned } of told) {
        const [key, bucketKey] = [numberOf(`${recording}\n${window}`), numberOf(`${recording}\n${bucket}`)];
        const known = files.get(key) ?? [];
        files.set(key, known);
        if (known.at(-1) !== at) known.push(at);
        if (!pinned || (limits.get(bucketKey) ?? limit) !== limit) suspected.add(key);
        limits.set(bucketKey, limit);
      }
    },
    suspects: () => [...new Set([...suspected].flatMap((key) => files.get(key) ?? []))].sort((a, b) => a - b),
  };
}

// Two windows under one number are looked at together, and come to nothing.
function numberOf(text: string): number {
  const [a, b] = textHash(text);
  return a * 2 ** 21 + (b >>> 11);
}
