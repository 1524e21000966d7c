import { randomUUID } from "node:crypto";
import { appendFileSync, mkdirSync, realpathSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import process from "node:process";
import type { TestMode } from "./test-mode.ts";

/** The variable that names the folder in which a run of tests leaves word of what it played. */
export const playedVariable = "TAPEDECK_PLAYED";

/** What a test leaves word of, as it happens: a process may be ended at any moment. */
export type Word =
  /** There is a test with a tape. */
  | { readonly kind: "there"; readonly test: string }
  /** It ran. */
  | { readonly kind: "ran"; readonly test: string; readonly tape: string; readonly passed: boolean }
  | TapeWord;

/** A tape was open. */
export interface TapeWord {
  readonly kind: "tape";
  /** Absolute. */
  readonly folder: string;
  readonly mode: TestMode;
  /** Places counted from 1, by absolute file. */
  readonly played: Readonly<Record<string, readonly number[]>>;
}

/** What runs of tests played. */
export interface Played {
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

// A file a thread: nobody else writes into it.
const ownFile = `${process.pid}-${randomUUID()}.jsonl`;

/** Leaves word in the folder that `TAPEDECK_PLAYED` names; if it is not set, nowhere, and nothing is made to be left. */
export function leaveWord(word: Word | (() => Word)): void {
  const folder = process.env[playedVariable];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, ownFile), `${JSON.stringify(typeof word === "function" ? word() : word)}\n`);
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
 * Reads what was left word of, by however many processes and runs.
 * @throws Error (`ENOENT`, …) if the folder cannot be read.
 * @example
 * const { tests, passed, played } = await readPlayed(process.env.TAPEDECK_PLAYED);
 */
export async function readPlayed(folder: string): Promise<Played> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".jsonl"));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  // What stands after the last line feed was being written when the process ended.
  const words = texts.flatMap((text) => text.split("\n").slice(0, -1)).map((line) => JSON.parse(line) as Word);

  const there = new Set<string>();
  const ran = new Map<string, Map<string, boolean>>();
  const opened = new Set<string>();
  const played = new Map<string, Set<number>>();
  let recorded = false;
  for (const word of words) {
    if (word.kind === "there") there.add(word.test);
    else if (word.kind === "ran") {
      // Where a test was tried again, the last time counts.
      ran.set(word.test, (ran.get(word.test) ?? new Map<string, boolean>()).set(word.tape, word.passed));
    } else {
      opened.add(word.folder);
      recorded ||= word.mode !== "replay";
      for (const [file, places] of Object.entries(word.played)) {
        played.set(file, new Set([...(played.get(file) ?? []), ...places]));
      }
    }
  }
  const passed = [...ran.values()].filter((rows) => [...rows.values()].every(Boolean)).length;
  return { tests: there.size, passed, recorded, opened, played };
}
