// Captured before a test can replace them. A timer waits for a millisecond. `setImmediate` does not, but connections of
// Deno wait for a second beside it, and browsers have none.
const { setTimeout: later, setImmediate: soon = later } = globalThis;
const turn: (resume: () => void) => unknown = "Deno" in globalThis ? later : soon;

/** Lets the event loop turn: pending events are handled first. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => void turn(resolve));
}
