import type { PlayerSession, Setting } from "./with-adapter.ts";

/** An example of a row of the contract, tried at every server and adapter. */
export interface ContractTest {
  /** The row that it shows; an adapter that cannot keep it names it by this. */
  readonly id: string;
  /** The player it is about, where that is not the usual one. */
  readonly setting?: Setting;
  /** @throws AssertionError if it is not kept. */
  readonly run: (session: PlayerSession) => Promise<void>;
}
