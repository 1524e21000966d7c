/** Why a request was not answered by its handler, for a log: nothing in it is the client's. */
export interface Failure {
  /** The status that the client was answered with. */
  readonly status: number;
  readonly reason: string;
  /** Whether the connection ends with it: where the next request on it begins cannot be told. */
  readonly closes?: boolean;
}

/** A request that another thread failed to answer, as that thread tells it. */
export class FailedCallError extends Error {
  override readonly name = "FailedCallError";
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.reason);
    this.failure = failure;
  }
}
