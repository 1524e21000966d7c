import assert from "node:assert/strict";
import {
  createQuotaStore,
  createSharedPlayer,
  type IncomingRequest,
  type QuotaStore,
  stoppedClock,
} from "@tapedeck/replay";
import { pinnedMoment } from "@tapedeck/tape";
import fc from "fast-check";
import { countersIn } from "../counters.ts";
import { contractFixtures, knownToken, tokens } from "../fixtures/fixtures.ts";
import { homeApis } from "../home-apis.ts";
import { type ContractLaw, law } from "../law.ts";
import { askedOrigin } from "../message.ts";

/** Players with one store, their concurrent requests, and the order in which all messages arrive. */
interface Crowd {
  readonly limit: number;
  /** The requests of each player, by number. */
  readonly asked: ReadonlyArray<readonly number[]>;
  readonly scheduler?: fc.Scheduler;
  /** The order of the scheduler, as plain data. */
  readonly order?: readonly number[];
}

const questions = [
  ask("/users/ada", undefined),
  ask("/zen", undefined),
  ask("/users/ada", "full"),
  ask("/user", "narrow"),
  ask("/users/nobody-recorded-this", undefined),
  ask("/users/flaky", "full"),
];

/**
 * Makes the law of players that count in one store.
 * @param storeFor Makes the store.
 */
export function interleavingOn(storeFor: (timing: Timing) => QuotaStore): ContractLaw {
  return law<Crowd>({
    id: "limits-17",
    level: "unit",
    share: 1 / 2,
    cases: fc.record({
      limit: fc.integer({ min: 0, max: 4 }),
      asked: fc.array(fc.array(fc.nat(questions.length - 1), { minLength: 1, maxLength: 4 }), {
        minLength: 2,
        maxLength: 4,
      }),
      scheduler: fc.scheduler(),
    }),
    written: ({ limit, asked, scheduler, order = orderOf(scheduler) }) => ({ limit, asked, order }),
    holds: async ({ limit, asked, scheduler, order }) => {
      const time: Timing = scheduler ?? writtenOrder(order ?? []);
      const store = storeFor(time);
      const answers = asked.flatMap((several) => {
        const player = playerOn(limit, distant(store, time));
        return several.map(async (nth) => {
          const question = questions[nth] ?? questions[0];
          assert.ok(question);
          const counters = countersIn(await player.answer(question));
          assert.ok(counters);
          assert.equal(counters.remaining + counters.used, limit);
          return { bucket: bucketOf(nth), used: counters.used };
        });
      });
      await time.waitFor(Promise.all(answers));
      const received = await Promise.all(answers);
      const held = (await store.read()) as Readonly<Record<string, { readonly used: number }>>;
      for (const [bucket, { used }] of Object.entries(held)) {
        const numbers = received.filter((each) => each.bucket === bucket && each.used > 0).map((each) => each.used);
        assert.ok(used <= limit, `${used} of ${limit} were allowed`);
        // Each paid request received a number of its own, so no payment was lost or counted twice.
        assert.deepEqual(
          [...new Set(numbers)].sort(),
          Array.from({ length: used }, (_, at) => at + 1),
        );
        const wanted = asked.flat().filter((nth) => nth !== 4 && nth !== 5 && bucketOf(nth) === bucket).length;
        assert.equal(used, Math.min(limit, wanted), "who could pay was let pay");
      }
    },
  });
}

/** The law of the store in memory. */
export const interleaving: readonly ContractLaw[] = [interleavingOn(createQuotaStore)];

function bucketOf(nth: number): string {
  return questions[nth]?.headers["authorization"] === undefined ? "core address 127.0.0.1" : "core account ada";
}

function playerOn(limit: number, store: QuotaStore) {
  const api = homeApis({ limits: { anonymous: limit, token: limit } });
  return createSharedPlayer({ tapes: contractFixtures, tokens, api, clock: stoppedClock(pinnedMoment), store });
}

/** Makes a remote store: the scheduler decides when a request arrives there, and when its answer returns. */
function distant(store: QuotaStore, timing: Timing): QuotaStore {
  const there = async <Value>(act: () => Promise<Value>): Promise<Value> => {
    await timing.schedule(Promise.resolve(), "on its way");
    const value = await act();
    await timing.schedule(Promise.resolve(), "on its way back");
    return value;
  };
  return { read: (buckets) => there(() => store.read(buckets)), swap: (changes) => there(() => store.swap(changes)) };
}

function orderOf(scheduler: fc.Scheduler | undefined): readonly number[] {
  return (scheduler?.report() ?? []).filter(({ status }) => status === "resolved").map(({ taskId }) => taskId);
}

function ask(target: string, alias: string | undefined): IncomingRequest {
  const token = knownToken(tokens, alias);
  return {
    method: "GET",
    target,
    headers: token === undefined ? {} : { authorization: `token ${token}` },
    body: null,
    base: askedOrigin,
    address: "127.0.0.1",
  };
}

/** The part of fast-check's scheduler that the laws use. */
interface Timing {
  /** Resolves when it is the turn of the task. */
  readonly schedule: (task: Promise<void>, label: string) => Promise<void>;
  /** Runs turns until a promise is settled. */
  readonly waitFor: <Value>(awaited: Promise<Value>) => Promise<Value>;
}

/**
 * Makes a scheduler that runs tasks in a given order; they are numbered from 1 as they come. A task that the order does
 * not list waits for those before it: after a fix there may be more or fewer tasks.
 */
function writtenOrder(order: readonly number[]): Timing {
  const waiting = new Map<number, () => void>();
  const left = [...order];
  let count = 0;
  return {
    schedule: (task) => {
      count += 1;
      const number = count;
      return new Promise((resolve) => waiting.set(number, () => resolve(task)));
    },
    waitFor: async (awaited) => {
      let settled = false;
      const done = (): void => {
        settled = true;
      };
      awaited.then(done, done);
      while (!settled) {
        // All effects of the previous turn come first.
        await new Promise((resolve) => setTimeout(resolve, 0));
        const next = left.find((number) => waiting.has(number)) ?? waiting.keys().next().value;
        if (next === undefined) continue;
        if (left.includes(next)) left.splice(left.indexOf(next), 1);
        waiting.get(next)?.();
        waiting.delete(next);
      }
      return awaited;
    },
  };
}
