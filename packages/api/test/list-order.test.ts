import { finish, type Steps } from "@tapedeck/tape/internal";
import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../.ci/property.ts";
import { arrangedSteps, type ListOrder } from "../src/index.ts";

const item = fc.record({ name: fc.constantFrom("ada", "ben", "cleo", "Émile", ""), shown: fc.boolean() });
type Item = typeof item extends fc.Arbitrary<infer T> ? T : never;
const order = (isSorted: boolean, isDescending: boolean): ListOrder => ({
  reads: new Set(["name", "shown"]),
  shows: (each) => (each as Item).shown,
  keyOf: isSorted ? (each) => (each as Item).name : null,
  isDescending,
});

/** The same as JavaScript sorts. */
function sortedPlaces(items: readonly Item[], isSorted: boolean, isDescending: boolean): readonly number[] {
  const sign = isDescending ? -1 : 1;
  const places = items.flatMap(({ shown }, at) => (shown ? [at] : []));
  const name = (at: number): string => items[at]?.name ?? "";
  return isSorted ? places.sort((a, b) => (name(a) < name(b) ? -sign : name(a) > name(b) ? sign : 0)) : places;
}

test("arrangedSteps() sorts as JavaScript does, and keeps equal items in order", () => {
  fc.assert(
    fc.property(fc.array(item, { size: "large" }), fc.boolean(), fc.boolean(), (items, isSorted, isDescending) => {
      const places = finish(arrangedSteps(items, order(isSorted, isDescending)));
      expect(places).toEqual(sortedPlaces(items, isSorted, isDescending));
    }),
    law(300),
  );
});

test.each([true, false])(
  "arrangedSteps() arranges 30,000 items in hundreds of steps, descending: %s",
  (isDescending) => {
    const names = ["cleo", "ada", "ben"] as const;
    const items = Array.from({ length: 30_000 }, (_, at) => ({ name: names[at % 3] as string, shown: at % 7 > 0 }));
    const steps: Steps<readonly number[]> = arrangedSteps(items, order(true, isDescending));
    let pauses = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) pauses += 1;
    expect(step.value).toEqual(sortedPlaces(items as readonly Item[], true, isDescending));
    expect(pauses).toBeGreaterThan(500);
  },
);
