import { expect, test } from "vitest";
import { fitsPattern } from "../src/command/options/request-pattern.ts";

test.each([
  ["GET /a", "GET /a", true],
  ["GET /a", "GET /ab", false],
  ["GET /users/*", "GET /users/ada?page=2", true],
  ["* /users/*", "POST /users/", true],
  ["*/a*/b", "GET /a/x/b", true],
  ["*/a*/b", "GET /a/x/c", false],
  ["GET /a*a", "GET /a", false],
  ["GET /a.c", "GET /abc", false],
  ["*ab*ba*", "GET /aba", false],
  // As a regular expression, this one never ended.
  [`${"*a".repeat(40)}b`, `GET /${"a".repeat(4000)}`, false],
])("the pattern %s and the request %s", (pattern, request, fits) => {
  expect(fitsPattern(request, pattern)).toBe(fits);
});
