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
