import { expect, test } from "vitest";
import { memoize } from "../src/memoize.ts";

test.each([
  ["remembers what is short", "x".repeat(1024), 1],
  ["remembers nothing that is longer than a client may make it", "x".repeat(1025), 2],
])("memoize() %s", (_shows, key, calls) => {
  let computed = 0;
  const lengthOf = memoize(4, ({ length }: string) => {
    computed += 1;
    return length;
  });
  expect([lengthOf(key), lengthOf(key), computed]).toEqual([key.length, key.length, calls]);
});

test("memoize() holds no more than its bound of ten times as many keys", () => {
  const computed: number[] = [];
  const same = memoize(4, (key: number) => {
    computed.push(key);
    return key;
  });
  for (let key = 0; key < 40; key += 1) same(key);
  same(39);
  same(0);
  expect(computed).toEqual([...Array(40).keys(), 0]);
});
