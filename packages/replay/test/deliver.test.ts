import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { brokenOff, deliver } from "../src/deliver/deliver.ts";
import type { Chunk, Ending, FaultKind, Outcome } from "../src/deliver/outcome.ts";
import { pacerOf } from "../src/deliver/pace.ts";
import { toResponse } from "../src/deliver/to-response.ts";
import { piecedBody, piecedChunks } from "../src/http/pieced-body.ts";
import { stoppedClock } from "../src/index.ts";

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

interface Told {
  ending: Ending | null;
  /** How many chunks were asked for. */
  taken: number;
}

function flowing(texts: readonly string[], fault: FaultKind | null = null, status = 200): [Outcome, Told] {
  const told: Told = { ending: null, taken: 0 };
  function* chunks(): Iterable<Chunk> {
    for (const text of texts) {
      told.taken += 1;
      yield { afterMs: 10, bytes: bytesOf(text) };
    }
  }
  const ended = (ending: Ending): void => {
    told.ending = ending;
  };
  const flow = { status, headers: [], body: null, chunks: chunks(), ended };
  return [fault === null ? { kind: "stream", ...flow } : { kind: "fault", fault, ...flow }, told];
}

const failure = new TypeError("x is not a function");

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("deliver()", () => {
  test.each([
    ["one buffer for all pieces", true, 1],
    ["a buffer of its own for each piece", undefined, 3],
  ])("a sink that waits until they are sent (%s)", async (_shows, waits, buffers) => {
    const path = join(mkdtempSync(join(tmpdir(), "tapedeck-deliver-")), "body");
    writeFileSync(
      path,
      new Uint8Array(160_000).map((_, at) => at >> 12),
    );
    const chunks = piecedChunks(piecedBody({ encoding: "file", path, bytes: 160_000, digest: "", isText: false }), []);
    const [seen, used] = [[] as number[], new Set<ArrayBuffer>()];
    const ended = Promise.withResolvers<void>();
    deliver(
      { kind: "stream", status: 200, headers: [], body: null, chunks },
      {
        ...(waits && { waits }),
        send() {},
        head() {},
        async write(bytes) {
          seen.push(...bytes);
          used.add(bytes.buffer);
        },
        end: () => ended.resolve(),
        fail: (fault) => ended.reject(new Error(fault)),
        gone: new AbortController().signal,
        done() {},
      },
    );
    await ended.promise;
    expect(seen).toEqual(Array.from({ length: 160_000 }, (_, at) => (at >> 12) & 255));
    expect(used.size).toBe(buffers);
    rmSync(dirname(path), { recursive: true });
  });

  test.each([
    ["many chunks", 2560, "a"],
    ["ten MiB in large ones", 160, "a".repeat(64 * 1024)],
  ])("a stream of %s that are sent at once lets others have their turn", async (_of, length, chunk) => {
    const [outcome] = flowing(Array.from({ length }, () => chunk));
    const ended = Promise.withResolvers<number>();
    let [turns, isOver] = [0, false];
    const turn = (): void => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    turn();
    const end = (): void => {
      isOver = true;
      ended.resolve(turns);
    };
    const idle = { send() {}, head() {}, write: () => Promise.resolve(), fail() {}, done() {} };
    deliver(outcome, { ...idle, end, gone: new AbortController().signal });
    expect(await ended.promise).toBeGreaterThanOrEqual(9);
  });

  test.each([
    ["that its source broke off", brokenOff("reset"), ["reset"]],
    ["that its source broke off in another way", brokenOff("stall"), ["truncation"]],
    ["of this process, which it names", failure, ["truncation", failure]],
    ["that is none, as controller.error() has", undefined, ["truncation", undefined]],
  ])("an error breaks off the answer: one %s", async (_shows, thrown, told) => {
    const broken = Promise.withResolvers<readonly unknown[]>();
    const chunks = { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(thrown) }) };
    deliver(
      { kind: "stream", status: 200, headers: [], body: null, chunks },
      {
        send() {},
        head() {},
        write() {},
        end: () => broken.resolve(["ended"]),
        fail: (...given) => broken.resolve(given),
        gone: new AbortController().signal,
        done() {},
      },
    );
    expect(await broken.promise).toEqual(told);
  });
});

