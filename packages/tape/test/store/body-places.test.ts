import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { createBodyPlaces } from "../../src/store/packed/body-places.ts";

const digestOf = (nth: number): Uint8Array => hash("sha256", String(nth), "buffer");

test("the positions of bodies are found by their digests, as many as there are, and those of others are not", () => {
  const places = createBodyPlaces();
  const numbers = Array.from({ length: 5000 }, (_, nth) => nth);
  const positionOf = (nth: number): number => 16 + nth * 2 ** 33;
  for (const nth of numbers) {
    expect(places.find(digestOf(nth))).toBeNull();
    places.add(digestOf(nth), positionOf(nth));
  }
  expect(numbers.map((nth) => places.find(digestOf(nth)))).toEqual(numbers.map(positionOf));
});
