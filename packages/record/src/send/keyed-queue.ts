/** Runs a task after earlier tasks with the same key, or once they let the next one begin. */
type KeyedQueue = <T>(key: string, task: (release: () => void) => Promise<T>) => Promise<T>;

/**
 * Makes tasks of one key wait for each other, in order; tasks of different keys run in parallel.
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
