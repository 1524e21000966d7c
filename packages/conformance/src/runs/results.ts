import process from "node:process";
import type { Adapter } from "../adapter.ts";
import { functionAdapter } from "../adapters/function.ts";
import { adapters } from "../adapters.ts";
import { titleOf } from "../contract/rows.ts";
import { contractTests } from "../contract-tests.ts";
import { recordings } from "../fixtures/recordings.ts";
import { type ContractLaw, explained, type Search } from "../law.ts";
import { contractLaws, searchFrom } from "../laws.ts";
import { withAdapter } from "../with-adapter.ts";
import { fixtureRun, goldenRunOf } from "./golden-runs.ts";
import { runtimeName } from "./runtime.ts";
import { type GoldenRun, transcript, transcriptHash } from "./transcript.ts";

/** The result of a contract test, a law, or a golden run. */
export interface RunResult {
  readonly runtime: string;
  readonly adapter: string;
  readonly name: string;
  /** Null if the adapter cannot pass it, or is absent here; then `reason` says why. */
  readonly kept: boolean | null;
  /** The number of cases of a law, and their seed. */
  readonly runs?: number;
  readonly seed?: number;
  readonly hash?: string;
  readonly reason?: string;
}

/** The adapter in the result of a law of the runtime. */
export const noAdapter = "no adapter";

/** Cases of a law at an adapter, unless `TAPEDECK_RUNS` is set. */
export const usualRuns = 5;

/** Returns a search with more cases, for fast adapters. One case is no search: it shows that a law holds here at all. */
function widely({ seed, runs }: Search): Search {
  return { seed, runs: runs === 1 ? 1 : runs * 10 };
}

/** The part to run: all, or only the golden runs. */
export type RunPart = "all" | "transcripts";

/** Returns the golden runs: through the fixtures, and through the recordings if there are any. */
async function goldenRuns(): Promise<readonly GoldenRun[]> {
  const tapes = await recordings();
  return tapes.length === 0 ? [fixtureRun] : [fixtureRun, goldenRunOf("recordings", tapes)];
}

/**
 * Runs all contract tests, laws and golden runs at every adapter, on this runtime.
 * @param runs Cases of a law at each adapter, unless `TAPEDECK_RUNS` is set; ten times as many without a server, where there are several.
 */
export async function* results(runs: number, part: RunPart = "all"): AsyncGenerator<RunResult> {
  const runtime = runtimeName();
  const search = searchFrom(process.env, runs);
  const hashes = new Map<string, string>();
  const [tests, laws] = part === "all" ? [contractTests, contractLaws] : [[], []];
  const adapterLaws = laws.filter(({ level }) => level === "server");
  // First: the recorder uses sockets, and mounting nock changes node:http for the rest of the process.
  for (const each of laws.filter(({ level }) => level === "unit"))
    yield { ...(await sought(each, functionAdapter, widely(search))), adapter: noAdapter };

  for (const adapter of adapters) {
    if (adapter.absent !== undefined) {
      for (const name of [...contractTests.map(({ id }) => titleOf(id)), ...adapterLaws.map((each) => each.name)])
        yield { runtime, adapter: adapter.name, name, kept: null, reason: adapter.absent };
      continue;
    }
    for (const { id, setting = {}, run } of tests) {
      const name = titleOf(id);
      const reason = adapter.cannotKeep[id];
      yield reason === undefined
        ? await result(adapter, name, () => withAdapter(adapter, setting, run))
        : { runtime, adapter: adapter.name, name, kept: null, reason };
    }
    for (const each of adapterLaws) yield sought(each, adapter, adapter === functionAdapter ? widely(search) : search);
    for (const goldenRun of await goldenRuns()) {
      const hash = transcriptHash(await transcript(adapter, goldenRun));
      const first = hashes.get(goldenRun.name) ?? hash;
      hashes.set(goldenRun.name, first);
      const name = `the transcript of the ${goldenRun.name} is that of every adapter`;
      yield { runtime, adapter: adapter.name, name, kept: hash === first, hash };
    }
  }

  async function sought(each: ContractLaw, adapter: Adapter, where: Search): Promise<RunResult> {
    const found = await each.check(adapter, where);
    const { broken, seed } = found;
    const line = { runtime, adapter: adapter.name, name: each.name, kept: broken === null, runs: found.runs, seed };
    return broken === null ? line : { ...line, reason: explained(each.id, adapter.name, found) };
  }

  async function result({ name: adapter }: Adapter, name: string, run: () => Promise<void>): Promise<RunResult> {
    try {
      await run();
      return { runtime, adapter, name, kept: true };
    } catch (error) {
      return { runtime, adapter, name, kept: false, reason: error instanceof Error ? error.message : String(error) };
    }
  }
}
