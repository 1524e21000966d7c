import { expect, test } from "vitest";
import { createTextMemory } from "../src/text-memory.ts";

test.each([
  ["texts", "", 100, 1e9],
  ["characters", "x".repeat(97), 1e9, 10_000],
])(
  "a memory that is full of %s forgets the oldest, and keeps what came last",
  (_shows, padding, most, mostCharacters) => {
    const memory = createTextMemory<number>(most, mostCharacters);
    const textOf = (nth: number): string => padding + String(nth).padStart(3, "0");
    const held = (): number[] => numbers.filter((nth) => memory.get(textOf(nth)) === nth);
    const numbers = Array.from({ length: 250 }, (_, nth) => nth);
    for (const nth of numbers) {
      memory.set(textOf(nth), nth);
      memory.set(textOf(nth), nth);
      expect(memory.get(textOf(nth))).toBe(nth);
      expect(held().length).toBeLessThanOrEqual(100);
    }
    expect(held()).toEqual(numbers.slice(-held().length));
    expect(held().length).toBeGreaterThanOrEqual(90);
    memory.clear();
    expect(held()).toEqual([]);
  },
);
