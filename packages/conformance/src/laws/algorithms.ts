import assert from "node:assert/strict";
import { compileApi } from "@tapedeck/api";
import type { Algorithm } from "@tapedeck/rate-limit";
import type { Cut, RecordedResponse } from "@tapedeck/tape";
import fc from "fast-check";
import type { Adapter } from "../adapter.ts";
import { bare, bareTape } from "../fixtures/bare-tape.ts";
import { type ContractLaw, law } from "../law.ts";
import { header } from "../message.ts";
import { type PlayerSession, type Setting, withAdapter } from "../with-adapter.ts";

const limits = fc.integer({ min: 0, max: 5 });
const lengths = fc.integer({ min: 1, max: 12 });
// Seconds by which the clock moves before each request.
const moves = fc.array(fc.oneof(fc.constant(0), fc.nat(3), fc.nat(15)), { maxLength: 25 });

const windows = fc.oneof(
  fc.record({
    kind: fc.constant("fixed-window" as const),
    limit: limits,
    seconds: lengths,
    opens: fc.constantFrom("first-request" as const, "clock" as const),
  }),
  fc.record({
    kind: fc.constant("fixed-window" as const),
    limit: limits,
    opens: fc.constant("calendar" as const),
    period: fc.constant("minute" as const),
    zone: fc.constantFrom("UTC", "Asia/Kathmandu"),
  }),
);
const sliding = <Kind extends string>(kind: Kind) =>
  fc.record({ kind: fc.constant(kind), limit: limits, seconds: lengths });
const rates = fc.integer({ min: 1, max: 30 }).map((tenths) => tenths / 10);
const buckets = fc.oneof(
  fc.record({ kind: fc.constant("token-bucket" as const), capacity: limits, refillPerSecond: rates }),
  fc.record({ kind: fc.constant("leaky-bucket" as const), capacity: limits, leakPerSecond: rates }),
);

/** Laws of how a player counts by the rate-limit algorithms; those of each algorithm are rate-limit's own. */
export const algorithms: readonly ContractLaw[] = [
  law<Flight>({
    id: "algorithms-5",
    // Each round waits for the event loop.
    share: 1 / 4,
    cases: fc.record({
      limit: fc.integer({ min: 1, max: 3 }),
      rounds: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 }),
      cut: fc.constantFrom(null, "truncation" as const),
    }),
    holds: flying,
  }),
  law({
    id: "algorithms-6",
    cases: fc.record({
      algorithm: fc
        .oneof(windows, sliding("sliding-log"), sliding("sliding-counter"), buckets)
        .filter((each) => ("capacity" in each ? each.capacity : each.limit) > 0),
      moves,
    }),
    holds: ({ algorithm, moves: all }, adapter) =>
      withAdapter(adapter, settingOf(algorithm), async ({ ask, clock }) => {
        for (const move of all) {
          clock.advance(move);
          const refused = await ask("/things");
          if (refused.status === 200) continue;
          clock.advance(Number(header(refused, "retry-after")));
          assert.equal((await ask("/things")).status, 200);
        }
      }),
  }),
];

/** Numbers of concurrent requests in each round, whose answers take a second; and how their connections end. */
interface Flight {
  readonly limit: number;
  readonly rounds: readonly number[];
  readonly cut: Cut | null;
}

async function flying({ limit, rounds, cut }: Flight, adapter: Adapter): Promise<void> {
  const setting = settingOf({ kind: "concurrency", limit }, { chunks: [[5, 1000]], ...(cut && { cut }) });
  await withAdapter(adapter, { ...setting, pace: "clock" }, async ({ ask, clock, player }) => {
    let before = 0;
    for (const count of rounds) {
      const asked = Array.from({ length: count }, () => ask("/things").catch(() => null));
      before += count;
      await until(() => player.journal().length === before);
      const statuses = player.journal().slice(-count);
      const allowed = statuses.filter(({ status }) => status === 200).length;
      assert.equal(allowed, Math.min(count, limit), `${allowed} of ${limit} in flight`);
      assert.deepEqual(inFlight(player), [allowed]);
      // All requests wait before the clock is advanced.
      await turns(20);
      clock.advance(1);
      await Promise.all(asked);
      await until(() => inFlight(player)[0] === 0);
    }
  });
}

function inFlight(player: PlayerSession["player"]): readonly number[] {
  return Object.values(player.quotas()).map(({ used }) => used);
}

/** Waits by turns of the event loop until a condition is true. */
async function until(isSo: () => boolean): Promise<void> {
  for (let turn = 0; !isSo(); turn += 1) {
    assert.ok(turn < 100_000, "it never became so");
    await turns(1);
  }
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resume) => setImmediate(resume));
}

/** Makes the options of a player with a rate limit and one recorded answer. */
function settingOf(algorithm: Algorithm, flow: Partial<RecordedResponse> = {}): Setting {
  const rateLimits = {
    name: "law",
    policies: [{ name: "only", algorithm }],
    tell: "ietf-06",
    refusal: { status: 429, retryAfter: "delta" },
  } as const;
  const response = { headers: [["content-type", "text/plain"]], body: { encoding: "utf8", text: "thing" } } as const;
  const tape = bareTape("law", bare("/things", { ...response, ...flow }));
  return { tapes: [tape], api: compileApi({ name: "law", rateLimits }), tokens: {} };
}
