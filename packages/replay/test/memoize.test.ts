import { expect, test } from "vitest";
import { memoize } from "../src/memoize.ts";

test.each([
  ["caches what comes a second time", "x".repeat(1024), 2],
  ["caches no text that is longer than a client may make it", "x".repeat(1025), 3],
])("memoize() %s", (_shows, key, calls) => {
  let computed = 0;
  const lengthOf = memoize(4, ({ length }: string) => {
    computed += 1;
    return length;
  });
  expect([lengthOf(key), lengthOf(key), lengthOf(key)]).toEqual(Array(3).fill(key.length));
  expect(computed).toBe(calls);
});

test("memoize() holds no more than its bound of ten times as many keys, and forgets them when it is full", () => {
  const computed: number[] = [];
  const same = memoize(4, (key: number) => {
    computed.push(key);
    return key;
  });
  const twice = Array.from({ length: 40 }, (_, key) => [key, key]).flat();
  for (const key of twice) same(key);
  same(39);
  same(0);
  expect(computed).toEqual([...twice, 0]);
});
