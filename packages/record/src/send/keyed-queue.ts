/** Runs a task after those that were given under the same key before. */
export type KeyedQueue = <T>(key: string, task: () => Promise<T>) => Promise<T>;

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
    const turn = (last.get(key) ?? Promise.resolve()).then(task);
    const ended = turn
      .catch(() => {})
      .then(() => {
        if (last.get(key) === ended) last.delete(key);
      });
    last.set(key, ended);
    return turn;
  };
}
