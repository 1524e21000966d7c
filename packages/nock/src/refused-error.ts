/**
 * A test asked for something that it cannot have: a request that no tape has, or the network. Told at once, and made so
 * that no client tries again: Octokit gives up at an `AbortError`; got, undici, superagent and axios-retry have no
 * `ECONNABORTED` on their lists of what may pass.
 */
export class RefusedError extends Error {
  override readonly name = "AbortError";
  readonly code = "ECONNABORTED";
}

/** Something was asked for after the end of the test that asked. */
export function endedError(tape: string, what: string): RefusedError {
  return new RefusedError(
    `Cannot ask ${what}: the test of tape "${tape}" has ended\n  - await in the test whatever it starts`,
  );
}
