import type { PlayerSession, Setting } from "./with-adapter.ts";

/** A test of a row of the contract, run at every server and adapter. */
export interface ContractTest {
  /** The id of the row. An adapter that cannot pass the test lists it. */
  readonly id: string;
  /** Options of the player, if they differ from the usual ones. */
  readonly setting?: Setting;
  /** @throws AssertionError if the test fails. */
  readonly run: (session: PlayerSession) => Promise<void>;
}
