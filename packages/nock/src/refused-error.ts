/**
 * Refuses a request of a test: no tape has an answer to it, or it leads to the network. No client retries it: Octokit
 * gives up at an `AbortError`; got, undici, superagent and axios-retry do not list `ECONNABORTED` as transient.
 */
export class RefusedError extends Error {
  override readonly name = "AbortError";
  readonly code = "ECONNABORTED";
}
