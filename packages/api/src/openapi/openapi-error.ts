/** An OpenAPI document that cannot be read. */
export class OpenApiError extends RangeError {
  override readonly name = "OpenApiError";
  /** The flaw, and its place in the document. */
  readonly detail: string;
  /** The file with the flaw; undefined for the document itself. */
  readonly file: string | undefined;
  constructor(detail: string, { file, ...options }: ErrorOptions & { readonly file?: string | undefined } = {}) {
    super(`Cannot read the OpenAPI document${file === undefined ? "" : ` "${file}"`}: ${detail}`, options);
    this.detail = detail;
    this.file = file;
  }
}