describe("toResponse()", () => {
  test("an error of this process that broke a stream off goes to its reader, or to the server that asked for it", async () => {
    const chunks = { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(failure) }) };
    const outcome: Outcome = { kind: "stream", status: 200, headers: [], body: null, chunks };
    await expect((await toResponse(outcome)).text()).rejects.toBe(failure);
    const failed: unknown[] = [];
    const response = await toResponse(outcome, undefined, (error) => failed.push(error));
    await expect(response.text()).rejects.toBe(null);
    expect(failed).toEqual([failure]);
  });

  test("a whole response is there at once, and ended", () => {
    let ending: Ending | null = null;
    const ended = (how: Ending): void => {
      ending = how;
    };
    const response = toResponse({ status: 201, headers: [["a", "1"]], body: bytesOf("{}"), ended }) as Response;
    expect([response.status, response.headers.get("a"), ending]).toEqual([201, "1", "sent"]);
  });

  test("a stream is made as it is read: chunk by chunk, and not before", async () => {
    const [outcome, told] = flowing(["a", "b", "c"]);
    const response = await toResponse(outcome);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await settled();
    expect(told.taken).toBe(1);
    for (const [at, text] of ["a", "b", "c"].entries()) {
      expect((await reader.read()).value).toEqual(bytesOf(text));
      expect(told.taken).toBeLessThanOrEqual(at + 2);
    }
    expect([(await reader.read()).done, told.ending]).toEqual([true, "sent"]);
  });

  test.each(["cancel", "abort"] as const)("a client that leaves (%s) ends it, and is told of", async (how) => {
    const [outcome, told] = flowing(["a", "b", "c"]);
    const gone = new AbortController();
    const response = await toResponse(outcome, gone.signal);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    if (how === "abort") gone.abort();
    else await reader.cancel();
    await settled();
    expect([told.ending, told.taken < 3]).toEqual(["aborted", true]);
  });

  test.each(["reset", "truncation"] as const)("a %s in mid-stream is an error of who reads", async (fault) => {
    const [outcome, told] = flowing(["a"], fault);
    const response = await toResponse(outcome);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    expect((await reader.read()).value).toEqual(bytesOf("a"));
    await expect(reader.read()).rejects.toThrow(TypeError);
    expect(told.ending).toBe("broken");
  });

  test("a reset before any headers is what fetch rejects with", async () => {
    const [outcome] = flowing([], "reset", 0);
    await expect(toResponse(outcome)).rejects.toMatchObject({ message: "fetch failed", cause: { code: "ECONNRESET" } });
  });

  test("a stall before any headers lasts until the client leaves", async () => {
    const [outcome, told] = flowing([], "stall", 0);
    const gone = new AbortController();
    const response = toResponse(outcome, gone.signal);
    await settled();
    expect(told.ending).toBeNull();
    gone.abort();
    await expect(response).rejects.toMatchObject({ name: "AbortError" });
    expect(told.ending).toBe("aborted");
  });
});

describe("pacerOf()", () => {
  const gone = new AbortController().signal;

  test("the clock's pace waits for the sum of what has passed, however it is moved there", async () => {
    const clock = stoppedClock(1000);
    const wait = pacerOf("clock", clock)?.();
    const first = wait?.(300, gone);
    clock.advance(0.1);
    clock.advance(0.2);
    await first;
    expect(wait?.(0, gone)).toBeUndefined();
    const second = wait?.(700, gone);
    clock.set(1001);
    await second;
  });

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])("refuses %s", (pace) => {
    expect(() => pacerOf(pace, stoppedClock(0))).toThrow(/^Cannot replay at the pace/);
  });

  test("refuses the pace of a clock that tells nobody when it is moved", () => {
    expect(() => pacerOf("clock", () => 0)).toThrow(/stoppedClock\(\) or runningClock\(\)/);
  });
});
