import { randomUUID } from "node:crypto";
import { appendFileSync, realpathSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import process from "node:process";
import { makeFolder, type TapeFile } from "@tapedeck/tape/files";
import type { TestMode } from "./test-mode.ts";

/** The variable that names the folder in which a run of tests logs what it played. */
export const usageVariable = "TAPEDECK_PLAYED";

/** The events that a test logs, as they happen: its process may be ended at any moment. */
type UsageEvent =
  /** A test with a tape was declared. */
  | { readonly kind: "declared"; readonly test: string }
  /** It ran. */
  | { readonly kind: "ran"; readonly test: string; readonly tape: string; readonly passed: boolean }
  | TapeUsage;

/** A tape was open. */
interface TapeUsage {
  readonly kind: "tape";
  /** Absolute. */
  readonly folder: string;
  readonly mode: TestMode;
  /** Places counted from 1, by absolute file. */
  readonly played: Readonly<Record<string, readonly number[]>>;
}

/** The exchanges that runs of tests played. */
export interface Usage {
  /** How many tests with a tape there are. */
  readonly tests: number;
  /** How many of them ran and passed, all their rows and repetitions. */
  readonly passed: number;
  /** Whether one of them recorded. */
  readonly recorded: boolean;
  /** The absolute folders of the tapes that were open. */
  readonly opened: ReadonlySet<string>;
  /** Places counted from 1, by absolute file. */
  readonly played: ReadonlyMap<string, ReadonlySet<number>>;
}

// Each thread writes a file of its own.
const ownFile = `${process.pid}-${randomUUID()}.jsonl`;

/**
 * Appends an event to the log in the folder that `TAPEDECK_PLAYED` names. Does nothing if the variable is not set.
 * @param event A function is called only if the event is logged.
 * @throws Error if it cannot be written: what is not logged would be taken for unused, and removed.
 */
export function appendUsage(
  event: UsageEvent | (() => UsageEvent),
  folder: string | undefined = process.env[usageVariable],
): void {
  if (!folder) return;
  const line = JSON.stringify(typeof event === "function" ? event() : event);
  try {
    makeFolder(folder);
    // With a line break before it: what a full disk left of a line ends there.
    appendFileSync(join(folder, ownFile), `\n${line}\n`);
  } catch (cause) {
    const { code, syscall } = cause as NodeJS.ErrnoException;
    const text = `Cannot log in "${folder}" (${usageVariable}) what was played (${code}): make room there, or name another folder`;
    throw Object.assign(new Error(text, { cause }), { code, syscall });
  }
}

/** Where a recording stands: its place on a tape, counted from 1, and the file, relative to the tape's folder. */
export interface TapePlace {
  readonly tape: string;
  readonly place: number;
  readonly file: string;
}

/** Returns where the exchanges of a tape stand. */
export function tapePlaces({
  tape: { name, exchanges },
  files,
}: Pick<TapeFile, "tape" | "files">): readonly TapePlace[] {
  return exchanges.map((_, at) => ({ tape: name, place: at + 1, file: files[at] ?? name }));
}

/**
 * Returns the event of a tape that was open.
 * @param recorded What is on it, in order.
 * @param unplayed What nothing asked for. Where tapes share a name, all of them must have left a place for it to count.
 */
export function tapeUsage(
  dir: string,
  mode: TestMode,
  recorded: readonly TapePlace[],
  unplayed: readonly Pick<TapePlace, "tape" | "place">[],
): TapeUsage {
  const folder = realPath(dir);
  const played: Record<string, number[]> = {};
  const key = ({ tape, place }: Pick<TapePlace, "tape" | "place">): string => `${place} ${tape}`;
  const [all, left] = [Map.groupBy(recorded, key), Map.groupBy(unplayed, key)];
  for (const [file, places] of Map.groupBy(recorded, (each) => join(folder, each.file)))
    played[file] = places.flatMap((each, at) =>
      left.get(key(each))?.length === all.get(key(each))?.length ? [] : [at + 1],
    );
  return { kind: "tape", folder, mode, played };
}

function eventIn(line: string): UsageEvent | null {
  try {
    return JSON.parse(line) as UsageEvent;
  } catch {
    // An empty line, or one that a full disk or an ended process left incomplete: its writer failed, and so did its test.
    return null;
  }
}

/** A path as it is compared: absolute, links followed. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/**
 * Reads the usage log of any number of processes and runs.
 * @throws Error (`ENOENT`, …) if the folder cannot be read.
 * @example
 * const { tests, passed, played } = await readUsage(process.env.TAPEDECK_PLAYED);
 */
export async function readUsage(folder: string): Promise<Usage> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".jsonl"));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  const events = texts.flatMap((text) => text.split("\n")).flatMap((line) => eventIn(line) ?? []);

  const declared = new Set<string>();
  const ran = new Map<string, Map<string, boolean>>();
  const opened = new Set<string>();
  const played = new Map<string, Set<number>>();
  let recorded = false;
  for (const event of events) {
    if (event.kind === "declared") declared.add(event.test);
    else if (event.kind === "ran") {
      // If a test was retried, its last run counts.
      ran.set(event.test, (ran.get(event.test) ?? new Map<string, boolean>()).set(event.tape, event.passed));
    } else {
      opened.add(event.folder);
      recorded ||= event.mode !== "replay";
      for (const [file, places] of Object.entries(event.played)) {
        played.set(file, new Set([...(played.get(file) ?? []), ...places]));
      }
    }
  }
  const passed = [...ran.values()].filter((rows) => [...rows.values()].every(Boolean)).length;
  return { tests: declared.size, passed, recorded, opened, played };
}
