import { expect, test } from "vitest";
import { nearest } from "../src/text/nearest.ts";

test.each([
  ["revalidte", "revalidate"],
  ["TIMES", "times"],
  ["tiems", "times"],
  ["fro", "for"],
  ["rof", null],
  ["quiet", null],
])("nearest(%s)", (word, meant) => {
  expect(nearest(word, ["times", "pages", "revalidate", "exhaust", "for"])).toBe(meant);
});
