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

/** Refuses what is no scheme that was read: the name of a preset, or a file's content. */
export function refuseUnread(scheme: { readonly policies: unknown; readonly tell: unknown }): void {
  if (!Array.isArray(scheme?.policies) || !Array.isArray(scheme.tell))
    throw new RangeError('Cannot limit requests: this is no scheme; give one such as presetNamed("github")');
}
