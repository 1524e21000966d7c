import { ControlError } from "./control-error.ts";

/** Query and body of a request to the control API. */
export interface Parameters {
  readonly query: URLSearchParams;
  /** The body as text; "" for none. */
  readonly body: string;
}

/**
 * Returns a required parameter.
 * @param example An example value, for the message.
 */
export function needed({ query }: Parameters, name: string, example: string): string {
  const value = query.get(name);
  if (value === null || value === "") throw new ControlError(400, `Nothing to do: give ?${name}=${example}`);
  return value;
}

/** Parses seconds, or another whole number. */
export function wholeNumberIn(text: string, what: string): number {
  const number = Number(text);
  if (text.trim() === "" || !Number.isSafeInteger(number))
    throw new ControlError(400, `Not a whole number${what}: ${JSON.stringify(text)}`);
  return number;
}

/** Parses a time: epoch seconds, or text such as `2026-01-01T00:00:00Z`. */
export function moment(text: string): number {
  if (/^-?\d+$/.test(text)) return wholeNumberIn(text, " of seconds");
  const milliseconds = Date.parse(text);
  if (Number.isNaN(milliseconds))
    throw new ControlError(400, `Not a time: ${JSON.stringify(text)}; give 2026-01-01T00:00:00Z`);
  return Math.floor(milliseconds / 1000);
}
