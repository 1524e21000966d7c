import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { law } from "../../../.ci/property.ts";
import {
  createRateLimiter,
  machineClock,
  type PaceOptions,
  TooSoonError,
  type Waiting,
} from "../src/send/rate-limiter.ts";
import { type Clock, clockAt } from "./clock.ts";

interface Service {
  readonly clock: Clock;
  readonly events: Waiting[];
  /** The lowest that any quota went. */
  readonly lowest: () => number;
  readonly most: () => number;
  /** Sends requests as a principal, so many side by side; each is charged on arrival and told of a turn later. */
  send(principal: string, count: number, sideBySide?: number): Promise<void>;
}

// Quotas by account; an alias of the form "name@account" spends that account's.
function serve(
  limit: number,
  windowSeconds: number,
  options: PaceOptions = {},
): Service & ReturnType<typeof createRateLimiter> {
  const clock = clockAt(5000);
  const events: Waiting[] = [];
  const limiter = createRateLimiter({ ...clock, onWait: (event) => events.push(event), ...options });
  const quotas = new Map<string, { used: number; resetsAt: number }>();
  let lowest = limit;
  let underway = 0;
  let most = 0;
  const one = async (principal: string): Promise<void> => {
    await limiter.admit(principal);
    most = Math.max(most, ++underway);
    const account = principal.split("@").at(-1) ?? "";
    const old = quotas.get(account);
    const quota = old && clock.now() < old.resetsAt ? old : { used: 0, resetsAt: clock.now() + windowSeconds };
    quotas.set(account, quota);
    quota.used += 1;
    lowest = Math.min(lowest, limit - quota.used);
    const told = Object.entries({
      "x-ratelimit-limit": String(limit),
      "x-ratelimit-remaining": String(limit - quota.used),
      "x-ratelimit-reset": String(quota.resetsAt),
    });
    await Promise.resolve();
    underway -= 1;
    limiter.settle(principal, { status: 200, headers: told });
  };
  return {
    ...limiter,
    clock,
    events,
    lowest: () => lowest,
    most: () => most,
    async send(principal, count, sideBySide = 1) {
      let left = count;
      const work = async (): Promise<void> => {
        while (left-- > 0) await one(principal);
      };
      await Promise.all(Array.from({ length: sideBySide }, work));
    },
  };
}

test("a quota that suffices is spent at once, side by side once the first answer told of it", async () => {
  const service = serve(100, 3600);
  await service.send("full", 50, 8);
  expect(service.clock.waits).toEqual([]);
  expect(service.most()).toBe(8);
  expect(service.standings()).toEqual({ full: { limit: 100, remaining: 50, resetsAt: 8600 } });
});

test("what suffices is spent without a wait, in whatever order the answers come", () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 40 }),
      fc.integer({ min: 0, max: 5 }),
      fc.integer({ min: 2, max: 16 }),
      fc.infiniteStream(fc.nat()),
      async (limit, wanted, sideBySide, choices) => {
        const reserve = Math.min(wanted, limit - 1);
        const clock = clockAt(5000);
        const limiter = createRateLimiter({ ...clock, reserve });
        limiter.expect("full", limit - reserve);
        const answers: (() => void)[] = [];
        let left = limit - reserve;
        let used = 0;
        const work = async (): Promise<void> => {
          while (left-- > 0) {
            await limiter.admit("full");
            used += 1;
            const told = { limit, remaining: limit - used, reset: 8600 };
            const headers = Object.entries(told).map(
              ([name, value]) => [`x-ratelimit-${name}`, String(value)] as const,
            );
            await new Promise<void>((answered) => answers.push(answered));
            limiter.settle("full", { status: 200, headers });
          }
        };
        const working = Promise.all(Array.from({ length: sideBySide }, work));
        while (used < limit - reserve || answers.length > 0) {
          for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
          if (answers.length === 0) break;
          const [choice = 0] = [...choices.take(1)];
          answers.splice(choice % answers.length, 1)[0]?.();
        }
        expect(clock.waits).toEqual([]);
        await working;
        expect(used).toBe(limit - reserve);
      },
    ),
    law(100),
  ));

