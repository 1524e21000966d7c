/**
 * Refuses a request of a test: no tape has an answer to it, or it leads to the network. No client retries it: Octokit
 * gives up at an `AbortError`; got, undici, superagent and axios-retry do not list `ECONNABORTED` as transient.
 */
export class RefusedError extends Error {
  override readonly name = "AbortError";
  readonly code = "ECONNABORTED";
}

/** What to do about a WebSocket, which needs a connection: no process of a test has one. */
export const socketAdvice: string =
  "  - let its client ask a server that replays: npx @tapedeck/cli replay, or listen(player) of @tapedeck/serve\n" +
  "  - record what is said over it by: npx @tapedeck/cli record --proxy";
