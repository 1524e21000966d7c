import { afterEach, expect, test } from "vitest";
import { isFresh, mayCut, type Validators } from "../src/http/conditional.ts";

const etag = 'W/"abc"';
const lastModified = "Thu, 01 Jan 2026 00:00:00 GMT";
const both: Validators = { etag, lastModified };
const zone = process.env["TZ"];

afterEach(() => {
  if (zone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zone;
});

test.each<
  [
    shows: string,
    ifNoneMatch: string | undefined,
    ifModifiedSince: string | undefined,
    held: Validators,
    fresh: boolean,
  ]
>([
  ["without a condition", undefined, undefined, both, false],
  ["the same tag", 'W/"abc"', undefined, both, true],
  ["a strong tag for a weak one", '"abc"', undefined, both, true],
  ["a weak tag for a strong one", 'W/"abc"', undefined, { etag: '"abc"', lastModified }, true],
  ["another tag", '"abd"', undefined, both, false],
  ["a tag in other letters", '"ABC"', undefined, both, false],
  ["a tag that only begins alike", '"abcd"', undefined, both, false],
  ["a tag without quotes", "abc", undefined, both, false],
  ["an empty tag", '""', undefined, both, false],
  ["an empty header", "", undefined, both, false],
  ["a tag in a list", '"x", W/"abc","y"', undefined, both, true],
  ["a tag with a comma in it", '"a,b"', undefined, { etag: '"a,b"', lastModified }, true],
  ["a list without it", '"x", "y"', undefined, both, false],
  ["any", "*", undefined, both, true],
  ["any, of what has no tag", " * ", undefined, { etag: null, lastModified }, true],
  ["a tag, of what has none", '"abc"', undefined, { etag: null, lastModified }, false],
  ["another tag, though not modified since", '"x"', lastModified, both, false],
  ["the same tag, though modified since", '"abc"', "Wed, 31 Dec 2025 23:59:59 GMT", both, true],
  ["since the same moment", undefined, lastModified, both, true],
  ["since later", undefined, "Thu, 01 Jan 2026 00:00:01 GMT", both, true],
  ["since earlier", undefined, "Wed, 31 Dec 2025 23:59:59 GMT", both, false],
  ["since a date as RFC 850 has it", undefined, "Thursday, 01-Jan-26 00:00:00 GMT", both, true],
  ["since a date as asctime() has it", undefined, "Thu Jan  1 00:00:00 2026", both, true],
  ["since an earlier date as asctime() has it", undefined, "Wed Dec 31 23:59:59 2025", both, false],
  ["since no date", undefined, "yesterday", both, false],
  ["since, of what tells no date", undefined, lastModified, { etag, lastModified: null }, false],
  ["since, of what tells a date that is none", undefined, lastModified, { etag, lastModified: "0" }, false],
])("isFresh() with %s", (_shows, ifNoneMatch, ifModifiedSince, held, fresh) => {
  for (const where of ["UTC", "Asia/Tokyo", "America/New_York"]) {
    process.env["TZ"] = where;
    expect(isFresh(ifNoneMatch, ifModifiedSince, held)).toBe(fresh);
  }
});

test.each<[shows: string, ifRange: string | undefined, held: Validators, may: boolean]>([
  ["without a condition", undefined, both, true],
  ["with a weak tag, though the same", 'W/"abc"', both, false],
  ["with a strong tag for a weak one", '"abc"', both, false],
  ["with the same strong tag", '"abc"', { etag: '"abc"', lastModified }, true],
  ["with another", '"x"', { etag: '"abc"', lastModified }, false],
  ["with the same date", lastModified, both, true],
  ["with another date", "Thu, 01 Jan 2026 00:00:01 GMT", both, false],
])("mayCut() %s", (_shows, ifRange, held, may) => {
  expect(mayCut(ifRange, held)).toBe(may);
});
