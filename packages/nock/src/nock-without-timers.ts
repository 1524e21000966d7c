import { createRequire } from "node:module";
import process from "node:process";
import type Nock from "nock";
import { withoutProxy } from "./bun-held-fetch.ts";

const require = createRequire(import.meta.url);
const timers: typeof import("node:timers") = require("node:timers");
// Captured now, since a test may fake them later.
const { setTimeout, setImmediate } = timers;
const { nextTick } = process;

/** The runtime's `fetch`, which nock replaces when it is loaded. */
export const realFetch: typeof globalThis.fetch =
  "Bun" in globalThis ? withoutProxy(globalThis.fetch) : globalThis.fetch;
globalThis.fetch = realFetch;

/**
 * nock, answering without delay. It waits for `setTimeout(…, 0)` twice an answer even without a delay, and the shortest
 * timer takes a millisecond: most of the time of an answer. nock takes its timers when it is loaded; loading is
 * synchronous, so no other module sees these.
 */
export const nock: typeof Nock = withoutTimers(() => require("nock"));

function withoutTimers<T>(load: () => T): T {
  const promptly = (run: () => void, milliseconds?: number, ...rest: []): unknown =>
    (milliseconds ?? 0) > 0 ? setTimeout(run, milliseconds, ...rest) : setImmediate(run);
  timers.setTimeout = promptly as typeof setTimeout;
  try {
    return load();
  } finally {
    timers.setTimeout = setTimeout;
  }
}

/**
 * Makes `process.nextTick` work for the rest of the current synchronous run if a test has faked it, as Jest's fake timers
 * do by default.
 */
export function unfakeNextTick(): void {
  const fake = process.nextTick;
  if (fake === nextTick && !("clock" in fake)) return;
  // A promise, since no library fakes those.
  const soon = (run: (...parameters: unknown[]) => void, ...parameters: unknown[]): void =>
    void Promise.resolve().then(() => run(...parameters));
  process.nextTick = soon;
  soon(() => {
    process.nextTick = fake;
  });
}
