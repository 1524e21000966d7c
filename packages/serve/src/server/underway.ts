/** The requests that are being answered. */
export interface Underway {
  add(request: object): void;
  delete(request: object): void;
  /**
   * Resolves once none is left, or the time is over, to the number left.
   * @param graceSeconds How long to wait; 0 for not at all.
   */
  empty(graceSeconds: number): Promise<number>;
}

/** Counts requests in flight, for a server that lets them end before it closes. */
export function createUnderway(): Underway {
  const requests = new Set<object>();
  let emptied: (() => void) | null = null;
  return {
    add: (request) => void requests.add(request),
    delete: (request) => {
      requests.delete(request);
      if (requests.size === 0) emptied?.();
    },
    empty: async (graceSeconds) => {
      if (requests.size > 0 && graceSeconds > 0) {
        const { promise, resolve } = Promise.withResolvers<void>();
        emptied = resolve;
        const timer = setTimeout(resolve, graceSeconds * 1000);
        await promise;
        clearTimeout(timer);
      }
      return requests.size;
    },
  };
}
