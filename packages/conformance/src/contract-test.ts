import type { PlayerSession, Setting } from "./with-adapter.ts";

/** An example of a row of the contract, tried at every server and adapter. */
export interface ContractTest {
  /** The row that it shows; an adapter that cannot keep it lists this id. */
  readonly id: string;
  /** The player under test, if it is not the usual one. */
  readonly setting?: Setting;
  /** @throws AssertionError if it is not kept. */
  readonly run: (session: PlayerSession) => Promise<void>;
}
