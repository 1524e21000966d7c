import { expect, test } from "vitest";
import { layoutOf } from "../../src/har/body-layout.ts";
import { compactSteps } from "../../src/json/json-text.ts";
import { issuedSteps } from "../../src/redact/memory/recorded-tags.ts";
import { createSecretIndex } from "../../src/redact/memory/search/secret-index.ts";
import { levelsOf } from "../../src/redact/read/coded/decode.ts";
import { parameters } from "../../src/redact/read/http/parameters.ts";
import type { Marks } from "../../src/redact/read/marks.ts";
import { callArguments } from "../../src/redact/read/text/call-arguments.ts";
import { rulesOf } from "../../src/redact/scrubber-rules.ts";

const index = createSecretIndex();
for (let nth = 0; nth < 100; nth++)
  index.add({ value: `${nth + 1000}hunter`, placeholder: "__redacted-password__", isAlias: false });

const count = 20_000;
const text = "name=1&".repeat(count);
const json = `[${"1, ".repeat(count)}1]`;
const login = {
  status: 200,
  headers: [],
  body: { encoding: "utf8", text: "__redacted-token.1__".repeat(count) },
} as const;
const loggedIn = { request: { method: "POST", target: "/", principal: "", headers: [], body: null }, response: login };
const equals = Array.from({ length: count }, (_, nth) => nth * 7 + 4);
const named = rulesOf({}).named;
const calls = { function: Array.from({ length: count }, (_, nth) => nth * 3) } as never as Marks;

// Each is one stretch, or one in which nothing is found.
test.each<[shows: string, reading: Iterable<unknown>]>([
  ["a run of percent-encoded characters", levelsOf("%41".repeat(count))],
  ["a run of UTF-16", levelsOf("a\0".repeat(count))],
  ["parameters without a secret", parameters(text, named, { equals } as never as Marks)],
  ["calls in calls", callArguments("s3(".repeat(count), named, calls)],
  ["JSON that is laid out", layoutOf({ encoding: "utf8", text: json }, "", "GET")],
  ["JSON of many levels", layoutOf({ encoding: "utf8", text: "[".repeat(count) + "]".repeat(count) }, "", "GET")],
  ["JSON that is compared", compactSteps(json)],
  ["what an answer issued", issuedSteps(loggedIn)],
  ["what ends as many secrets do", index.find("00hunter".repeat(count))],
])("the reading of %s pauses", (_shows, reading) => {
  expect([...reading].length).toBeGreaterThan(count / 100);
});

const [inBase64, forUrls, inHex] = (["base64", "base64url", "hex"] as const).map(
  (coding) => (value: string) => Buffer.from(value).toString(coding),
) as [(value: string) => string, (value: string) => string, (value: string) => string];

test.each([["s3cr3t-t0ken-1"], ["a~secret?of>signs~~1"], ["geheim é € 😀 2"], ["of%41 forms+and signs/3"]])(
  "the place of %s is found in each coding, whatever is around it",
  (value) => {
    const known = createSecretIndex();
    known.add({ value, placeholder: "__redacted-token__", isAlias: false });
    const around = ["", "x", "xy"].flatMap((before) => ["", "z", "zz"].map((after) => `${before}${value}${after}`));
    const once = around.flatMap((said) => [inBase64(said), forUrls(said)]);
    const twice = once.flatMap((said) => [inBase64(`${said}q`), forUrls(`q${said}`), inBase64(`qq${said}`)]);
    const hex = inHex(value);
    const encoded = [encodeURIComponent(value), new URLSearchParams([["", value]]).toString().slice(1)].map(inBase64);
    const texts = [value, ...around, ...once, ...twice, hex, hex.toUpperCase(), ...encoded];
    const placesIn = (text: string) => [...known.find(`see ${text} there`)].filter((found) => found !== null);
    expect(texts.filter((text) => placesIn(text).length === 0)).toEqual([]);
    expect(placesIn(hex)).toMatchObject([{ start: 4, end: 4 + hex.length }]);
    expect(placesIn(`${hex.slice(0, -1)} there ${inBase64(value.slice(1))}`)).toEqual([]);
  },
);

test("of a few secrets that are followed the last are found, however many were forgotten", () => {
  const known = createSecretIndex(() => {}, 20);
  const valueAt = (nth: number): string => `s3cr3t-${(nth * 2_654_435_761).toString(36)}-${nth}`;
  const missed: string[] = [];
  for (let nth = 0; nth < 2000; nth++) {
    known.add({ value: valueAt(nth), placeholder: "__redacted-token__", isAlias: false });
    for (const each of [nth, Math.max(0, nth - 10)])
      if ([...known.find(inBase64(valueAt(each)))].every((found) => found === null)) missed.push(valueAt(each));
  }
  expect(missed).toEqual([]);
  expect([...known.find(valueAt(0))].filter((found) => found !== null)).toEqual([]);
});

test("a secret is found while the index grows, and afterwards", () => {
  const growing = createSecretIndex();
  const valueAt = (nth: number): string => `s3cr3t-${(nth * 2_654_435_761).toString(36)}-${nth}`;
  const missed: string[] = [];
  for (let nth = 0; nth < 3000; nth++) {
    growing.add({ value: valueAt(nth), placeholder: "__redacted-token__", isAlias: false });
    for (const known of [0, nth >> 1, nth])
      if (![...growing.find(` ${valueAt(known)} `)].some((found) => found?.secret.value === valueAt(known)))
        missed.push(valueAt(known));
  }
  expect(missed).toEqual([]);
});
