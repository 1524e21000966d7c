import { constants } from "node:os";

/** A process that can be asked to stop. */
interface Stopping {
  /** Aborted once it was asked to. */
  readonly signal: AbortSignal;
  /** The exit code that a shell expects then: 128 and the signal's number; undefined until it was asked to. */
  exitCode(): number | undefined;
  /** Leaves signals to what they do by themselves. */
  end(): void;
}

/** Listens for Ctrl-C and SIGTERM. Asked twice, the process ends at once. */
export function stopping(onStop: () => void): Stopping {
  const abort = new AbortController();
  let code: number | undefined;
  const stop = (signal: NodeJS.Signals): void => {
    end();
    code = 128 + constants.signals[signal];
    abort.abort();
    onStop();
  };
  const end = (): void => {
    process.off("SIGINT", stop).off("SIGTERM", stop);
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
  return { signal: abort.signal, exitCode: () => code, end };
}

/**
 * Resolves once the process is asked to stop, or once who runs the command in a process of theirs aborts it. Call it before
 * saying that the process is ready: a signal that comes earlier ends it without a goodbye.
 */
export function stopSignal(aborted?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { end } = stopping(resolve);
  aborted?.addEventListener("abort", () => resolve(), { once: true });
  return promise.finally(end);
}
