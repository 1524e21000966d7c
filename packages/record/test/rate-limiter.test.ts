import type { AnyResponse } from "@tapedeck/rate-limit";
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
    const admitted = await limiter.admit(principal, "GET /");
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
    admitted.settle({ status: 200, headers: told });
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
  expect(service.standings()).toEqual({ full: { quota: "", limit: 100, remaining: 50, resetsAt: 8600 } });
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
            const admitted = await limiter.admit("full", "GET /");
            used += 1;
            const told = { limit, remaining: limit - used, reset: 8600 };
            const headers = Object.entries(told).map(
              ([name, value]) => [`x-ratelimit-${name}`, String(value)] as const,
            );
            await new Promise<void>((answered) => answers.push(answered));
            admitted.settle({ status: 200, headers });
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
  const admitted = await service.admit("full", "GET /");
  admitted.settle(null);
  admitted.pause({ reason: "secondary limit", seconds: 60 });
  await service.send("narrow", 2);
  expect(service.clock.waits).toEqual([]);
  await service.send("full", 2);
  expect(service.events).toEqual([{ principal: "full", reason: "secondary limit", seconds: 60, until: 5060 }]);
});

test("who has too little patience is told how long it would take", async () => {
  const service = serve(2, 3600, { reserve: 1 });
  await service.send("full", 1);
  const error = await service.admit("full", "GET /", { patienceSeconds: 30 }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TooSoonError);
  expect(error).toMatchObject({ seconds: 3601 });
  await service.admit("full", "GET /", { spend: true });
});

test("a wait ends when its signal does", async () => {
  const abort = new AbortController();
  const limiter = createRateLimiter();
  (await limiter.admit("full", "GET /")).pause({ reason: "retry-after", seconds: 3600 });
  const admitted = limiter.admit("full", "GET /", { signals: [abort.signal] });
  abort.abort(new Error("enough"));
  await expect(admitted).rejects.toThrow("enough");
  await expect(limiter.admit("full", "GET /", { signals: [abort.signal] })).rejects.toThrow("enough");
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

// Answers that name the quota that they spent, as GitHub's do.
const told = (quota: string, limit: number, remaining: number, resetsAt: number): AnyResponse => ({
  status: remaining < 0 ? 403 : 200,
  headers: Object.entries({
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(Math.max(0, remaining)),
    "x-ratelimit-reset": String(resetsAt),
    "x-ratelimit-resource": quota,
  }),
});

test("of several quotas of a caller each is counted on its own: what one holds back, waits alone", async () => {
  const clock = clockAt(5000);
  const limiter = createRateLimiter({ ...clock, reserve: 2 });
  const ask = async (asked: string, response: AnyResponse): Promise<void> =>
    (await limiter.admit("full", asked)).settle(response);
  limiter.expect("full", 100);
  await ask("GET /users/ada", told("core", 5000, 4000, 8600));
  await ask("GET /search/issues", told("search", 30, 2, 5060));
  await ask("GET /users/bob", told("core", 5000, 3999, 8600));
  expect(clock.waits).toEqual([]);
  expect(limiter.standings()).toEqual({ full: { quota: "search", limit: 30, remaining: 2, resetsAt: 5060 } });
  await expect(limiter.admit("full", "GET /search/users", { patienceSeconds: 9 })).rejects.toThrow(TooSoonError);
  await limiter.admit("full", "GET /users/eve", { patienceSeconds: 9 });
});

test("what is taken to spend one quota and spends another is counted where it was spent", async () => {
  const clock = clockAt(5000);
  const limiter = createRateLimiter({ ...clock, reserve: 2 });
  const ask = async (asked: string, response: AnyResponse): Promise<void> =>
    (await limiter.admit("full", asked, { patienceSeconds: 9 })).settle(response);
  await ask("GET /users/ada", told("core", 60, 3, 8600));
  await ask("GET /search/issues", told("search", 60, 30, 8600));
  await ask("GET /users/bob", told("core", 60, 2, 8600));
  // Others spend both quotas too.
  await ask("GET /search/users", told("search", 60, 20, 8600));
  await ask("GET /search/users", told("search", 60, 19, 8600));
  await expect(limiter.admit("full", "GET /users/eve", { patienceSeconds: 9 })).rejects.toThrow(TooSoonError);
});

test("what lies ahead is spread over a quota by the share of it that was asked so far", async () => {
  const clock = clockAt(5000);
  const limiter = createRateLimiter({ ...clock, reserve: 0 });
  limiter.expect("full", 100);
  for (let at = 0; at < 40; at += 1)
    (await limiter.admit("full", "GET /users/ada")).settle(told("core", 5000, 4000 - at, 8600));
  for (let at = 0; at < 5; at += 1)
    (await limiter.admit("full", "GET /search/issues")).settle(told("search", 30, 29 - at, 5060));
  expect(clock.waits).toEqual([]);
});

test("what uses up one quota holds back no other; a secondary limit holds back all", async () => {
  const limiter = createRateLimiter({ ...clockAt(5000), reserve: 0 });
  (await limiter.admit("full", "GET /users/ada")).settle(told("core", 5000, 4000, 8600));
  const search = await limiter.admit("full", "GET /search/issues");
  search.settle(told("search", 30, -1, 5060));
  search.pause({ reason: "rate limit", seconds: 60 });
  const another = await limiter.admit("full", "GET /users/bob", { patienceSeconds: 9 });
  another.settle(told("core", 5000, 3999, 8600));
  await expect(limiter.admit("full", "GET /search/issues", { patienceSeconds: 9 })).rejects.toThrow(TooSoonError);
  another.pause({ reason: "secondary limit", seconds: 60 });
  await expect(limiter.admit("full", "GET /users/eve", { patienceSeconds: 9 })).rejects.toThrow(TooSoonError);
});

test("no quota of several goes below its reserve, but by the requests that find out what they spend", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom("GET /a/x", "GET /a/y", "GET /b/x", "POST /a/x"), fc.nat(40)), {
        minLength: 1,
        maxLength: 6,
      }),
      fc.integer({ min: 1, max: 8 }),
      async (turns, sideBySide) => {
        const clock = clockAt(5000);
        const limiter = createRateLimiter({ ...clock, reserve: 10 });
        const quotas = new Map<string, { left: number; resetsAt: number }>();
        let lowest = 40;
        const one = async (asked: string): Promise<void> => {
          const admitted = await limiter.admit("full", asked);
          const name = asked.startsWith("POST") ? "write" : asked.startsWith("GET /a/") ? "a" : "b";
          const old = quotas.get(name);
          const quota = old && clock.now() < old.resetsAt ? old : { left: 40, resetsAt: clock.now() + 600 };
          quotas.set(name, quota);
          quota.left -= 1;
          lowest = Math.min(lowest, quota.left);
          await Promise.resolve();
          admitted.settle(told(name, 40, quota.left, quota.resetsAt));
        };
        for (const [asked, count] of turns) {
          let left = count;
          const work = async (): Promise<void> => {
            while (left-- > 0) await one(asked);
          };
          await Promise.all(Array.from({ length: sideBySide }, work));
        }
        // Of each kind of path, those sent side by side before the first is answered may spend another quota than it seems.
        expect(lowest).toBeGreaterThanOrEqual(10 - sideBySide);
      },
    ),
    law(100),
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
