import type { Player } from "@tapedeck/replay";
import type { ObservedResponse, TestRequest } from "./message.ts";

/** A way in to a player. */
export interface Door {
  readonly name: string;
  /** Why this runtime has no such door; left out where it has. */
  readonly absent?: string;
  /** The promises that this door cannot keep, by name, and why. */
  readonly cannotKeep: Readonly<Record<string, string>>;
  readonly open: (player: Player) => Promise<OpenDoor>;
}

/** A door with a player behind it. */
export interface OpenDoor {
  readonly ask: (question: TestRequest) => Promise<ObservedResponse>;
  readonly close: () => Promise<void>;
}
