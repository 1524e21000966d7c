import { setMaxListeners } from "node:events";
import type { Cut } from "@tapedeck/tape";

type CutStream = (why: Cut) => void;

/** The requests of a recorder that are in flight, and its open WebSockets. */
export interface InFlight {
  /** Holds a request until it has ended. */
  readonly add: (answer: Promise<unknown>) => void;
  /** Holds a request with the function that cuts its stream, which is cut if no more may flow. */
  readonly addStream: (cut: CutStream, answer: Promise<unknown>) => void;
  /** Cuts the streams, as at their bound. */
  readonly endStreams: () => void;
  /**
   * Cuts the streams, those that are still to come too, and waits for the requests.
   * @param breakOff Called when they have taken as long as that; then no wait may begin.
   */
  readonly settle: (graceSeconds: number, breakOff: () => void) => Promise<void>;
  /** Aborted when waits are over. */
  readonly over: AbortSignal;
}

/** Makes the error of a request to a recorder that is closed. */
export function recorderClosed(): Error {
  return new Error("Cannot record: the recorder is closed");
}

/** Makes a list of requests in flight. */
export function createInFlight(): InFlight {
  const requests = new Set<Promise<unknown>>();
  const streams = new Set<CutStream>();
  const over = new AbortController();
  // Any number of requests may wait.
  setMaxListeners(0, over.signal);
  let isClosing = false;
  const endStreams = (): void => {
    for (const cut of streams) cut("bound");
  };
  const hold = <Item>(items: Set<Item>, item: Item, answer: Promise<unknown>): void => {
    items.add(item);
    const ended = (): void => void items.delete(item);
    answer.then(ended, ended);
  };
  return {
    add: (answer) => hold(requests, answer, answer),
    addStream(cut, answer) {
      hold(requests, answer, answer);
      hold(streams, cut, answer);
      // Who takes the stream is not there yet.
      if (isClosing) queueMicrotask(() => cut("bound"));
    },
    endStreams,
    async settle(graceSeconds, breakOff) {
      isClosing = true;
      endStreams();
      const timer = setTimeout(() => {
        over.abort(recorderClosed());
        breakOff();
      }, graceSeconds * 1000);
      await Promise.allSettled(requests);
      clearTimeout(timer);
    },
    over: over.signal,
  };
}

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

/** The turn of a stream among those with its key. */
export interface OpeningTurn {
  /** Takes the turn, the first time. @param stored Settles when the stream is stored. */
  opened(key: string, stored: Promise<unknown>): void;
  /** Stores the stream in its turn; what was never opened, at once. */
  readonly store: <T>(store: () => Promise<T>) => Promise<T>;
}

/** Makes turns: streams of one key are stored as they were opened, since a replay gives equal ones their answers so. */
export function createOpeningOrder(): () => OpeningTurn {
  const enqueue = createKeyedQueue();
  return () => {
    let earlier: Promise<void> | null | undefined;
    return {
      opened(key, stored) {
        if (earlier !== undefined) return;
        const { promise, resolve } = Promise.withResolvers<void>();
        earlier = promise;
        const begin = (): Promise<unknown> => {
          earlier = null;
          resolve();
          return stored;
        };
        enqueue(key, begin).catch(() => {});
      },
      store: (store) => earlier?.then(store) ?? store(),
    };
  };
}
