import { expect, test } from "vitest";
import { jwtFor } from "../../tape/src/redact/placeholder.ts";
import { generatedIn, generatedKind, withoutGenerated } from "../src/match/generated-value.ts";

test.each([
  ["a key of letters and digits", "a=k7Xq2LmZ9pRt4KwB", "a=c3Zs8NbV1yUe5TfG", true],
  ["a key in pieces", "run-7f3a-90bc-14de-22", "run-1b2c-77aa-93fe-81", true],
  ["a time", "DTSTAMP:20260101T000000Z", "DTSTAMP:20260102T000000Z", true],
  ["the date of a request", "date: Thu, 01 Jan 2026 00:00:00 GMT", "date: Fri, 02 Jan 2026 11:22:33 GMT", true],
  ["the names of two operations", "get_user_by_identifier2", "del_user_by_identifier2", false],
  ["names whose words have numbers", "list-v2-accounts-of-ada123", "list-v3-accounts-of-ada123", false],
  ["what answers issued", "<id>__redacted-field__</id>", "<id>__redacted-field.2__</id>", true],
  ["an asterisk where the other has a key", "a=*", "a=k7Xq2LmZ9pRt4KwB", false],
  ["a noncharacter where the other has a key", "a=\u{fffe}", "a=k7Xq2LmZ9pRt4KwB", false],
])("values in a text: %s", (_shows, asked, recorded, isGenerated) => {
  expect(generatedIn(asked, recorded) !== null).toBe(isGenerated);
});

test.each([
  ["a client's own values", "__redacted-field.0123456789__", "__redacted-field.abcdefabcd__", true],
  ["sessions that answers issued", "<sid>__redacted-field__</sid>", "<sid>__redacted-field.2__</sid>", false],
  ["such, of a kind with a number", "__redacted-sha256-token__", "__redacted-sha256-token.2__", false],
  ["such, in the shape of a JWT", jwtFor("__redacted-jwt__"), jwtFor("__redacted-jwt.2__"), false],
  [
    "digests of a password and a nonce",
    '<P Type="x#PasswordDigest">__redacted-password.5fe__</P>',
    '<P Type="x#PasswordDigest">__redacted-password.e5461f8342__</P>',
    true,
  ],
  ["passwords", "<p>__redacted-password.1f__</p>", "<p>__redacted-password.2e__</p>", false],
])("%s are left out as generated: %s, %s", (_shows, one, other, isLeft) => {
  expect(withoutGenerated(one) === withoutGenerated(other)).toBe(isLeft);
});

test.each([
  ["a client's own hidden values", "__redacted-field.0123456789__", "__redacted-field.abcdefabcd__", "a hidden value"],
  ["what answers issued", "__redacted-field__", "__redacted-field.2__", null],
  ["keys", "k7Xq2LmZ9pRt4KwBc3Zs", "c3Zs8NbV1yUe5TfGk7Xq", "a random key"],
  ["names", "get_user_by_identifier2", "del_user_by_identifier2", null],
])("a value alone: %s", (_shows, asked, recorded, kind) => {
  expect(generatedKind(asked, recorded)).toBe(kind);
});
