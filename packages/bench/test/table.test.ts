import { expect, test } from "vitest";
import { median, table } from "../src/measuring/table.ts";

test.each([
  ["of an odd count is the middle one", [3, 1, 2], 2],
  ["of an even count is the upper of the two", [4, 1, 3, 2], 3],
  ["of none is not a number", [], Number.NaN],
])("median %s", (_shows, numbers, middle) => {
  expect(median(numbers)).toBe(middle);
});

test("table() lines its columns up", () => {
  expect(
    table([
      ["answer", "ratio"],
      ["/zen", "0.9"],
    ]),
  ).toBe("| answer | ratio |\n| ------ | ----: |\n| /zen   |   0.9 |");
});
