import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../.ci/property.ts";
import { editDistance } from "../src/text/nearest.ts";

test.each([
  ["ada", "ada", 0],
  ["adda", "ada", 1],
  ["oda", "ada", 1],
  ["ad", "ada", 1],
  ["", "ada", 3],
  ["kitten", "sitting", 3],
])("editDistance() from %j to %j is %i", (from, to, distance) => {
  expect(editDistance(from, to)).toBe(distance);
});

test("editDistance() is a distance", () => {
  const words = fc.string({ maxLength: 8, unit: fc.constantFrom("a", "b", "c") });
  fc.assert(
    fc.property(words, words, words, (a, b, c) => {
      expect(editDistance(a, b)).toBe(editDistance(b, a));
      expect(editDistance(a, b) === 0).toBe(a === b);
      expect(editDistance(a, c)).toBeLessThanOrEqual(editDistance(a, b) + editDistance(b, c));
    }),
    law(300),
  );
});
