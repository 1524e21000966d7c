/** A plan that cannot be read. The message names the file, the place in it, the flaw, and a remedy. */
export class PlanError extends SyntaxError {
  override readonly name = "PlanError";
  readonly file: string;
  /** Place in the plan: `requests[2].path`; empty for the whole. */
  readonly at: string;
  /** Counted from 1; null if unknown. */
  readonly line: number | null;
  readonly detail: string;
  constructor(file: string, at: string, line: number | null, detail: string, options?: ErrorOptions) {
    const place = [line === null ? "" : `line ${line}`, at].filter((part) => part !== "").join(", ");
    super(`Cannot read plan "${file}"${place === "" ? "" : ` at ${place}`}: ${detail}`, options);
    this.file = file;
    this.at = at;
    this.line = line;
    this.detail = detail;
  }
}
