// Ends what a test started and still waits for shortly before the test's own limit, and names it in the test's failure: a
// test that waits for a process that hangs would say no more than that it took too long.
import childProcess, { ChildProcess } from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import "./deno-kill.ts";
import { testLimit } from "./test-limit.ts";

// Some tests fake timers.
const ownSetTimeout = setTimeout;
/** Of a test's time limit, how much it may take before its processes are ended. */
const share = 0.75;
const usual = testLimit * share;

const alive = new Set<ChildProcess>();
let ended: string[] = [];
let timer: NodeJS.Timeout | undefined;

function watch(milliseconds: number): void {
  clearTimeout(timer);
  timer = ownSetTimeout(() => {
    for (const child of alive) {
      ended.push(`${child.spawnargs.join(" ")} (process ${child.pid})`);
      child.kill("SIGKILL");
    }
    if (ended.length > 0) console.error(`ended after ${milliseconds / 1000} s: ${ended.join("\n")}`);
  }, milliseconds);
  timer.unref();
}

// Types leave this method out.
const prototype = ChildProcess.prototype as unknown as { spawn(this: ChildProcess, ...options: unknown[]): unknown };

/** Watches what the tests of a file start. */
export default function limitProcesses(): void {
  const start = prototype.spawn;
  prototype.spawn = function (...options) {
    const result = Reflect.apply(start, this, options);
    alive.add(this);
    this.once("exit", () => alive.delete(this));
    return result;
  };

  const { execFileSync, spawnSync } = childProcess;
  for (const name of ["execFileSync", "spawnSync"] as const) {
    const run = childProcess[name] as (file: string, words: readonly string[], options: object) => never;
    childProcess[name] = (file: string, ...rest: unknown[]): never => {
      const [words, options] = Array.isArray(rest[0]) ? rest : [[], rest[0]];
      return run(file, words, { timeout: usual, ...(options as object) });
    };
  }
  syncBuiltinESMExports();

  // What stands before the first test and after each counts as well: hooks wait for processes too.
  beforeAll(() => watch(usual));
  beforeEach(({ task }) => watch(task.timeout * share));
  afterEach(() => {
    watch(usual);
    const named = ended;
    ended = [];
    if (named.length > 0) throw new Error(`Processes were ended that the test still waited for:\n${named.join("\n")}`);
  });
  // Another test file may follow in this worker, with limits of its own.
  afterAll(() => {
    clearTimeout(timer);
    prototype.spawn = start;
    Object.assign(childProcess, { execFileSync, spawnSync });
    syncBuiltinESMExports();
  });
}
