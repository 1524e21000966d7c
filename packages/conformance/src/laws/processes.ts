import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Algorithm } from "@tapedeck/rate-limit";
import fc from "fast-check";
import { type ContractLaw, law } from "../law.ts";
import { runParameters, runtimeName } from "../runs/runtime.ts";

// A build has it beside this file as JavaScript.
const ending = import.meta.url.endsWith(".ts") ? "ts" : "js";
const script = fileURLToPath(new URL(`./counting-process.${ending}`, import.meta.url));

/** The store of processes: a module with `openStore(place)`, and the place. */
export interface CountingPlace {
  readonly module: string;
  readonly place: string;
}

/** Returns the store in a file. */
export function inFile(place: string): CountingPlace {
  return { module: new URL(`./file-store.${ending}`, import.meta.url).href, place };
}

const counts = {
  limit: fc.integer({ min: 1, max: 30 }),
  requests: fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 2, maxLength: 3 }),
};

/** All algorithms but the fixed window. */
export const countedKinds = ["sliding-log", "sliding-counter", "token-bucket", "leaky-bucket", "concurrency"] as const;

const leaseSeconds = 60;

/** Returns an algorithm of a kind that allows `limit` requests while the clock is stopped. */
export function algorithmOf(kind: (typeof countedKinds)[number], limit: number): Algorithm {
  if (kind === "token-bucket") return { kind, capacity: limit, refillPerSecond: 1 };
  if (kind === "leaky-bucket") return { kind, capacity: limit, leakPerSecond: 1 };
  return kind === "concurrency" ? { kind, limit, leaseSeconds } : { kind, limit, seconds: 3600 };
}

/** Laws of several processes. */
export const processes: readonly ContractLaw[] = [
  law({
    id: "limits-18",
    level: "unit",
    // Processes are slow to start.
    share: 1 / 50,
    cases: fc.record(counts),
    holds: ({ limit, requests }) => assertShared({ kind: "fixed-window", limit, seconds: 3600 }, requests),
  }),
  law({
    id: "algorithms-7",
    level: "unit",
    share: 1 / 50,
    cases: fc.record({ ...counts, kind: fc.constantFrom(...countedKinds) }),
    holds: ({ limit, requests, kind }) => assertShared(algorithmOf(kind, limit), requests),
  }),
];

/** Asserts that processes of this runtime with one file are allowed as much as one process. */
async function assertShared(algorithm: Algorithm, requests: readonly number[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "tapedeck-processes-"));
  try {
    const place = inFile(join(folder, "quotas.ndjson"));
    const runtime = { name: runtimeName(), command: process.execPath };
    const received = await Promise.all(requests.map((count) => countIn(runtime, place, algorithm, count)));
    const limit = "capacity" in algorithm ? algorithm.capacity : algorithm.limit;
    assertCounted(received, limit);
    if (algorithm.kind !== "concurrency") return;
    // No place was released: each process ended with its requests in flight.
    const held = Math.min(limit, received.flat().length);
    const next = held < limit ? held + 1 : null;
    assert.deepEqual(await countIn(runtime, place, algorithm, 1, leaseSeconds - 1), [next]);
    if (next === null) assert.deepEqual(await countIn(runtime, place, algorithm, 1, leaseSeconds), [1]);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Starts a process that sends requests. Resolves to the used number after each, null for a refused one. */
export async function countIn(
  runtime: { readonly name: string; readonly command: string },
  { module, place }: CountingPlace,
  algorithm: Algorithm,
  requests: number,
  secondsLater = 0,
): Promise<ReadonlyArray<number | null>> {
  const parameters = [
    ...runParameters(runtime.name),
    script,
    module,
    place,
    JSON.stringify(algorithm),
    String(requests),
    String(secondsLater),
  ];
  const { stdout } = await promisify(execFile)(runtime.command, parameters, { timeout: 60_000 });
  return JSON.parse(stdout);
}

/**
 * Asserts that processes with one store used each number up to the limit once, and refused all other requests.
 * @throws AssertionError if they did not.
 */
export function assertCounted(received: ReadonlyArray<ReadonlyArray<number | null>>, limit: number): void {
  const all = received.flat();
  const numbers = all.filter((each) => each !== null).sort((a, b) => a - b);
  assert.deepEqual(
    numbers,
    Array.from({ length: Math.min(limit, all.length) }, (_, at) => at + 1),
  );
}
