import type { Player } from "@tapedeck/replay";
import type { ObservedResponse, TestRequest } from "./message.ts";

/** A way in to a player. */
export interface Adapter {
  readonly name: string;
  /** Why this runtime has no such adapter; left out where it has. */
  readonly absent?: string;
  /** The contract tests that this adapter cannot keep, by id, and why. */
  readonly cannotKeep: Readonly<Record<string, string>>;
  readonly open: (player: Player) => Promise<OpenAdapter>;
}

/** An adapter with a player behind it. */
export interface OpenAdapter {
  readonly ask: (question: TestRequest) => Promise<ObservedResponse>;
  readonly close: () => Promise<void>;
}
