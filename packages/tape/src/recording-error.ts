/** A recording that cannot be read. The message names the file, what was found there, and what to do. */
export class RecordingSyntaxError extends SyntaxError {
  override readonly name = "RecordingSyntaxError";
  readonly file: string;
  readonly detail: string;
  constructor(file: string, detail: string, options?: ErrorOptions) {
    super(`Cannot read recording "${file}": ${detail}`, options);
    this.file = file;
    this.detail = detail;
  }
}
