import type { Player, SharedPlayer } from "@tapedeck/replay";
import type { ControlSchema } from "./schema.ts";

/** A parameter in the query of an operation. */
export interface ControlParameter {
  readonly schema: ControlSchema;
  readonly required?: boolean;
}

/** A player that the control API controls. One that counts in a store returns its quotas asynchronously. */
export type SteeredPlayer = Player | SharedPlayer;

/** An operation of the control API. */
export interface ControlApiOperation<Answer = unknown> {
  /** Its `operationId`. */
  readonly id: string;
  readonly summary: string;
  readonly parameters?: Readonly<Record<string, ControlParameter>>;
  /** Its required body. */
  readonly body?: ControlSchema;
  readonly answer: ControlSchema;
  /** Its possible refusals, besides 403. */
  readonly refusals?: readonly number[];
  readonly run: (player: SteeredPlayer, given: Parameters) => Answer | Promise<Answer>;
}

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

/** A request to the control API that it cannot carry out; the message says why. */
export class ControlError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
