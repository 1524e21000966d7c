import type { Setting, Visit } from "./with-adapter.ts";

/** Something that is kept at every adapter, or named by the adapter that cannot. */
export interface ContractTest {
  /** A sentence; adapters name the promise by it. */
  readonly name: string;
  /** The player it is about, where that is not the usual one. */
  readonly setting?: Setting;
  /** @throws AssertionError if it is not kept. */
  readonly keep: (visit: Visit) => Promise<void>;
}
