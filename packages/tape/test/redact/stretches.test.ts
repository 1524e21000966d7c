// A text is searched 16 Ki characters at a time, as bytes where it is ASCII: what stands across two stretches is found.
import { expect, test } from "vitest";
import { createScrubber } from "../../src/redact/scrubber.ts";

const stretch = 16 * 1024;
const token = `ghp_${"a1B2c3".repeat(6)}`;
const known = "s3cr3t-t0ken-1";
const scrubber = createScrubber({ secrets: [{ alias: "full", value: known }] });

test.each([
  ["ASCII", "", "."],
  ["ASCII but for a letter", "é", "."],
  ["Japanese", "", "日"],
])("what begins anywhere around the end of a stretch of %s is found", (_shows, first, filling) => {
  for (let before = stretch - token.length - 2; before < stretch + 2; before++) {
    const around = (value: string): string => `${first}${filling.repeat(before)} ${value} ${filling}`;
    expect(scrubber.text(around(token))).toBe(around("__redacted-github-token__"));
    expect(scrubber.text(around(known))).toBe(around("__redacted-full__"));
  }
});

test("a header is read as its name says, also if another one had its value before", () => {
  const value = "theme=k3yOfAda9x8w7v6u5";
  const hidden = (name: string) => scrubber.response({ status: 200, headers: [[name, value]], body: null }).headers;
  for (const _again of [1, 2]) {
    expect(hidden("set-cookie")).toEqual([["set-cookie", "theme=__redacted-cookie__"]]);
    expect(hidden("server")).toEqual([["server", value]]);
  }
});
