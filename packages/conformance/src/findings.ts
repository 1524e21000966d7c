import process from "node:process";
import type { Door } from "./door.ts";
import { functionDoor } from "./doors/function.ts";
import { doors } from "./doors.ts";
import { explained, type Law, type Search } from "./law.ts";
import { laws, searchFrom } from "./laws.ts";
import { promises } from "./promises.ts";
import { recordings } from "./recordings.ts";
import { runtimeName } from "./runtime.ts";
import { specimenTour, tourOf } from "./tours.ts";
import { type Tour, transcript, transcriptHash } from "./transcript.ts";
import { visit } from "./visit.ts";

/** A line of the report. */
export interface Finding {
  readonly runtime: string;
  readonly door: string;
  readonly name: string;
  /** Null where the door says that it cannot keep it, or is not to be had here; then `reason` says why. */
  readonly kept: boolean | null;
  /** Of a law: how many cases were tried, and from which seed. */
  readonly runs?: number;
  readonly seed?: number;
  readonly hash?: string;
  readonly reason?: string;
}

/** The door that a law of the runtime as such is put down under. */
export const noDoor = "no door";

/** Cases a law at a door, where `TAPEDECK_RUNS` does not say. */
export const usualRuns = 5;

/** A call of a function costs next to nothing, so that is where most is searched. */
function widely({ seed, runs }: Search): Search {
  return { seed, runs: runs * 10 };
}

/** The tours to go on: through the specimen, and through the recordings where there are any. */
async function tours(): Promise<readonly Tour[]> {
  const tapes = await recordings();
  return tapes.length === 0 ? [specimenTour] : [specimenTour, tourOf("recordings", tapes)];
}

/**
 * Keeps every promise and every law at every door, and goes on every tour, on this runtime.
 * @param runs Cases a law at each door, where `TAPEDECK_RUNS` does not say; ten times as many where no door is in the way.
 */
export async function* findings(runs: number): AsyncGenerator<Finding> {
  const runtime = runtimeName();
  const search = searchFrom(process.env, runs);
  const hashes = new Map<string, string>();
  const doorLaws = laws.filter(({ at }) => at === "door");
  for (const door of doors) {
    if (door.absent !== undefined) {
      for (const { name } of [...promises, ...doorLaws])
        yield { runtime, door: door.name, name, kept: null, reason: door.absent };
      continue;
    }
    for (const { name, setting = {}, keep } of promises) {
      const reason = door.cannotKeep[name];
      yield reason === undefined
        ? await finding(door, name, () => visit(door, setting, keep))
        : { runtime, door: door.name, name, kept: null, reason };
    }
    for (const each of doorLaws) yield sought(each, door, door === functionDoor ? widely(search) : search);
    for (const tour of await tours()) {
      const hash = transcriptHash(await transcript(door, tour));
      const first = hashes.get(tour.name) ?? hash;
      hashes.set(tour.name, first);
      const name = `the transcript of the ${tour.name} is that of every door`;
      yield { runtime, door: door.name, name, kept: hash === first, hash };
    }
  }

  for (const each of laws.filter(({ at }) => at === "runtime"))
    yield { ...(await sought(each, functionDoor, widely(search))), door: noDoor };

  async function sought(each: Law, door: Door, where: Search): Promise<Finding> {
    const found = await each.seek(door, where);
    const { broken, seed } = found;
    const line = { runtime, door: door.name, name: each.name, kept: broken === null, runs: found.runs, seed };
    return broken === null ? line : { ...line, reason: explained(each.name, door.name, found) };
  }

  async function finding({ name: door }: Door, name: string, keep: () => Promise<void>): Promise<Finding> {
    try {
      await keep();
      return { runtime, door, name, kept: true };
    } catch (error) {
      return { runtime, door, name, kept: false, reason: error instanceof Error ? error.message : String(error) };
    }
  }
}
