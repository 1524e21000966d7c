// Work that can pause, so that one message does not block the thread for long.
import { nextTurn } from "../next-turn.ts";

/** Work that yields where other work may be done first. */
export type Steps<Result> = Generator<void, Result, void>;

/** Work that may take long. */
export interface SlowWork<Result> {
  /** What it reads: the same work is known by it, and by `names`. */
  readonly raw: unknown;
  readonly names: unknown;
  readonly size: number;
  readonly steps: () => Steps<Result>;
}

// Captured before a test can replace it. Only when work pauses depends on it, not what it returns.
const { performance } = globalThis;
const now = performance.now.bind(performance);

/** Milliseconds of work at one go, and of the first: other work has been done in that turn. */
const [slice, firstSlice] = [8, 2];

/** Characters of one item that take so long that it pauses before it is looked at. */
export const longAtOnce: number = 1024 * 1024;

const every = 64;
let items = 0;

/** Returns whether to pause: at one in 64 places, since a generator's pause takes longer than most items. */
export function isDue(): boolean {
  items = (items + 1) % every;
  return items === 0;
}

/** Does all the work at once. */
export function finish<Result>(steps: Generator<unknown, Result, void>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/**
 * Does the work in turns with the event loop.
 * @param around Called to do each slice of it.
 */
export async function inTurns<Result>(
  steps: Steps<Result>,
  around: (work: () => IteratorResult<void, Result>) => IteratorResult<void, Result> = (work) => work(),
): Promise<Result> {
  for (let most = firstSlice; ; most = slice) {
    const next = around(() => {
      const end = now() + most;
      let step = steps.next();
      while (!step.done && now() < end) step = steps.next();
      return step;
    });
    if (next.done) return next.value;
    await nextTurn();
  }
}
