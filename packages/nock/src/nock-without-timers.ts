import { createRequire } from "node:module";
import type Nock from "nock";

const require = createRequire(import.meta.url);
const timers: typeof import("node:timers") = require("node:timers");

/**
 * nock, answering without delay. It waits for `setTimeout(…, 0)` twice an answer even where no delay was asked for, and
 * the least that a timer waits is a millisecond: most of what an answer takes. nock takes its timers when it is loaded;
 * loading is synchronous, so nobody else sees these.
 */
export const nock: typeof Nock = withoutTimers(() => require("nock"));

function withoutTimers<T>(load: () => T): T {
  const { setTimeout } = timers;
  const promptly = (run: () => void, milliseconds?: number, ...rest: []): unknown =>
    (milliseconds ?? 0) > 0 ? setTimeout(run, milliseconds, ...rest) : timers.setImmediate(run);
  timers.setTimeout = promptly as typeof setTimeout;
  try {
    return load();
  } finally {
    timers.setTimeout = setTimeout;
  }
}
