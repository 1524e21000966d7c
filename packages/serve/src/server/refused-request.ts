/**
 * A request that a server refuses before its handler is asked. The message says why, and quotes nothing of the request:
 * it goes into the answer, and into logs.
 */
export class RefusedRequestError extends Error {
  override readonly name = "RefusedRequestError";
  /** The status of the answer. */
  readonly status: number;
  constructor(status: number, reason: string) {
    super(reason);
    this.status = status;
  }
}
