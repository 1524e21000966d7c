// What no honest service sends: a reader ignores it, in bounded work, and gives numbers that are numbers.
import fc from "fast-check";
import { expect, test } from "vitest";
import { type AnyResponse, createObserver, dialects, pinRateLimit, readRateLimit } from "../../src/index.ts";
import { noon } from "../one-policy.ts";

const told = Object.values(dialects).flatMap(({ tell }) => tell.flatMap(({ header }) => header ?? []));
const further = ["retry-after", "retry-after-ms", "date", "x-app-usage", "x-app-rate-limit-count", "x-used-weight-1m"];
const headerNames = [...new Set([...told.map((name) => name.replace("{policy}", "a")), ...further])];

/** Reads a response in every way; its numbers are finite, and none is below 0. */
function readAll(response: AnyResponse & { readonly headers: [string, string][] }): void {
  const { policies, retryAt } = readRateLimit(response, noon);
  const counts = policies.flatMap((each) => [each.limit, each.remaining, each.used, each.resetsAt, each.windowSeconds]);
  for (const count of [...counts, retryAt]) expect(count ?? 0).toBeGreaterThanOrEqual(0);
  for (const count of [...counts, retryAt]) expect(count ?? 0).toBeLessThan(Number.POSITIVE_INFINITY);
  expect(policies.length).toBeLessThanOrEqual(64);
  pinRateLimit(response, noon);
  const observer = createObserver();
  observer.observe(response, noon, { address: "::1", method: "GET", path: "/" });
  observer.scheme();
}

test.each<[shows: string, value: string]>([
  ["no number", "NaN"],
  ["less than nothing", "-1"],
  ["more than a number can be", "1e309"],
  ["as many digits as fit", "9".repeat(300)],
  ["infinity", "Infinity"],
  ["the year 9999", "9999-12-31T23:59:59Z"],
  ["the year 9999, as HTTP writes it", "Fri, 31 Dec 9999 23:59:59 GMT"],
  ["an hour that no day has", "2026-01-01T99:99:99Z"],
  ["a duration without end", `${"9".repeat(70)}h`],
  ["a thousand members", Array.from({ length: 1000 }, (_, nth) => `"${nth}";q=1;r=1`).join(",")],
  ["a thousand parameters", `"a";r=1${";x=1".repeat(1000)}`],
  ["a thousand windows", Array.from({ length: 1000 }, (_, nth) => `${nth}:${nth}`).join(",")],
  ["a partition of kilobytes", `"a";r=1;pk=:${"A".repeat(8000)}:`],
  ["quotes", '"'.repeat(8000)],
  ["a megabyte", "9".repeat(1_000_000)],
])("in any header: %s", (_shows, value) => {
  for (const name of headerNames)
    readAll({
      status: 429,
      headers: [
        [name, value],
        ["ratelimit-policy", '"a";q=5;w=1'],
      ],
      body: "{}",
    });
});

test("whatever comes, it does not throw, and its numbers are numbers", () => {
  const name = fc.constantFrom(...headerNames, "x-ratelimit-remaining-");
  const value = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '"a";r=1;t',
      '"a";r=-1',
      "limit=",
      "1e400",
      "99999999999999999999",
      "Infinity",
      ":",
      '"',
      "(1 2);q=3",
    ),
    fc.stringMatching(/^[0-9"=;,:rtqw .T-]{0,20}$/),
  );
  const response = fc.record({
    status: fc.integer({ min: 100, max: 599 }),
    headers: fc.array(fc.tuple(fc.oneof(name, fc.string()), value)),
    body: fc.option(fc.oneof(fc.string(), fc.json())),
  });
  fc.assert(fc.property(response, (each) => readAll({ ...each, headers: each.headers })));
});

test.each<[string, [string, string][], string]>([
  ["a megabyte in one header", [["ratelimit", `"a";r=1;t=${"9".repeat(1_000_000)}`]], ""],
  ["a list of a megabyte", [["ratelimit", '"a";r=1,'.repeat(130_000)]], ""],
  ["100,000 headers", Array.from({ length: 100_000 }, (_, each) => [`x-ratelimit-limit-${each}`, "1"]), ""],
  ["a repeated header", Array.from({ length: 100_000 }, () => ["ratelimit", '"a";r=1;t=1']), ""],
  ["a name of a megabyte", [[`x-ratelimit-limit-${"a".repeat(1_000_000)}`, "1"]], ""],
  ["a body of 20 megabytes", [], `{"errors":[${"[".repeat(20_000_000)}`],
])("work is bounded: %s", (_shows, headers, body) => readAll({ status: 200, headers, body }));
