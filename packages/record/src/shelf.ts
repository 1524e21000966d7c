import { arrange, type Exchange } from "@tapedeck/tape";
import { type Answers, keyOf } from "./merge.ts";

/**
 * What a resource's file holds. A small file is written anew with each answer. Written so, a large one would cost more
 * with each: what is new goes into a file of its own beside it first, which is whole and canonical as well, and when
 * that has grown, with what it holds, into a larger one; each answer is written a few times and not as often as others
 * come after it. In the end there is one file again.
 */
export interface Shelf {
  readonly answers: Answers;
  /** For each of the files beside, the smallest first, whose answers it holds. */
  readonly beside: Set<string>[];
}

/** A file to write, and what is no longer needed then. */
export interface Step {
  readonly file: string;
  readonly exchanges: readonly Exchange[];
  readonly needless: readonly string[];
  /** To be called when it is written. */
  readonly done: () => void;
}

/** The file of a resource. */
export const wholeFile = "recording.har";

// How many requests are few enough to write all of them each time, and how many each of the files beside may hold.
const few = 64;
const mostBeside = [8, 64, 512, 4096];

/** The name of a file beside, from 0 for the smallest, whose answers are newer than those of the larger ones. */
export function besideFile(size: number): string {
  return `recording.new-${size}.har`;
}

/** The sizes of the files beside, largest and so oldest first. */
export const besideSizes: readonly number[] = [...mostBeside.keys()].reverse();

/** Puts exchanges on a shelf, as from one file; those of a later one take the place of all answers to the same request. */
export function shelve(exchangesOf: readonly (readonly Exchange[])[]): Shelf {
  const answers: Answers = new Map();
  for (const exchanges of exchangesOf) {
    for (const [key, there] of Map.groupBy(exchanges, keyOf)) answers.set(key, there);
  }
  return { answers, beside: mostBeside.map(() => new Set()) };
}

/**
 * The file to write when the answers to some requests have changed.
 * @param changed Their keys, see `keyOf`.
 */
export function stepFor({ answers, beside }: Shelf, changed: ReadonlySet<string>): Step {
  const keys = new Set(changed);
  // A file beside cannot say that something is gone.
  const isFew = answers.size <= few || [...changed].some((key) => answers.get(key)?.length === 0);
  for (const [size, held] of beside.entries()) {
    if (isFew) break;
    for (const key of held) keys.add(key);
    if (keys.size > (mostBeside[size] ?? 0)) continue;
    if (keys.size * 2 > answers.size) break;
    const needless = beside.slice(0, size).flatMap((smaller, at) => (smaller.size > 0 ? [besideFile(at)] : []));
    const done = (): void => {
      for (const smaller of beside.slice(0, size)) smaller.clear();
      beside[size] = keys;
    };
    return {
      file: besideFile(size),
      exchanges: arrange([...keys].flatMap((key) => answers.get(key) ?? [])),
      needless,
      done,
    };
  }
  return wholeStep({ answers, beside });
}

/** Writes everything into one file. */
export function wholeStep({ answers, beside }: Shelf): Step {
  return {
    file: wholeFile,
    exchanges: arrange([...answers.values()].flat()),
    needless: beside.flatMap((held, size) => (held.size > 0 ? [besideFile(size)] : [])),
    done: () => {
      for (const held of beside) held.clear();
    },
  };
}
