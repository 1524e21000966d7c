/** Why a request was not answered by its handler, for a log: it holds nothing of the client's. */
export interface Failure {
  /** The status of the answer. */
  readonly status: number;
  readonly reason: string;
  /** Whether it ends the connection: the start of the next request is unknown. */
  readonly closes?: boolean;
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
