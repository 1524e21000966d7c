import process from "node:process";
import type { Coverage, Fresh } from "./coverage.ts";
import { mutated, type Random } from "./mutate.ts";

/** A parser, and what has to hold of it. */
export interface FuzzTarget {
  readonly seeds: readonly (string | Uint8Array)[];
  /** Words of its language. */
  readonly words: readonly string[];
  /** Throws for what must not be. An error that the parser documents is caught in here. */
  readonly check: (input: Buffer) => void | Promise<void>;
}

/** What fuzzing a parser found. */
export interface Fuzzed {
  readonly tried: number;
  /** Inputs that ran something new, the seeds among them. */
  readonly corpus: readonly Buffer[];
  /** The longest that one input took, in milliseconds of processor time. */
  readonly slowest: number;
  /** A failure each: the smallest input that was found, as JSON, and what went wrong. */
  readonly failures: readonly string[];
}

export interface FuzzOptions {
  readonly random: Random;
  /** Whether to go on. */
  readonly goesOn: (tried: number) => boolean;
  /** Null: unguided. */
  readonly coverage: Coverage | null;
}

/** Milliseconds that an input of 16 KiB may take. */
const slowestAllowed = 250;
// Of this thread alone, where the runtime tells it.
const cpuUsage: typeof process.cpuUsage = process.threadCpuUsage?.bind(process) ?? process.cpuUsage;
const batch = 100;
const mostFailures = 10;

/** Runs a parser on changed inputs, and goes on from those that ran something new. */
export async function fuzzParser(target: FuzzTarget, { random, goesOn, coverage }: FuzzOptions): Promise<Fuzzed> {
  const seeds: readonly Buffer[] = target.seeds.map((seed) => Buffer.from(seed));
  const corpus: Buffer[] = [...seeds];
  const failures = new Map<string, Buffer>();
  let [tried, slowest] = [0, 0];

  const failureOf = async (input: Buffer): Promise<string | null> => {
    const start = cpuUsage();
    let failure = await thrownBy(target, input);
    const taken = milliseconds(start);
    if (failure === null && taken > slowestAllowed) {
      // Once more: the first run may have waited for the compiler.
      const again = cpuUsage();
      await thrownBy(target, input);
      const least = Math.min(taken, milliseconds(again));
      slowest = Math.max(slowest, least);
      if (least > slowestAllowed) failure = "it takes too long";
    } else slowest = Math.max(slowest, taken);
    return failure;
  };
  const attempt = async (input: Buffer): Promise<void> => {
    tried += 1;
    const failure = await failureOf(input);
    if (failure === null || failures.has(failure) || failures.size >= mostFailures) return;
    failures.set(failure, input);
    failures.set(failure, await shrunk(input, async (smaller) => (await failureOf(smaller)) === failure));
  };

  // Of inputs that together ran something new, the smallest that do so.
  const keepers = async (inputs: readonly Buffer[], fresh: Fresh, counter: Coverage): Promise<readonly Buffer[]> => {
    const kept: Buffer[] = [];
    let left = fresh;
    for (const input of inputs.toSorted((a, b) => a.length - b.length)) {
      if (left.length === 0) break;
      await thrownBy(target, input);
      const ran = counter.ranAgain(left);
      if (ran.length > 0) kept.push(input);
      left = left.filter((each) => !ran.includes(each));
    }
    return kept;
  };

  for (const seed of seeds) await attempt(seed);
  coverage?.look();
  while (goesOn(tried)) {
    const pick = (): Buffer => corpus[random(corpus.length)] as Buffer;
    const inputs = Array.from({ length: batch }, () => mutated(pick(), pick(), target.words, random));
    for (const input of inputs) await attempt(input);
    const fresh = coverage?.look() ?? [];
    if (coverage !== null && fresh.length > 0) corpus.push(...(await keepers(inputs, fresh, coverage)));
  }
  return {
    tried,
    corpus,
    slowest,
    failures: [...failures].map(([failure, input]) => `${failure}: ${JSON.stringify(input.toString("latin1"))}`),
  };
}

async function thrownBy({ check }: FuzzTarget, input: Buffer): Promise<string | null> {
  try {
    await check(input);
    return null;
  } catch (error) {
    const { name, message, stack = "" } = error as Error;
    const place = /packages\/(\S+?\.ts:\d+)/.exec(stack)?.[1] ?? "";
    return `${name} at ${place}: ${message.split("\n", 1)[0]?.replaceAll(/\d+/g, "N").slice(0, 200)}`;
  }
}

async function shrunk(input: Buffer, fails: (smaller: Buffer) => Promise<boolean>): Promise<Buffer> {
  let least = input;
  for (let size = input.length >> 1, tries = 100; size > 0 && tries > 0; size >>= 1) {
    for (let at = 0; at < least.length && tries > 0; tries -= 1) {
      const smaller = Buffer.concat([least.subarray(0, at), least.subarray(at + size)]);
      if (await fails(smaller)) least = smaller;
      else at += size;
    }
  }
  return least;
}

function milliseconds(start: NodeJS.CpuUsage): number {
  const { user, system } = cpuUsage(start);
  return (user + system) / 1000;
}
