// The order in which a recording holds its exchanges: the client's order, as far as there is one. `../../har/passes.ts`
// keeps it in a file. Read next: `merge-run.ts`.
import { comparePositions, type Position } from "../../har/passes.ts";

/** A request's turn among those of its run: after everything that was answered before it began. */
export interface Turn {
  /** The latest position of those that it follows; null if it follows none. */
  readonly after: Promise<Position | null>;
  /** Notes the position of the request; null if it is not stored. The first call counts. */
  place(at: Position | null): void;
  /** Notes that its client has the answer. */
  end(): void;
}

/** Gives the requests of a run their turns. */
export interface Turns {
  begin(): Turn;
  /**
   * Returns turns that begin after everything that has ended here, and count as overlapping with whatever else begins
   * here.
   */
  branch(): Turns;
}

/**
 * Makes the turns of a run.
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
 * Chooses the pass of an exchange: the one on file if that comes after everything that the exchange follows, else the
 * first one that does. Chance decides which of two overlapping requests is answered first, so that moves neither.
 * @param key Returns the key by which it is sorted.
 * @param onFile Its pass on file; null for a new one.
 * @param nextPass Returns the next pass on file after one; infinite if there is none. A new one goes in between: later
 *   passes on file stay as they are.
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

/** Returns the shortest number between two passes: 1 after 0, 0.1 between 0 and 1. */
function passBetween(low: number, high: number): number {
  for (let digits = 0; digits < mostDigits; digits += 1) {
    const scale = 10 ** digits;
    const pass = (Math.floor(low * scale) + 1) / scale;
    if (pass > low && pass < high) return pass;
  }
  return high;
}

// A double holds this many digits of a number that also has digits before its point.
const mostDigits = 10;
