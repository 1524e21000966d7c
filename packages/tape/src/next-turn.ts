// As it was before a test put its own in place.
const { setTimeout: later } = globalThis;

/** Lets the event loop turn: what came meanwhile is handled first. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => void later(resolve, 0));
}
