// Fails a test file that leaves something else in the place of a function that all share: the next file in the process
// would meet it, and fail or hang far from its cause. Not for files that have a process of their own.
import http from "node:http";
import https from "node:https";
import net from "node:net";
import { basename } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, expect } from "vitest";

const timers = ["setTimeout", "setInterval", "setImmediate", "queueMicrotask", "Date"];
const places: Readonly<Record<string, readonly [holder: object, names: readonly string[]]>> = {
  globalThis: [globalThis, ["fetch", "Request", "Response", "Headers", ...timers]],
  process: [process, ["nextTick"]],
  "node:http": [http, ["request", "get", "ClientRequest"]],
  "node:https": [https, ["request", "get"]],
  "node:net": [net, ["connect", "createConnection"]],
};

const first = Symbol.for("tapedeck.untouched");

const held = (): readonly (readonly [name: string, held: unknown])[] =>
  Object.entries(places).flatMap(([place, [holder, names]]) =>
    names.map((name) => [`${name} of ${place}`, Reflect.get(holder, name)] as const),
  );

// nock takes its places where it is loaded, and hands on what is not asked of it: neither that nor what was there before
// it is a file's own.
const shared = globalThis as { [first]?: ReadonlyMap<string, unknown> };
shared[first] ??= new Map(held());
const untouched = shared[first];

/** Holds the globals after the tests of a file against those before. */
export default function keepGlobals(): void {
  let loaded = untouched;
  beforeAll(() => {
    loaded = new Map(held());
  });

  afterAll(() => {
    const isKept = (name: string, now: unknown): boolean => [untouched, loaded].some((each) => each.get(name) === now);
    const replaced = held().flatMap(([name, now]) => (isKept(name, now) ? [] : [name]));
    if (replaced.length === 0) return;
    throw new Error(
      `${expect.getState().testPath} leaves its own ${replaced.join(", ")} behind, which the next test file would meet\n` +
        `  - put it back after the tests\n` +
        `  - or list the file under "${basename(process.cwd())}" in \`apart\` of .ci/vitest.config.ts`,
    );
  });
}
