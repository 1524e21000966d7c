import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../.ci/property.ts";
import { type ByteRange, byteRange } from "../src/http/conditional.ts";

test.each<[shows: string, range: string | undefined, cut: ByteRange]>([
  ["no range", undefined, null],
  ["the first bytes", "bytes=0-4", { first: 0, last: 4 }],
  ["one byte", "bytes=9-9", { first: 9, last: 9 }],
  ["the bytes from one on", "bytes=5-", { first: 5, last: 9 }],
  ["the whole", "bytes=0-", { first: 0, last: 9 }],
  ["the last bytes", "bytes=-3", { first: 7, last: 9 }],
  ["more last bytes than there are", "bytes=-99", { first: 0, last: 9 }],
  ["bytes beyond the end", "bytes=5-99", { first: 5, last: 9 }],
  ["a number too long to hold", `bytes=5-${"9".repeat(400)}`, { first: 5, last: 9 }],
  ["the unit in any letters", "Bytes=0-4", { first: 0, last: 4 }],
  ["bytes that begin beyond the end", "bytes=10-", "unsatisfiable"],
  ["no last bytes", "bytes=-0", "unsatisfiable"],
  ["a range backwards, which is none", "bytes=5-4", null],
  ["two ranges, which get the whole", "bytes=0-1,3-4", null],
  ["another unit", "items=0-4", null],
  ["no numbers", "bytes=-", null],
  ["a sign", "bytes=+1-2", null],
  ["a blank within a number", "bytes=1 0-", null],
  ["nothing", "", null],
])("byteRange() reads %s", (_shows, range, cut) => {
  expect(byteRange(range, 10)).toEqual(cut);
});

test("byteRange() finds no bytes where there are none", () => {
  expect([byteRange("bytes=0-", 0), byteRange("bytes=-1", 0)]).toEqual(["unsatisfiable", "unsatisfiable"]);
});

test("byteRange() stays within the whole", () => {
  const ranges = fc
    .tuple(fc.option(fc.nat(50)), fc.option(fc.nat(50)))
    .map(([from, to]) => `bytes=${from ?? ""}-${to ?? ""}`);
  fc.assert(
    fc.property(ranges, fc.nat(40), (range, length) => {
      const cut = byteRange(range, length);
      if (cut === null || cut === "unsatisfiable") return;
      expect(cut.first).toBeGreaterThanOrEqual(0);
      expect(cut.last).toBeGreaterThanOrEqual(cut.first);
      expect(cut.last).toBeLessThan(length);
    }),
    law(500),
  );
});
