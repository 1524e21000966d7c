import fc from "fast-check";
import { expect, test } from "vitest";
import { shortest } from "../src/report/shortest.ts";

const [seed, runs] = [1_767_225_600, 200];

/** Numbers of which some, taken together, break a law. */
const lists = fc.uniqueArray(fc.nat(1000), { minLength: 1, maxLength: 30 }).chain((list) =>
  fc.record({
    list: fc.constant(list),
    culprits: fc.subarray(list, { minLength: 1, maxLength: Math.min(6, list.length) }),
  }),
);

test(`shortest() leaves what breaks the law and nothing else (seed ${seed})`, () => {
  fc.assert(
    fc.property(lists, ({ list, culprits }) => {
      const part = shortest(list, (some) => culprits.every((each) => some.includes(each)));
      expect(part).toEqual(culprits);
    }),
    { seed, numRuns: runs },
  );
});

test(`shortest() finds the shortest where there are several, up to three (seed ${seed})`, () => {
  fc.assert(
    fc.property(lists, fc.array(fc.nat(5), { minLength: 1, maxLength: 3 }), ({ list, culprits }, picks) => {
      const few = list.filter((_, at) => picks.includes(at));
      fc.pre(few.length > 0);
      const has = (some: readonly number[], all: readonly number[]): boolean =>
        all.every((each) => some.includes(each));
      const part = shortest(list, (some) => has(some, culprits) || has(some, few));
      expect(part.length).toBe(Math.min(culprits.length, few.length));
    }),
    { seed, numRuns: runs },
  );
});

test("shortest() leaves out what was needed only beside something that is gone", () => {
  const breaks = (some: readonly number[]): boolean =>
    [2, 3, 4, 6].every((each) => some.includes(each)) && (!some.includes(1) || some.includes(5));
  expect(shortest([1, 2, 3, 4, 5, 6], breaks)).toEqual([2, 3, 4, 6]);
});

test("shortest() asks a law no more than a few thousand times", () => {
  let asked = 0;
  const list = Array.from({ length: 200 }, (_, at) => at);
  const part = shortest(list, (some) => {
    asked += 1;
    return [3, 70, 140, 199].every((each) => some.includes(each));
  });
  expect(part).toEqual([3, 70, 140, 199]);
  expect(asked).toBeLessThan(60_000);
});
