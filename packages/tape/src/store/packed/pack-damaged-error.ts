/** A packed file, or a part of it, is damaged. */
export class PackDamagedError extends Error {
  override readonly name = "PackDamagedError";
  readonly file: string;
  /** The part that cannot be used. */
  readonly part: string;
  readonly detail: string;
  constructor(file: string, part: string, detail = "it is not as it was written") {
    super(`Cannot use ${part} of "${file}": ${detail}; restore the file, or pack its folder again`);
    this.file = file;
    this.part = part;
    this.detail = detail;
  }
}
