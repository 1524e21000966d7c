/** Thrown for a scheme that cannot be. It names the place and what was found there. */
export class SchemeError extends RangeError {
  override readonly name = "SchemeError";
  /** Where it is: the file, and the members that lead there. */
  readonly place: string;

  constructor(place: string, detail: string) {
    super(`Cannot use the rate limit at ${place}: ${detail}`);
    this.place = place;
  }
}
