// Captured before a test can replace it.
const { setTimeout: later } = globalThis;

/** Lets the event loop turn: pending events are handled first. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => void later(resolve, 0));
}
