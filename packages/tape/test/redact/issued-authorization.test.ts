import { expect, test } from "vitest";
import { issuedAuthorization } from "../../src/redact/memory/issued-authorization.ts";
import { createScrubber } from "../../src/redact/scrubber.ts";
import { opaque } from "./told.ts";

test.each([
  ["Klaviyo-API-Key", "Klaviyo-API-Key"],
  ["Session", "Session"],
  // It may be a secret.
  [opaque(1), "Bearer"],
])("an issued credential under %s is recorded under %s", (scheme, recorded) => {
  const issuedAs = (value: string) => (value === opaque(2) ? "__redacted-field__" : null);
  const login = `${recorded} __redacted-field__`;
  expect(issuedAuthorization(`${scheme} ${opaque(2)}`, issuedAs)).toBe(login);
  expect(createScrubber().headers([["authorization", login]])).toEqual([["authorization", login]]);
});

test.each([
  ["the password of Basic", "Basic", `ada:${opaque(2)}`, "Basic __redacted-field__"],
  ["the user name of Basic without a password", "Basic", `${opaque(2)}:`, "Basic __redacted-field__"],
  ["a field of another scheme", "Session", `ada:1:${opaque(2)}`, "Session __redacted-field__"],
  ["no value that nobody issued", "Session", `ada:1:${opaque(3)}`, null],
])("an issued credential is found in base64: %s", (_shows, scheme, said, recorded) => {
  const issuedAs = (value: string) => (value === opaque(2) ? "__redacted-field__" : null);
  expect(issuedAuthorization(`${scheme} ${btoa(said)}`, issuedAs)).toBe(recorded);
});

test.each([
  ["Rails'", `Token token="${opaque(2)}"`, "Token __redacted-field__"],
  ["Jellyfin's, among others", `MediaBrowser Device="d", Token="${opaque(2)}"`, "MediaBrowser __redacted-field__"],
  ["no nonce", `Digest username="ada", nonce="${opaque(2)}"`, null],
  ["one that nobody issued", `Token token="${opaque(3)}"`, null],
])("an issued credential is found in a parameter: %s", (_shows, sent, recorded) => {
  expect(issuedAuthorization(sent, (value) => (value === opaque(2) ? "__redacted-field__" : null))).toBe(recorded);
});
