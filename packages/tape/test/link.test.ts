import { expect, test } from "vitest";
import { linksIn } from "../src/http/link.ts";

test.each<[string, string | null, [string, string][]]>([
  ["nothing where there is no header", null, []],
  [
    "links in their own order",
    '</x?page=3>; rel="next", </x?page=9>; rel="last"',
    [
      ["/x?page=3", "next"],
      ["/x?page=9", "last"],
    ],
  ],
  ["a relation without quotes, in any case", "</x>; REL=Next", [["/x", "next"]]],
  [
    "each of several relations",
    '</x>; rel="next last"',
    [
      ["/x", "next"],
      ["/x", "last"],
    ],
  ],
  ["the relation among other parameters", '</x>; title="a; rel=no"; rel="prev"', [["/x", "prev"]]],
  ["a comma and a semicolon within a target", '</x?a=1,2;b>; rel="next"', [["/x?a=1,2;b", "next"]]],
  ["the first rel of two", '</x>; rel="next"; rel="last"', [["/x", "next"]]],
  ["no link without a relation", "</x>, nonsense", []],
  // One that never ends is not looked for from each of its characters.
  ["nothing where no link ends", "<".repeat(16_000), []],
])("linksIn() reads %s", (_shows, value, named) => {
  expect(linksIn(value).map(({ url, rel }) => [url, rel])).toEqual(named);
});
