import { RefusedError } from "@tapedeck/nock/refused-error";
import { createScrubber } from "@tapedeck/tape";

/** Refuses a request that was sent after its test had ended. */
export function endedError(tape: string, what: string): RefusedError {
  return new RefusedError(
    `Cannot ask ${createScrubber().text(what)}: the test of tape "${tape}" has ended\n  - await in the test whatever it starts`,
  );
}

/**
 * Refuses a request to a host that has no tape.
 * @param place The host and the path; no query, which may hold a secret.
 * @param origins Origins of the open tapes.
 */
export function unknownHostError(method: string, place: string, origins: readonly string[]): RefusedError {
  return new RefusedError(
    `Cannot ask ${method} ${createScrubber().text(place)}: no tape is open for this host, and tests do not reach the network\n` +
      `  open: ${[...new Set(origins)].join(", ") || "none"}\n` +
      "  - give the test a tape of this host as well, or mend the client's base URL\n" +
      "  - a server of the test's own, on this machine, is let through by local: true",
  );
}
