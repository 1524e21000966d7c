import fc from "fast-check";
import { expect, test } from "vitest";
import { currentQuota, freshQuota, type Quota, quotaHeaders, spend } from "../src/limit/quota.ts";
import { law } from "./property.ts";

/** A limit, with those at the rims as likely as the others. */
function limits() {
  return fc.oneof(fc.constantFrom(0, 1, 60, 5000, 2 ** 31), fc.nat({ max: 50 }));
}

const names = {
  limit: "x-ratelimit-limit",
  remaining: "x-ratelimit-remaining",
  reset: "x-ratelimit-reset",
  used: "x-ratelimit-used",
};

/** Payments in the order they come: each at a moment that is a step from the one before, now and then a step back. */
function payments() {
  const step = fc.oneof({ weight: 6, arbitrary: fc.nat({ max: 40 }) }, fc.integer({ min: -90, max: 300 }));
  return fc.array(fc.record({ cost: fc.nat({ max: 3 }), step }), { maxLength: 60 });
}

function headerOf(quota: Quota, name: string): number {
  return Number(new Map(quotaHeaders(quota, names)).get(`x-ratelimit-${name}`));
}

test("quota: remaining + used = limit, nothing below zero, nothing given back inside a window, refusals change nothing", () => {
  fc.assert(
    fc.property(limits(), fc.constantFrom(1, 100, 3600), payments(), (limit, windowSeconds, all) => {
      let now = 1_767_225_600;
      let quota = freshQuota(limit, windowSeconds, now);
      for (const { cost, step } of all) {
        now += step;
        const before = currentQuota(quota, now);
        const { allowed, quota: after } = spend(quota, cost, now);
        expect(headerOf(after, "remaining") + headerOf(after, "used")).toBe(limit);
        expect(after.used).toBeGreaterThanOrEqual(0);
        expect(after.used).toBeLessThanOrEqual(limit);
        expect(after.resetsAt).toBeGreaterThan(now);
        expect(after.used).toBe(before.used + (allowed ? cost : 0));
        expect(allowed).toBe(cost === 0 || before.used + cost <= limit);
        if (now < quota.resetsAt) {
          expect(after.used).toBeGreaterThanOrEqual(quota.used);
          expect(after.resetsAt).toBe(quota.resetsAt);
        } else {
          expect(before).toEqual({ limit, windowSeconds, used: 0, resetsAt: now + windowSeconds });
        }
        if (!allowed) expect(after).toEqual(before);
        quota = after;
      }
    }),
    law(500),
  );
});

test("quota: no window allows more than its limit, by a count of its own", () => {
  fc.assert(
    fc.property(fc.nat({ max: 8 }), payments(), (limit, all) => {
      const spent = new Map<number, number>();
      let now = 0;
      let quota = freshQuota(limit, 100, now);
      for (const { cost, step } of all) {
        now += step;
        const { allowed, quota: after } = spend(quota, cost, now);
        if (allowed) spent.set(after.resetsAt, (spent.get(after.resetsAt) ?? 0) + cost);
        quota = after;
      }
      expect(Math.max(0, ...spent.values())).toBeLessThanOrEqual(limit);
    }),
    law(500),
  );
});

const opened = spend(freshQuota(2, 100, 1000), 1, 1000).quota;

test.each([
  ["is opened by the first payment", opened, 1000, { used: 1, resetsAt: 1100 }],
  ["stays to its last second", opened, 1099, { used: 1, resetsAt: 1100 }],
  ["ends at the very second it says", opened, 1100, { used: 0, resetsAt: 1200 }],
  ["is not opened while nobody asks", opened, 5000, { used: 0, resetsAt: 5100 }],
  ["does not slide with use", spend(opened, 1, 1050).quota, 1050, { used: 2, resetsAt: 1100 }],
  ["gives nothing back to a clock set back a little", opened, 990, { used: 1, resetsAt: 1100 }],
  ["gives nothing back to a clock set back a long way", opened, 0, { used: 1, resetsAt: 1100 }],
])("window %s", (_shows, quota, now, held) => {
  expect(currentQuota(quota, now)).toMatchObject(held);
});

test.each([
  ["nothing of nothing", 0, 0, 1, false],
  ["what is free, of nothing", 0, 0, 0, true],
  ["the only one", 1, 0, 1, true],
  ["none after the only one", 1, 1, 1, false],
  ["the last", 60, 59, 1, true],
  ["none after the last", 60, 60, 1, false],
  ["what is free, after the last", 60, 60, 0, true],
  ["not more than is left", 60, 59, 2, false],
  ["the last of very many", 2 ** 31, 2 ** 31 - 1, 1, true],
  ["none after very many", 2 ** 31, 2 ** 31, 1, false],
])("spend() allows %s", (_shows, limit, used, cost, allowed) => {
  expect(spend({ limit, used, windowSeconds: 100, resetsAt: 1100 }, cost, 1000).allowed).toBe(allowed);
});

test("quotaHeaders() tells the four counters in whole numbers", () => {
  expect(quotaHeaders(opened, names)).toEqual([
    ["x-ratelimit-limit", "2"],
    ["x-ratelimit-remaining", "1"],
    ["x-ratelimit-reset", "1100"],
    ["x-ratelimit-used", "1"],
  ]);
});
