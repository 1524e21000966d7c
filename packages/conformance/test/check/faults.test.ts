import { cityCounts, github, service } from "@tapedeck/api";
import { type CheckReport, check, type LawFinding } from "@tapedeck/check";
import { laws } from "@tapedeck/check/internal";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { startCityOrigin } from "../../src/reference-server/city.ts";
import { faults, type Origin, startOrigin } from "../../src/reference-server/origin.ts";

const value = "standin-token-0123456789";
const token = { variable: "T", value };
const tokens = { [value]: { account: "ada", scopes: ["repo"] } };

let origin: Origin | undefined;
afterEach(async () => {
  await origin?.close();
  origin = undefined;
});

type Case = readonly [fault: string, laws: ReadonlyArray<readonly [law: string, requests: number]>];

const copies = [
  "a copy that is still good is answered 304",
  "If-None-Match is compared weakly",
  "If-None-Match takes a list",
  "If-None-Match takes *",
] as const;

/** The reference server limits by windows: check/test/described.test.ts breaks these at a stand-in. */
const ofBuckets = [
  "what is told to be left is at most the limit",
  "what is left rises no faster than its algorithm allows",
];

/** Each fault, the laws that it breaks, and how many requests show it. */
const cases: readonly Case[] = [
  ["remaining-off-by-one", [["remaining + used = limit", 1]]],
  ["not-found-uncounted", [["every answer tells all four counters", 2]]],
  ["not-found-free", [["an error is charged like any answer", 2]]],
  [
    "not-found-gives-back",
    [
      ["remaining never rises inside a window", 2],
      ["an error is charged like any answer", 2],
    ],
  ],
  [
    "good-answers-free",
    [
      ["a good answer costs one", 2],
      ["the forms of one credential share a bucket", 2],
    ],
  ],
  ["everything-twice", [["a good answer costs one", 8]]],
  ["head-free", [["HEAD costs what GET costs", 2]]],
  ["preflight-charged", [["a preflight costs nothing", 3]]],
  [
    "rate-limit-charged",
    [
      ["the overview of the limit costs nothing", 3],
      ["the overview of the limit says what the headers say", 1],
    ],
  ],
  ["rate-limit-differs", [["the overview of the limit says what the headers say", 1]]],
  ["304-charged-by-form", [["a 304 always costs the same", 3]]],
  ["reset-slides", [["the end of a window stays where it is", 2]]],
  [
    "refusal-charged",
    [
      ["remaining + used = limit", 1],
      ["a refusal says that the limit is used up, and is not counted", 1],
    ],
  ],
  [
    "one-bucket",
    [
      ["buckets of different principals never touch", 6],
      ["a credential raises the limit", 2],
    ],
  ],
  ["basic-unknown", [["the forms of one credential share a bucket", 2]]],
  ["malformed-taken", [["a malformed Authorization is refused", 1]]],
  ["own-user-forbidden", [["what needs a credential is refused without one", 1]]],
  ["private-shown", [["what is private is not shown without a credential", 1]]],
  ["credential-repeated", [["a credential does not come back in an answer", 1]]],
  ["304-never", copies.map((law) => [law, 1] as const)],
  ["304-always", [["an old copy is answered with the new one", 1]]],
  ["304-strong", [["If-None-Match is compared weakly", 1]]],
  ["304-first-tag", [["If-None-Match takes a list", 1]]],
  ["304-no-star", [["If-None-Match takes *", 1]]],
  ["304-with-type", [["a 304 has no body and no headers of one", 1]]],
  ["304-without-etag", [["a 304 keeps etag, cache-control and vary", 2]]],
  ["etag-stays", [["an etag names one document", 2]]],
  ["head-without-etag", [["HEAD is GET without the body", 3]]],
  ["preflight-200", [["a preflight is answered 204, with and without a credential", 1]]],
  [
    "range-ignored",
    [
      ["a range is answered 206 with its bytes", 1],
      ["a range behind the end is answered 416", 1],
    ],
  ],
  ["id-as-text", [["every document fits its schema", 1]]],
  ["error-without-message", [["every error fits its schema", 1]]],
  ["not-found-as-410", [["what is not there is answered as the description says", 1]]],
  [
    "json-as-html",
    [
      ["every body is of the type that it says", 1],
      ["every document has the headers of its API", 1],
    ],
  ],
  ["uncacheable", [["every document has the headers of its API", 1]]],
  ["version-4", [["every document has the headers of its API", 1]]],
  ["zen-two-lines", [["every document fits its schema", 1]]],
  ["zen-stuck", [["what is answered in turns says something else on other calls", 4]]],
  ["city-in-object", [["every document fits its schema", 1]]],
  ["city-unnamed", [["a value that is not listed is answered with those that are", 1]]],
  ["item-differs", [["a list shows what the single answer shows", 2]]],
  ["link-backwards", [["Link names the neighbours of a page, in order", 1]]],
  ["next-loops", [["following next visits every item once", 2]]],
  ["page-short", [["following next visits every item once", 3]]],
  ["per-page-0", [["pages are as large as the description allows", 2]]],
  ["links-elsewhere", [["links lead back to where one asked", 1]]],
];

async function checked(fault?: string): Promise<CheckReport> {
  const wrong = fault === undefined ? {} : { fault };
  if (fault?.startsWith("city-")) {
    origin = await startCityOrigin(wrong);
    return await check({ url: origin.url, api: cityCounts });
  }
  const limits = fault === "refusal-charged" ? { anonymous: 0 } : {};
  // Only github has /rate_limit, which is in the way where faults move the counters.
  const vendor = fault === undefined || fault.startsWith("rate-limit-") ? "github" : "service";
  origin = await startOrigin({ tokens, vendor, limits, ...wrong });
  return await check({ url: origin.url, token, api: vendor === "github" ? github : service });
}

function broken({ findings }: CheckReport): ReadonlyArray<Extract<LawFinding, { verdict: "broken" }>> {
  return findings.filter((finding) => finding.verdict === "broken");
}

const rows: string[] = [];
afterAll(() => console.log(["fault                  law found broken", ...rows].join("\n")));

describe("a check of the reference server", () => {
  test("finds nothing broken where nothing is wrong", async () => {
    const report = await checked();
    expect(broken(report)).toEqual([]);
    expect(report.findings.filter(({ verdict }) => verdict === "not observable").map(({ law }) => law)).toEqual([
      "a refusal says that the limit is used up, and is not counted",
      ...ofBuckets,
      "a value that is not listed is answered with those that are",
    ]);
  });

  test.each(cases)("with the fault %s finds what it breaks, and nothing else", async (fault, laws) => {
    const report = await checked(fault);
    const found = broken(report).map(({ law, counterexample }) => [law, counterexample.length]);
    rows.push(...broken(report).map(({ law, found: what }) => `${fault.padEnd(22)} ${law.padEnd(58)} ${what}`));
    expect(found).toEqual(laws);
  });
});

test("every fault is tried", () => {
  expect(cases.map(([fault]) => fault).sort()).toEqual(Object.keys(faults).sort());
});

test("every law is broken by some fault: none holds whatever happens", () => {
  const names = new Set(cases.flatMap(([, laws]) => laws.map(([law]) => law)));
  expect(laws.map(({ name }) => name).filter((name) => !names.has(name))).toEqual(ofBuckets);
});
