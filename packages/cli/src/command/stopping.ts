import { constants } from "node:os";

/** A process that can be asked to stop. */
interface Stopping {
  /** Aborted once it is asked. */
  readonly signal: AbortSignal;
  /** The exit code that a shell expects then: 128 plus the signal's number; undefined before. */
  exitCode(): number | undefined;
  /** Restores the default handling of signals. */
  end(): void;
}

/** Handles Ctrl-C and SIGTERM. The second one ends the process at once. */
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
 * Resolves once the process is asked to stop, or the caller in the same process aborts it. Call it before saying that
 * the process is ready: an earlier signal ends the process without a goodbye.
 */
export function stopSignal(aborted?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { end } = stopping(resolve);
  aborted?.addEventListener("abort", () => resolve(), { once: true });
  return promise.finally(end);
}

/** Makes a grace time, which begins when it is first asked for: returns the seconds that are left of it. */
export function graceTime(seconds: number): () => number {
  let end: number | undefined;
  return () => {
    const now = performance.now() / 1000;
    end ??= now + seconds;
    return Math.max(0, end - now);
  };
}
