import { existsSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { readTapes } from "@tapedeck/tape/files";
import type { Door } from "./door.ts";
import { doors } from "./doors.ts";
import { laws, searchFrom } from "./laws.ts";
import { promises } from "./promises.ts";
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
  readonly runs?: number;
  readonly hash?: string;
  readonly reason?: string;
}

const recordings = fileURLToPath(new URL("../../../recordings", import.meta.url));

/** The recordings that stand in the repository; none in an installed package. */
export async function tours(): Promise<readonly Tour[]> {
  const files = existsSync(recordings) ? await readTapes(recordings) : [];
  return files.length === 0
    ? [specimenTour]
    : [
        specimenTour,
        tourOf(
          "recordings",
          files.map(({ tape }) => tape),
        ),
      ];
}

/** The name of this runtime: `node`, `deno` or `bun`. */
export function runtimeName(): string {
  if ("deno" in process.versions) return "deno";
  return "bun" in process.versions ? "bun" : "node";
}

/**
 * Keeps every promise and every law at every door, and goes on every tour, on this runtime.
 * @param usualRuns Sequences a law, where `TAPEDECK_RUNS` does not say.
 */
export async function* findings(usualRuns: number): AsyncGenerator<Finding> {
  const runtime = runtimeName();
  const search = searchFrom(process.env, usualRuns);
  const hashes = new Map<string, string>();
  for (const door of doors) {
    if (door.absent !== undefined) {
      for (const { name } of [...promises, ...laws])
        yield { runtime, door: door.name, name, kept: null, reason: door.absent };
      continue;
    }
    for (const { name, setting = {}, keep } of promises) {
      const reason = door.cannotKeep[name];
      yield reason === undefined
        ? await finding(door, name, () => visit(door, setting, keep))
        : { runtime, door: door.name, name, kept: null, reason };
    }
    for (const { name, hold } of laws) {
      yield { ...(await finding(door, name, () => hold(door, search))), runs: search.runs };
    }
    for (const tour of await tours()) {
      const hash = transcriptHash(await transcript(door, tour));
      const first = hashes.get(tour.name) ?? hash;
      hashes.set(tour.name, first);
      const name = `the transcript of the ${tour.name} is that of every door`;
      yield { runtime, door: door.name, name, kept: hash === first, hash };
    }
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
