import type { Setting, Visit } from "./visit.ts";

/** Something that is kept at every door, or named by the door that cannot. */
export interface DoorPromise {
  /** A sentence; doors name the promise by it. */
  readonly name: string;
  /** The player it is about, where that is not the usual one. */
  readonly setting?: Setting;
  /** @throws AssertionError if it is not kept. */
  readonly keep: (visit: Visit) => Promise<void>;
}
