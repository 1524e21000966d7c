import type { Exchange } from "@tapedeck/tape";
import type { Answer } from "./entry-ref.ts";
import { type Answers, keyOf } from "./merge.ts";

/**
 * What a resource's files hold. A small file is written anew with each answer. Written so, a large one would cost more
 * with each: what is new goes into a file of its own beside it first, which is whole and canonical as well. When there
 * are some of these, they are brought into a larger one, and some of the larger ones into one that is larger still:
 * each answer is written a few times, however many come after it. In the end there is one file again.
 */
export interface Shelf {
  readonly answers: Answers;
  /** The keys of the requests in the files beside, by level, the smallest first; those of a level by age, oldest first. */
  readonly beside: Set<string>[][];
  /** Files beside that were found, and that the next one to be written makes needless. */
  readonly found: string[];
}

/** A file to write, and what is no longer needed then. */
export interface Step {
  readonly file: string;
  readonly answers: readonly Answer[];
  /** Oldest first, and so to be removed: what is left, if that stops midway, must not be older than what is gone. */
  readonly needless: readonly string[];
  /** To be called when it is written. */
  readonly done: () => void;
}

/** The file of a resource. */
export const wholeFile = "recording.har";

/** How many answers are few enough to write all of them each time. */
export const few = 16;

// How many files beside of each size there may be, and how many sizes.
const fan = 8;
const levels = 5;

/** The name of the nth file beside of a level, both from 0; it is newer than all of a higher level. */
export function besideFile(level: number, nth: number): string {
  return `recording.new-${level}-${nth}.har`;
}

/** The names that files beside can have, oldest first. */
export const besideFiles: readonly string[] = Array.from({ length: levels }, (_, at) => levels - 1 - at).flatMap(
  (level) => Array.from({ length: fan }, (_, nth) => besideFile(level, nth)),
);

/**
 * Puts exchanges on a shelf, as from one file each, oldest first: those of a later one take the place of all answers to
 * the same request.
 */
export function shelve(exchangesOf: readonly (readonly Exchange[])[], found: readonly string[] = []): Shelf {
  const answers: Answers = new Map();
  for (const exchanges of exchangesOf) {
    for (const [key, there] of Map.groupBy(exchanges, keyOf)) {
      answers.set(
        key,
        there.map((held) => ({ held })),
      );
    }
  }
  return { answers, beside: Array.from({ length: levels }, () => []), found: [...found] };
}

/** Whether what it holds stands in more than one file. */
export function isBeside({ beside, found }: Shelf): boolean {
  return found.length > 0 || beside.some((files) => files.length > 0);
}

/**
 * The file to write when the answers to some requests have changed.
 * @param changed Their keys, see `keyOf`.
 */
export function stepFor(shelf: Shelf, changed: ReadonlySet<string>): Step {
  const { answers, beside, found } = shelf;
  const keys = new Set(changed);
  // A file beside cannot say that something is gone.
  const isWhole = answers.size <= few || found.length > 0 || [...changed].some((key) => answers.get(key)?.length === 0);
  for (const [level, files] of beside.entries()) {
    if (isWhole || keys.size * 2 > answers.size) break;
    if (files.length < fan) {
      const smaller = beside.slice(0, level);
      return {
        file: besideFile(level, files.length),
        answers: [...keys].flatMap((key) => answers.get(key) ?? []),
        needless: namesOf(smaller),
        done: () => {
          for (const each of smaller) each.length = 0;
          files.push(keys);
        },
      };
    }
    for (const key of files.flatMap((held) => [...held])) keys.add(key);
  }
  return wholeStep(shelf);
}

/** Writes everything into one file. */
export function wholeStep({ answers, beside, found }: Shelf): Step {
  return {
    file: wholeFile,
    answers: [...answers.values()].flat(),
    needless: [...namesOf(beside), ...found],
    done: () => {
      for (const files of beside) files.length = 0;
      found.length = 0;
    },
  };
}

function namesOf(beside: readonly (readonly Set<string>[])[]): string[] {
  return beside.flatMap((files, level) => files.map((_, nth) => besideFile(level, nth))).sort(byAge);
}

function byAge(a: string, b: string): number {
  return besideFiles.indexOf(a) - besideFiles.indexOf(b);
}
