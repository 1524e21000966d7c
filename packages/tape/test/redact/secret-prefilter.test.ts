import fc from "fast-check";
import { expect, test } from "vitest";
import { createScrubber } from "../../src/redact/scrubber.ts";
import { secretPrefilter } from "../../src/redact/secret-prefilter.ts";
import { law } from "../property.ts";

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const spellings: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => secret,
  percent: encodeURIComponent,
  "percent, twice": (secret) => encodeURIComponent(encodeURIComponent(secret)),
  "percent, each character": (secret) =>
    Array.from(Buffer.from(secret), (byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
  "JSON within JSON": (secret) => JSON.stringify(JSON.stringify(secret)),
  "JSON, each character": (secret) =>
    Array.from(secret, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
  base64,
  "base64, behind one character": (secret) => base64(`a${secret}`),
  "base64, behind two": (secret) => base64(`ab${secret}:`),
  base64url: (secret) => Buffer.from(`${secret}~`).toString("base64url"),
  "base64 in lines of 8": (secret) => base64(`${secret}${secret}`).replace(/.{8}/g, "$&\n"),
  "base64 of base64": (secret) => base64(`x${base64(`xy${secret}`)}`),
  "base64 of percent": (secret) => base64(encodeURIComponent(secret)),
};
const secrets = fc
  .string({ minLength: 8, maxLength: 60, unit: "binary" })
  .filter((text) => text.isWellFormed() && text.trim() === text);

test("secretPrefilter() says of no text that holds a value that it does not", () =>
  fc.assert(
    fc.property(secrets, fc.constantFrom(...Object.keys(spellings)), fc.string(), (secret, spelling, before) => {
      const text = `${before} ${spellings[spelling]?.(secret) ?? ""}`;
      expect(secretPrefilter(secret)(text)).toBe(true);
    }),
    law(300),
  ));

test("secretPrefilter() says so of all that a scrubber finds", () =>
  fc.assert(
    fc.property(secrets, fc.constantFrom(...Object.keys(spellings)), (secret, spelling) => {
      const text = spellings[spelling]?.(secret) ?? "";
      const found = createScrubber({ secrets: [{ alias: "x", value: secret }] }).text(text) !== text;
      if (found) expect(secretPrefilter(secret)(text)).toBe(true);
    }),
    law(100),
  ));

test.each([
  ["nothing of it", "the quick brown fox jumps over the lazy dog"],
  ["another of its kind", "3f2504e0-4f89-11d3-9a0c-0305e82c3301"],
  ["escapes of signs and letters of other scripts", "%2Fa%20b%C3%A9 \\u00e9\\u0026"],
])("secretPrefilter() says no of %s", (_shows, text) => {
  expect(secretPrefilter("9f86d081884c7d659a2feaa0c55ad015")(text)).toBe(false);
});
