/** Why a request was not answered by its handler, for a log: it holds nothing of the client's. */
export interface Failure {
  /** The status of the answer. */
  readonly status: number;
  readonly reason: string;
  /** Whether it ends the connection: the start of the next request is unknown. */
  readonly closes?: boolean;
  /** Whether its head had been sent, so that the answer breaks off. */
  readonly breaksOff?: boolean;
}

/** A request that another thread failed to answer, with that thread's reason. */
export class FailedCallError extends Error {
  override readonly name = "FailedCallError";
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.reason);
    this.failure = failure;
  }
}

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
