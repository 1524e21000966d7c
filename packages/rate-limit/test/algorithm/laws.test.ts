import fc from "fast-check";
import { expect, test } from "vitest";
import { limitBy, noon } from "../one-policy.ts";

// What may happen: the clock moves by so much, also back, and somebody asks for so much.
const step = fc.record({
  move: fc.oneof(
    fc.integer({ min: 0, max: 40 }).map((tenths) => tenths / 10),
    fc.integer({ min: -200, max: 0 }).map((tenths) => tenths / 10),
    fc.integer({ min: 0, max: 30 }),
  ),
  cost: fc.integer({ min: 1, max: 4 }),
});
const history = fc.array(step, { maxLength: 60 });
const limits = fc.integer({ min: 0, max: 8 });
const seconds = fc.integer({ min: 1, max: 20 });
const cost = { request: "/cost" };

/** What was allowed, by a clock that does not run back. */
interface Allowed {
  readonly at: number;
  readonly cost: number;
}

function runs(
  take: ReturnType<typeof limitBy>["take"],
  steps: readonly { readonly move: number; readonly cost: number }[],
  each: (decision: ReturnType<typeof take>, now: number, latest: number, asked: number) => void = () => {},
): Allowed[] {
  let now = noon;
  let latest = Number.NEGATIVE_INFINITY;
  const allowed: Allowed[] = [];
  for (const { move, cost: asked } of steps) {
    now += move;
    latest = Math.max(latest, now);
    const decision = take(now, asked);
    if (decision.allowed) allowed.push({ at: latest, cost: asked });
    each(decision, now, latest, asked);
  }
  return allowed;
}

const sum = (allowed: readonly Allowed[]): number => allowed.reduce((total, each) => total + each.cost, 0);

test("algorithms-1: fixed window: remaining + used = limit, and never more than the limit in a window", () => {
  fc.assert(
    fc.property(limits, seconds, history, fc.constantFrom("first-request", "clock"), (limit, length, steps, opens) => {
      const { take } = limitBy({ kind: "fixed-window", limit, seconds: length, opens: opens as "clock" }, { cost });
      const spent = new Map<number, number>();
      let before: { readonly resetsAt: number; readonly remaining: number } | null = null;
      runs(take, steps, ({ allowed, standings: [standing] }, now, _latest, asked) => {
        if (standing === undefined) throw new Error("no standing");
        const { used, remaining, resetsAt } = standing;
        expect(remaining + used).toBe(limit);
        expect(remaining).toBeGreaterThanOrEqual(0);
        expect(resetsAt).toBeGreaterThan(now);
        if (allowed) spent.set(resetsAt, (spent.get(resetsAt) ?? 0) + asked);
        expect(spent.get(resetsAt) ?? 0).toBe(used);
        if (before?.resetsAt === resetsAt) expect(remaining).toBeLessThanOrEqual(before.remaining);
        if (opens === "clock") expect(resetsAt % length).toBe(0);
        before = standing;
      });
    }),
  );
});

test("algorithms-2: sliding log: never more than the limit in any so many seconds, and it refuses for nothing else", () => {
  fc.assert(
    fc.property(limits, seconds, history, (limit, length, steps) => {
      const { take } = limitBy({ kind: "sliding-log", limit, seconds: length }, { cost });
      const model: Allowed[] = [];
      runs(take, steps, ({ allowed }, _now, latest, asked) => {
        const room = limit - sum(model.filter(({ at }) => at + length > latest));
        expect(allowed).toBe(asked <= room);
        if (allowed) model.push({ at: latest, cost: asked });
      });
    }),
  );
});

test("algorithms-3: sliding counter: within its known error of the log", () => {
  fc.assert(
    fc.property(limits, seconds, history, (limit, length, steps) => {
      const { take } = limitBy({ kind: "sliding-counter", limit, seconds: length }, { cost });
      const model: Allowed[] = [];
      runs(take, steps, ({ allowed }, now, latest, asked) => {
        const start = Math.floor(latest / length) * length;
        const passed = (latest - start) / length;
        const earlier = (Math.max(now, start) - start) / length;
        const previous = sum(model.filter(({ at }) => at >= start - length && at < start));
        const log = sum(model.filter(({ at }) => at + length > latest));
        if (allowed) expect(log + asked).toBeLessThanOrEqual(limit + previous * passed + 1e-6);
        // It keeps no moment, so that inside a window a clock that is set back makes it stricter.
        else expect(log + asked).toBeGreaterThan(limit - previous * (1 - earlier) - 1e-6);
        if (allowed) model.push({ at: latest, cost: asked });
      });
    }),
  );
});

