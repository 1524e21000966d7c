import { expect, test } from "vitest";
import { dropOldest } from "../src/drop-oldest.ts";

test("of ten times as many entries as may stay, the latest stay, and never more than may", () => {
  const held = new Map<number, number>();
  let most = 0;
  for (let nth = 0; nth < 40_960; nth += 1) {
    dropOldest(held.set(nth, nth), 4096);
    most = Math.max(most, held.size);
  }
  expect(most).toBe(4096);
  expect(held.has(40_959 - 3600)).toBe(true);
  expect(held.has(40_959 - 4096)).toBe(false);
});
