import { join } from "node:path";
import type { Bucket } from "@tapedeck/rate-limit";
import { createQuotaStore, type QuotaStore } from "@tapedeck/replay";
import { quotasIn } from "@tapedeck/replay/internal";
import { beforeEach, expect, test } from "vitest";
import { type Runtime, runtimes } from "../../../.ci/runtimes.ts";
import { tempFolder } from "../../../.ci/test-resources.ts";
import { functionAdapter } from "../src/adapters.ts";
import { interleavingOn } from "../src/laws/interleaving.ts";
import { assertCounted, countIn, inFile } from "../src/laws/processes.ts";

const program = (name: Runtime) => ({ name, command: runtimes[name][0] });
const node = program("node");

const hourly = (limit: number) => ({ kind: "fixed-window", limit, seconds: 3600 }) as const;

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await tempFolder();
  file = join(folder, "quotas.ndjson");
});

test("processes of Node, Deno and Bun on one file give out sixty numbers, each once", async () => {
  const received = await Promise.all(
    [node, program("deno"), program("bun"), node].map((runtime) => countIn(runtime, inFile(file), hourly(60), 25)),
  );
  assertCounted(received, 60);
  expect(received.flat().filter((each) => each === null)).toHaveLength(40);
});

test("what processes counted, those who come later have not got", async () => {
  assertCounted([await countIn(node, inFile(file), hourly(5), 3)], 5);
  expect(await countIn(node, inFile(file), hourly(5), 4)).toEqual([4, 5, null, null]);
});

test("assertCounted() sees a number given out twice, left out, or beyond the limit", () => {
  assertCounted(
    [
      [1, 3],
      [2, null],
    ],
    3,
  );
  for (const wrong of [
    [
      [1, 2],
      [2, null],
    ],
    [[1], [3, null]],
    [
      [1, 2],
      [3, 4],
    ],
  ])
    expect(() => assertCounted(wrong, 3)).toThrow();
});

test.each<[what: string, storeFor: (pause: () => Promise<unknown>) => QuotaStore]>([
  [
    "looks first and writes later",
    (pause) => {
      const store = createQuotaStore();
      return {
        ...store,
        swap: async (changes) => {
          const held = await store.read();
          await pause();
          const now = await store.read();
          // It asks whether what it saw a while ago fits, and writes over whatever is there by now.
          return changes.every(({ bucket, from }) => JSON.stringify(held[bucket] ?? null) === JSON.stringify(from))
            ? store.swap(changes.map((each) => ({ ...each, from: now[each.bucket] ?? null })))
            : now;
        },
      };
    },
  ],
  [
    "lets the last one win",
    () => {
      const held = new Map<string, Bucket>();
      return {
        read: async (buckets) => quotasIn(held, buckets),
        swap: async (changes) => {
          for (const { bucket, to } of changes) if (to !== null) held.set(bucket, to);
          return null;
        },
      };
    },
  ],
])("a store that %s breaks the law of interleavings, and what is printed breaks it again", async (_what, storeFor) => {
  const law = interleavingOn((scheduler) => storeFor(() => scheduler.schedule(Promise.resolve(), "pause")));
  const { broken } = await law.check(functionAdapter, { seed: 7, runs: 200 });
  expect(broken).not.toBe(null);
  const again = await law
    .assertFor(functionAdapter, JSON.parse(JSON.stringify(broken?.sample)))
    .catch((error: Error) => error);
  expect((again as Error).message).toBe(broken?.reason);
});
