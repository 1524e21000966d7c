import type { Player, SharedPlayer } from "@tapedeck/replay";
import type { Parameters } from "./parameters.ts";
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
