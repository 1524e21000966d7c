import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { looksLikeIdentifier, looksLikeWord } from "../../src/redact/judge/secret-entropy.ts";

test.each([
  ["a word", "repository", true],
  ["a long word", "internationalization", true],
  ["a number", "1234567890123456", true],
  ["what is short", "hunter2", true],
  ["a URL", "https://api.service.example/applications/1", true],
  ["a password", "hunter22", false],
  ["a token with hyphens", "s3cr3t-t0ken", false],
])("looksLikeWord() of %s", (_shows, value, is) => {
  expect(looksLikeWord(value)).toBe(is);
});

test.each([
  ["yes", "yes", true],
  ["an account", "octocat1", true],
  ["a word", "repository", true],
  ["a repository", "octocat/hello-world-2026", true],
  ["a branch", "feature/login-form-2-with-otp", true],
  ["a moment", "2026-01-01T00:00:00.000+01:00", true],
  ["a moment as a client writes it in a query", "2026-01-01T00%3A00%3A00.000%2B01%3A00", true],
  ["a moment without hyphens", "20260101T000000Z", true],
  ["a date", "Thu, 01 Jan 2026 00:00:00 GMT", true],
  ["a zone", "America/Argentina/Buenos_Aires", true],
  ["a counter of visits", "GA1.2.1234567890.1234567890", true],
  ["a build", "node-v22.18.0-linux-x64.tar.gz", true],
  ["a file", "Report_2026-01-Q1_v2.pdf", true],
  ["a list of languages", "en-US,en;q=0.9,de;q=0.8", true],
  ["a URL", "https://api.service.example/a1b2c3d4e5f60718", true],
  ["words without a sign between them", "SSOTokenProviderConfigurationForUsers", true],
  ["letters alone", "kVbXqPwRzTnMhJdLcYsG", false],
  ["a uuid", "550e8400-e29b-41d4-a716-446655440000", false],
  ["hexadecimal", "9f86d081884c7d659a2feaa0c55ad015", false],
  ["base64url", "wJalrXUtnFEMI-K7MDENG_bPxRfiCYz", false],
  ["a signed session", "s:Fe26x9Gq2mVt7Lr0.k3JzP1aQ8sDfW5", false],
])("looksLikeIdentifier() of %s", (_shows, value, is) => {
  expect(looksLikeIdentifier(value)).toBe(is);
});

// Random, and the same in each run.
function randomBytes(nth: number, count: number): Buffer {
  return createHash("sha512").update(String(nth)).digest().subarray(0, count);
}

test.each([
  ["16 bytes in hexadecimal", (nth: number) => randomBytes(nth, 16).toString("hex"), 0.001],
  ["20 bytes in hexadecimal", (nth: number) => randomBytes(nth, 20).toString("hex"), 0.001],
  ["12 bytes in base64url", (nth: number) => randomBytes(nth, 12).toString("base64url"), 0.1],
  ["16 bytes in base64url", (nth: number) => randomBytes(nth, 16).toString("base64url"), 0.01],
  ["24 bytes in base64url", (nth: number) => randomBytes(nth, 24).toString("base64url"), 0.001],
  ["32 bytes in base64", (nth: number) => randomBytes(nth, 32).toString("base64"), 0.001],
])("hardly a random token, of %s, may be a name", (_shows, token, share) => {
  const of = 20_000;
  const names = Array.from({ length: of }, (_, nth) => token(nth)).filter((each) => looksLikeIdentifier(each));
  expect(names.length / of).toBeLessThan(share);
});