test("a tenth stays unspent; then it waits for the next window, and says so once", async () => {
  const service = serve(60, 3600);
  await service.send("anonymous", 100, 4);
  expect(service.lowest()).toBe(6);
  expect(service.events).toEqual([{ principal: "anonymous", reason: "reserve", seconds: 3601, until: 8601 }]);
});

test("what is known to lie ahead is spread where the quota is too small for it", async () => {
  const service = serve(10, 1000, { reserve: 0 });
  service.expect("full", 12);
  await service.send("full", 12);
  expect(service.events.map(({ reason }) => reason)).toEqual(["spread"]);
  expect(Math.max(...service.clock.waits)).toBeLessThanOrEqual(1000 / 9 + 1);
  expect(service.lowest()).toBeGreaterThanOrEqual(0);
});

test("a pause holds up its own caller and no other", async () => {
  const service = serve(60, 3600);
  service.pause("full", { reason: "secondary limit", seconds: 60 });
  await service.send("narrow", 2);
  expect(service.clock.waits).toEqual([]);
  await service.send("full", 2);
  expect(service.events).toEqual([{ principal: "full", reason: "secondary limit", seconds: 60, until: 5060 }]);
});

test("who has too little patience is told how long it would take", async () => {
  const service = serve(2, 3600, { reserve: 1 });
  await service.send("full", 1);
  const error = await service.admit("full", { patienceSeconds: 30 }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TooSoonError);
  expect(error).toMatchObject({ seconds: 3601 });
  await service.admit("full", { spend: true });
});

test("a wait ends when its signal does", async () => {
  const abort = new AbortController();
  const limiter = createRateLimiter();
  limiter.pause("full", { reason: "retry-after", seconds: 3600 });
  const admitted = limiter.admit("full", { signals: [abort.signal] });
  abort.abort(new Error("enough"));
  await expect(admitted).rejects.toThrow("enough");
  await expect(limiter.admit("full", { signals: [abort.signal] })).rejects.toThrow("enough");
});

test("a reserve that leaves nothing is refused", async () => {
  const service = serve(60, 3600, { reserve: 60 });
  await expect(service.send("full", 2)).rejects.toThrow(/reserve of 60 leaves nothing of a limit of 60/);
});

test("a limit of one request a window is spent, and the next request waits for the next window", async () => {
  const service = serve(1, 2);
  await service.send("full", 3);
  expect(service.events.map(({ reason, seconds }) => [reason, seconds])).toEqual([
    ["reserve", 3],
    ["reserve", 3],
  ]);
});

test("no quota goes below its reserve, however many are sent side by side; all of them go out", () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 40 }),
      fc.integer({ min: 0, max: 20 }),
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 16 }),
      fc.boolean(),
      async (limit, wanted, counts, sideBySide, told) => {
        const reserve = Math.min(wanted, limit - 1);
        const service = serve(limit, 600, { reserve });
        await Promise.all(
          counts.map((count, at) => {
            if (told) service.expect(`a${at}`, count);
            return service.send(`a${at}`, count, sideBySide);
          }),
        );
        expect(service.lowest()).toBeGreaterThanOrEqual(reserve);
      },
    ),
    law(150),
  ));

test("two credentials of one account go below its reserve by one request at most: the one that finds out", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom("full@ada", "narrow@ada"), fc.integer({ min: 1, max: 30 })), { maxLength: 6 }),
      fc.integer({ min: 1, max: 8 }),
      async (turns, sideBySide) => {
        const service = serve(40, 600, { reserve: 4 });
        for (const [principal, count] of turns) await service.send(principal, count, sideBySide);
        expect(service.lowest()).toBeGreaterThanOrEqual(3);
      },
    ),
    law(150),
  ));

test("the machine's clock never goes back, and follows where it goes forward", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_800_000_000_000 });
  onTestFinished(() => void vi.useRealTimers());
  const now = machineClock();
  const before = now();
  vi.setSystemTime(1_700_000_000_000);
  expect(now() - before).toBeGreaterThanOrEqual(0);
  expect(now() - before).toBeLessThan(60);
  expect(machineClock()(), "another clock").toBe(1_700_000_000);
  vi.setSystemTime(1_800_000_100_000);
  expect(now() - before).toBeGreaterThanOrEqual(100);
});
