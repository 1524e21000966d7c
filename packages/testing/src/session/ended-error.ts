import { RefusedError } from "@tapedeck/nock";

/** Refuses a request that was sent after its test had ended. */
export function endedError(tape: string, what: string): RefusedError {
  return new RefusedError(
    `Cannot ask ${what}: the test of tape "${tape}" has ended\n  - await in the test whatever it starts`,
  );
}
