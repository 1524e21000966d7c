// In which order a recording holds its exchanges: the client's order, as far as there is one.
// Not how a file keeps it: see `../har/passes.ts`. Read next: `merge-run.ts`.
import { comparePositions, type Position } from "../har/passes.ts";

/** A request's turn among those of its run: after all that were answered before it began. */
export interface Turn {
  /** The latest position of those that it comes after; null where it comes after none. */
  readonly after: Promise<Position | null>;
  /** Says where the request stands; null where it is not kept. The first call counts. */
  place(at: Position | null): void;
  /** Its client has the answer. */
  end(): void;
}

/** Gives the requests of a run their turns. */
export interface Turns {
  begin(): Turn;
  /** Turns that begin after what has ended here, and count as overlapping with whatever else begins here. */
  branch(): Turns;
}

/**
 * Begins to give turns.
 * @example
 * const turn = createTurns().begin();
 * await store.append(exchange, turn);
 * turn.end();
 */
export function createTurns(): Turns {
  return turnsAfter(Promise.resolve(null), () => {});
}

function turnsAfter(start: Promise<Position | null>, onEnd: (at: Promise<Position | null>) => void): Turns {
  let after = start;
  const ended = (at: Promise<Position | null>): void => {
    after = Promise.all([after, at]).then(later);
    onEnd(at);
  };
  return {
    begin() {
      const { promise, resolve } = Promise.withResolvers<Position | null>();
      let isOver = false;
      return {
        after,
        place: resolve,
        end() {
          if (!isOver) ended(promise);
          isOver = true;
        },
      };
    },
    branch: () => turnsAfter(after, ended),
  };
}

function later([a, b]: readonly [Position | null, Position | null]): Position | null {
  if (a === null || b === null) return a ?? b;
  return comparePositions(a, b) < 0 ? b : a;
}

/**
 * Chooses the pass of an exchange: the one that is on file where that comes after all that the exchange follows, else
 * the first that does. Which of two overlapping requests was answered first is chance, and no reason to move either.
 * @param key Makes the key that it is sorted by.
 * @param onFile Its pass on file; null for a new one.
 * @param nextPass The next pass on file after one; infinite where there is none. A new one goes in between: the passes
 *   of what follows on file stay as they are.
 * @example
 * await choosePass({ pass: 0, key: "/b" }, "/a", null, async () => Number.POSITIVE_INFINITY); // 1
 */
export async function choosePass(
  after: Position | null,
  key: string,
  onFile: number | null,
  nextPass: (pass: number) => Promise<number>,
): Promise<number> {
  const known = { pass: onFile ?? 0, key };
  if (after === null || comparePositions(known, after) >= 0) return known.pass;
  return key >= after.key ? after.pass : passBetween(after.pass, await nextPass(after.pass));
}

/** The shortest number between two passes: 1 after 0, 0.1 between 0 and 1. */
function passBetween(low: number, high: number): number {
  for (let digits = 0; digits < mostDigits; digits += 1) {
    const scale = 10 ** digits;
    const pass = (Math.floor(low * scale) + 1) / scale;
    if (pass > low && pass < high) return pass;
  }
  return high;
}

// A double holds this many digits of a number that has digits before its point too.
const mostDigits = 10;
