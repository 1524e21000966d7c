import { expect, expectTypeOf, test } from "vitest";
import {
  assertRateLimitHeaders,
  isRateLimitHeaders,
  isResponseHeaders,
  parseResponseHeaders,
  type RateLimitHeaders,
  rateLimitHeadersSchema,
  SchemaError,
} from "../src/index.ts";
import { exampleOf } from "./documents.ts";

const record = exampleOf("response-headers") as Readonly<Record<string, string>>;
const fields = Object.entries(record);
const upper = fields.map(([name, value]) => [name.toUpperCase(), value] as const);

test.each<readonly [shows: string, headers: Parameters<typeof parseResponseHeaders>[0]]>([
  ["Headers", new Headers(record)],
  ["a map", new Map(fields)],
  ["pairs", fields],
  ["pairs in capitals", upper],
  ["Node's rawHeaders", upper.flat()],
  ["the objects of a HAR file", upper.map(([name, value]) => ({ name, value }))],
  ["a record", record],
  ["a record in capitals", Object.fromEntries(upper)],
  [
    "Node's headers, where a field may be a list or nothing",
    { ...record, vary: ["Accept", "Accept-Encoding"], "x-poll-interval": undefined },
  ],
  ["a record with numbers, as Node sets them", { ...record, "x-ratelimit-used": 1, "content-length": 1815 }],
])("header checks take %s", (_shows, headers) => {
  expect(isResponseHeaders(headers)).toBe(true);
  expect(parseResponseHeaders(headers)).toMatchObject({ etag: record["etag"], "x-ratelimit-used": "1" });
});

test("header checks join repeated fields as HTTP does", () => {
  const repeated = [...fields.filter(([name]) => name !== "vary"), ["Vary", "Accept"], ["vary", "Origin"]] as const;
  expect(parseResponseHeaders(repeated as Iterable<readonly [string, string]>).vary).toBe("Accept, Origin");
});

test.each<readonly [shows: string, headers: unknown]>([
  ["nothing", null],
  ["text", "x-ratelimit-limit: 60"],
  ["a list of odd length", ["x-ratelimit-limit"]],
  ["a list of numbers", [60, 59]],
  ["no fields", new Headers()],
  ["a number that is no count", { ...record, "x-ratelimit-used": -1 }],
  ["a truth where the wire has text", { ...record, "x-ratelimit-used": true }],
  ["a field twice that can stand once", [...fields, ["x-ratelimit-used", "1"]]],
])("header checks refuse %s", (_shows, headers) => {
  expect(isRateLimitHeaders(headers as Headers)).toBe(false);
  expect(() => assertRateLimitHeaders(headers as Headers)).toThrow(SchemaError);
});

test("a header schema takes any form and gives a record", () => {
  const result = rateLimitHeadersSchema["~standard"].validate(new Headers(record));
  expect(result.issues).toBeUndefined();
  if (result.issues === undefined) expectTypeOf(result.value).toEqualTypeOf<RateLimitHeaders>();
  expect(result).toHaveProperty("value.x-ratelimit-limit", "60");
});
