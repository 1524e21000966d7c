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

/** A line of the report. */
export interface RunResult {
  readonly runtime: string;
  readonly adapter: string;
  readonly name: string;
  /** Null where the adapter says that it cannot keep it, or is not to be had here; then `reason` says why. */
  readonly kept: boolean | null;
  /** Of a law: how many cases were tried, and from which seed. */
  readonly runs?: number;
  readonly seed?: number;
  readonly hash?: string;
  readonly reason?: string;
}

/** The adapter that a law of the runtime as such is put down under. */
export const noAdapter = "no adapter";

/** Cases a law at an adapter, where `TAPEDECK_RUNS` does not say. */
export const usualRuns = 5;

/** A call of a function costs next to nothing, so that is where most is searched. */
function widely({ seed, runs }: Search): Search {
  return { seed, runs: runs * 10 };
}

/** What is run: all there is, or the golden runs alone. */
export type RunPart = "all" | "transcripts";

/** The golden runs: through the fixtures, and through the recordings where there are any. */
async function goldenRuns(): Promise<readonly GoldenRun[]> {
  const tapes = await recordings();
  return tapes.length === 0 ? [fixtureRun] : [fixtureRun, goldenRunOf("recordings", tapes)];
}

/**
 * Keeps every promise and every law at every adapter, and makes every golden run, on this runtime.
 * @param runs Cases a law at each adapter, where `TAPEDECK_RUNS` does not say; ten times as many where no adapter is in the way.
 */
export async function* results(runs: number, part: RunPart = "all"): AsyncGenerator<RunResult> {
  const runtime = runtimeName();
  const search = searchFrom(process.env, runs);
  const hashes = new Map<string, string>();
  const [tests, laws] = part === "all" ? [contractTests, contractLaws] : [[], []];
  const adapterLaws = laws.filter(({ level }) => level === "server");
  // First: the recorder asks real sockets, and an adapter that mounted nock leaves http changed for good.
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
