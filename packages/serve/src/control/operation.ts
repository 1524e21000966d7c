import type { Player, SharedPlayer } from "@tapedeck/replay";
import type { Parameters } from "./parameters.ts";
import type { Schema } from "./schema.ts";

/** A parameter in the query of an operation. */
export interface Parameter {
  readonly schema: Schema;
  readonly required?: boolean;
}

/** A player that the control API steers. What one that counts in a store says of its quotas comes later. */
export type SteeredPlayer = Player | SharedPlayer;

/** An operation of the control API. */
export interface Operation<Answer = unknown> {
  /** Its `operationId`. */
  readonly id: string;
  readonly summary: string;
  readonly parameters?: Readonly<Record<string, Parameter>>;
  /** The body that it cannot do without. */
  readonly body?: Schema;
  readonly answer: Schema;
  /** How it may refuse, beside 403. */
  readonly refusals?: readonly number[];
  readonly run: (player: SteeredPlayer, given: Parameters) => Answer | Promise<Answer>;
}
