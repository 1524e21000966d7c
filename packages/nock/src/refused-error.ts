/**
 * Refuses a request of a test: no tape has an answer to it, or it leads to the network. No client retries it: Octokit
 * gives up at an `AbortError`; got, undici, superagent and axios-retry do not list `ECONNABORTED` as transient.
 */
export class RefusedError extends Error {
  override readonly name = "AbortError";
  readonly code = "ECONNABORTED";
}

/** Advice for a WebSocket, which needs a connection and cannot be answered inside a test's process. */
export const socketAdvice: string =
  "  - let its client ask a server that replays: npx @tapedeck/cli replay, or listen(player) of @tapedeck/serve\n" +
  "  - record what is said over it by: npx @tapedeck/cli record --proxy";
