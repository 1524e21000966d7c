/** An invalid scheme. The message names the place and what was found there. */
export class SchemeError extends RangeError {
  override readonly name = "SchemeError";
  /** The file, and the members that lead to the place. */
  readonly place: string;

  constructor(place: string, detail: string) {
    super(`Cannot use the rate limit at ${place}: ${detail}`);
    this.place = place;
  }
}
