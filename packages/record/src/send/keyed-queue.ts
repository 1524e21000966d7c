/** Runs a task after those that were given under the same key before, or that let the next one begin. */
type KeyedQueue = <T>(key: string, task: (release: () => void) => Promise<T>) => Promise<T>;

/**
 * Makes tasks of one key wait for each other, in the order they were given; others go side by side.
 * @example
 * const enqueueBy = createKeyedQueue();
 * enqueueBy("/zen", first);
 * enqueueBy("/zen", second); // starts when first has ended
 */
export function createKeyedQueue(): KeyedQueue {
  const last = new Map<string, Promise<unknown>>();
  return (key, task) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const turn = (last.get(key) ?? Promise.resolve()).then(() => task(release));
    const ended = Promise.race([turn.catch(() => {}), released]).then(() => {
      if (last.get(key) === ended) last.delete(key);
    });
    last.set(key, ended);
    return turn;
  };
}