test.each(["token-bucket", "leaky-bucket"] as const)(
  "algorithms-4: %s: at most capacity + rate · t in any t",
  (kind) => {
    fc.assert(
      fc.property(limits, fc.integer({ min: 1, max: 30 }), history, (capacity, tenths, steps) => {
        const rate = tenths / 10;
        const { take, buckets } = limitBy(
          kind === "token-bucket" ? { kind, capacity, refillPerSecond: rate } : { kind, capacity, leakPerSecond: rate },
          { cost },
        );
        let level = 0;
        let at = Number.NEGATIVE_INFINITY;
        const allowed = runs(take, steps, (decision, _now, latest, asked) => {
          level = Math.max(0, level - (latest - at) * rate);
          at = latest;
          const fits = level + asked <= capacity + 1e-5;
          // At the very edge the model, which sums in another order, may differ.
          if (Math.abs(level + asked - capacity) > 1e-4) expect(decision.allowed).toBe(fits);
          if (decision.allowed) level += asked;
          for (const bucket of buckets().values()) {
            if (!("level" in bucket)) throw new Error("not a level");
            expect(bucket.level).toBeGreaterThanOrEqual(0);
            expect(bucket.level).toBeLessThanOrEqual(Math.max(capacity, 0) + 1e-6);
          }
        });
        allowed.forEach((first, from) => {
          for (let to = from; to < allowed.length; to++) {
            const last = allowed[to] as Allowed;
            expect(sum(allowed.slice(from, to + 1))).toBeLessThanOrEqual(capacity + rate * (last.at - first.at) + 1e-3);
          }
        });
      }),
    );
  },
);

test("concurrency: never more than the limit in flight; each is released once, whatever order they end in", () => {
  const event = fc.oneof(fc.constant(-1), fc.integer({ min: 0, max: 20 }));
  fc.assert(
    fc.property(limits, fc.array(event, { maxLength: 80 }), (limit, events) => {
      const { take, settle } = limitBy({ kind: "concurrency", limit });
      const decisions: Array<ReturnType<typeof take>> = [];
      const inFlight = new Set<number>();
      for (const end of events) {
        if (end < 0) {
          const decision = take(noon);
          expect(decision.allowed).toBe(inFlight.size < limit);
          if (decision.allowed) inFlight.add(decisions.length);
          decisions.push(decision);
        } else if (decisions[end] !== undefined) {
          // Ends again, or was refused: both change nothing.
          settle(decisions[end], noon);
          inFlight.delete(end);
        }
      }
    }),
  );
});

test("concurrency: a place that nobody gives back is free at the end of its lease, and who ends later frees no other", () => {
  const event = fc.record({ move: fc.integer({ min: -5, max: 12 }), end: fc.option(fc.nat(20)) });
  fc.assert(
    fc.property(limits, seconds, fc.array(event, { maxLength: 60 }), (limit, lease, events) => {
      const { take, settle } = limitBy({ kind: "concurrency", limit, leaseSeconds: lease });
      const decisions: Array<ReturnType<typeof take>> = [];
      const leases = new Map<number, number>();
      let now = noon;
      for (const { move, end } of events) {
        now += move;
        const decision = end === null ? undefined : decisions[end];
        if (end !== null && decision?.allowed !== true) continue;
        for (const [nth, until] of leases) if (until <= now) leases.delete(nth);
        if (decision !== undefined && end !== null) {
          settle(decision, now);
          leases.delete(end);
          continue;
        }
        const taken = take(now);
        expect(taken.allowed).toBe(leases.size < limit);
        if (taken.allowed) leases.set(decisions.length, now + lease);
        decisions.push(taken);
      }
    }),
  );
});

test.each([
  [{ kind: "fixed-window", limit: 3, seconds: 7 }],
  [{ kind: "fixed-window", limit: 3, seconds: 7, opens: "clock" }],
  [{ kind: "fixed-window", limit: 3, opens: "calendar", period: "minute", zone: "Asia/Kathmandu" }],
  [{ kind: "sliding-log", limit: 3, seconds: 7 }],
  [{ kind: "sliding-counter", limit: 3, seconds: 7 }],
  [{ kind: "token-bucket", capacity: 3, refillPerSecond: 0.3 }],
  [{ kind: "leaky-bucket", capacity: 3, leakPerSecond: 0.7 }],
] as const)(
  "%j: who waits until the told moment is allowed, and not refused a moment before for nothing",
  (algorithm) => {
    fc.assert(
      fc.property(history, (steps) => {
        const { take } = limitBy(algorithm, { cost });
        let now = noon;
        for (const { move, cost: asked } of steps) {
          now += Math.abs(move);
          const wanted = Math.min(asked, 3);
          const decision = take(now, wanted);
          if (decision.allowed) continue;
          const retryAt = decision.retryAt ?? 0;
          expect(retryAt).toBeGreaterThan(now);
          now = retryAt;
          expect(take(now, wanted).allowed).toBe(true);
        }
      }),
    );
  },
);

test.each([
  [{ kind: "fixed-window", limit: 8, seconds: 100_000 }],
  [{ kind: "sliding-log", limit: 8, seconds: 100_000 }],
  [{ kind: "sliding-counter", limit: 8, seconds: 100_000 }],
  [{ kind: "token-bucket", capacity: 8, refillPerSecond: 1e-9 }],
] as const)(
  "%j: what an answer did not cost is refunded, and what it cost more is charged, up to the limit",
  (algorithm) => {
    const request = fc.record({ asked: fc.integer({ min: 1, max: 4 }), actual: fc.integer({ min: 0, max: 6 }) });
    fc.assert(
      fc.property(fc.array(request, { maxLength: 20 }), (requests) => {
        const { take, settle } = limitBy(algorithm, { cost: { request: "/cost", response: "/cost" } });
        let used = 0;
        for (const { asked, actual } of requests) {
          const decision = take(noon, asked);
          expect(decision.allowed).toBe(used + asked <= 8);
          if (!decision.allowed) continue;
          settle(decision, noon, actual);
          used = Math.min(8, used + actual);
        }
      }),
    );
  },
);
