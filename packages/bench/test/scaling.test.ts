import fc from "fast-check";
import { expect, test } from "vitest";
import { type Fleet, simulate } from "../src/scaling/simulate.ts";

const fleet: Fleet = {
  replicas: 10,
  limit: 600,
  windowSeconds: 60,
  perSecond: 100,
  seconds: 300,
  routing: "round robin",
  counting: "store",
};

// A fixed window may be spent at its end and the next at its beginning.
const twice = 2 * fleet.limit;

test("replicas that count in one store allow what one would, however requests are routed", () => {
  const one = simulate({ ...fleet, replicas: 1, counting: "own" });
  for (const replicas of [10, 100, 1000])
    for (const routing of ["round robin", "random", "by client"] as const)
      expect(simulate({ ...fleet, replicas, routing })).toEqual(one);
});

test.each<readonly [string, Partial<Fleet>, number]>([
  ["each for itself allow a limit each", { counting: "own" }, 10],
  ["each its share allow the limit", { counting: "share" }, 1],
  [
    "each its share, with all of a client's requests at one, allow a share",
    { counting: "share", routing: "by client" },
    0.1,
  ],
  [
    "each for itself while the store is out allow as many limits more",
    { outage: { from: 61, to: 90, meanwhile: "own" } },
    11,
  ],
  ["each its share while the store is out allow a limit more", { outage: { from: 61, to: 90, meanwhile: "share" } }, 2],
])("replicas that count %s", (_what, change, limits) => {
  const { mostInWindow } = simulate({ ...fleet, ...change, perSecond: 1000 });
  expect(mostInWindow / fleet.limit).toBeCloseTo(limits, 1);
});

test("who refuses while the store is out allows no more, and answers nobody", () => {
  const { mostInWindow, failed } = simulate({ ...fleet, outage: { from: 61, to: 71, meanwhile: "refuse" } });
  expect([mostInWindow <= twice, failed]).toEqual([true, 10 * fleet.perSecond]);
});

test("clocks that are apart, and a store that forgets, cost no more than what they are apart by and what is forgotten", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 10, maxLength: 10 }),
      fc.integer({ min: 1, max: 30 }),
      (ahead, seconds) => {
        const skewed = simulate({ ...fleet, ahead });
        const windows = Math.ceil((fleet.windowSeconds + 40) / (fleet.windowSeconds - 40)) + 1;
        expect(skewed.mostInWindow).toBeLessThanOrEqual(windows * fleet.limit);
        const forgetful = simulate({ ...fleet, forgets: { at: 62, seconds } });
        const without = simulate(fleet);
        expect(forgetful.allowed - without.allowed).toBeLessThanOrEqual(
          Math.min(fleet.limit, seconds * fleet.perSecond),
        );
      },
    ),
    { numRuns: 20 },
  );
});
