import type { ContractLaw, Search } from "./law.ts";
import { algorithms } from "./laws/algorithms.ts";
import { countingInvariants } from "./laws/counting.ts";
import { documentLaws } from "./laws/documents.ts";
import { interleaving } from "./laws/interleaving.ts";
import { processes } from "./laws/processes.ts";
import { recording } from "./laws/recording.ts";
import { replaying } from "./laws/replaying.ts";
import { hiding } from "./laws/secrets.ts";
import { specification } from "./laws/specification.ts";
import { streaming } from "./laws/streaming.ts";
import { windows } from "./laws/windows.ts";
import { writing } from "./laws/writing.ts";

/** All laws: first those of every adapter, then those of the runtime. */
export const contractLaws: readonly ContractLaw[] = [
  specification,
  ...countingInvariants,
  ...windows,
  ...algorithms,
  ...replaying,
  ...streaming,
  ...hiding,
  ...writing,
  ...recording,
  ...documentLaws,
  ...interleaving,
  ...processes,
];

/**
 * Reads the search from the environment: `TAPEDECK_SEED` and `TAPEDECK_RUNS`.
 * @throws RangeError for a value that is not an integer.
 */
export function searchFrom(
  { TAPEDECK_SEED: seed = "1767225600", TAPEDECK_RUNS: runs }: Readonly<Record<string, string | undefined>>,
  usualRuns: number,
): Search {
  const search = { seed: Number(seed), runs: Number(runs ?? usualRuns) };
  if (!Number.isInteger(search.seed))
    throw new RangeError(`Cannot search from TAPEDECK_SEED=${seed}: not a whole number`);
  if (!(Number.isInteger(search.runs) && search.runs > 0)) {
    throw new RangeError(`Cannot make TAPEDECK_RUNS=${runs} runs: not a whole number above 0`);
  }
  return search;
}
