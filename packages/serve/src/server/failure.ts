/** Why a request was not answered by its handler, for a log: nothing in it is the client's. */
export interface Failure {
  /** What the client was answered with. */
  readonly status: number;
  readonly reason: string;
  /** Whether the connection ends with it: where the next request on it begins cannot be told. */
  readonly closes?: boolean;
}
