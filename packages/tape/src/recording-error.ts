/** A recording that cannot be read, or packed. The message names the file, the flaw, and a remedy. */
export class RecordingSyntaxError extends SyntaxError {
  override readonly name = "RecordingSyntaxError";
  readonly file: string;
  readonly detail: string;
  constructor(file: string, detail: string, options?: ErrorOptions & { readonly isPacked?: boolean }) {
    super(`Cannot ${options?.isPacked ? "pack" : "read"} recording "${file}": ${detail}`, options);
    this.file = file;
    this.detail = detail;
  }
}
