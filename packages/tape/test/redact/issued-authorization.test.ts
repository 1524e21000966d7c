import { expect, test } from "vitest";
import { issuedAuthorization } from "../../src/redact/session/issued-authorization.ts";
import { opaque } from "./told.ts";

test.each([
  ["Klaviyo-API-Key", "Klaviyo-API-Key"],
  // It may be a secret.
  [opaque(1), "Bearer"],
])("an issued credential under %s is recorded under %s", (scheme, recorded) => {
  const issuedAs = (value: string) => (value === opaque(2) ? "__redacted-field__" : null);
  expect(issuedAuthorization(`${scheme} ${opaque(2)}`, issuedAs)).toBe(`${recorded} __redacted-field__`);
});
