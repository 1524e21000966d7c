import { expect, expectTypeOf, test } from "vitest";
import {
  parseCityCount,
  parseRepositories,
  parseUser,
  parseZen,
  type Repositories,
  SchemaError,
  type User,
} from "../src/index.ts";
import { exampleOf } from "./documents.ts";

test("parse reads what the text says", () => {
  expect(parseUser(JSON.stringify(exampleOf("user")))).toEqual(exampleOf("user"));
  expect(parseRepositories("[]")).toEqual([]);
  expect(parseCityCount(" 1815\n")).toBe(1815);
  expect(parseZen("Keep it logically awesome.")).toBe("Keep it logically awesome.");
  expectTypeOf(parseUser).returns.toEqualTypeOf<User>();
  expectTypeOf(parseRepositories).returns.toEqualTypeOf<Repositories>();
});

const token = `ghp_${"aB3".repeat(12)}`;

test.each<readonly [shows: string, parse: (text: string) => unknown, text: string, says: string]>([
  ["a page of HTML", parseUser, "<html>", 'the value: expected JSON text, found "<html>"'],
  ["nothing", parseUser, "", 'the value: expected JSON text, found ""'],
  ["half a document", parseUser, '{"login":', "expected JSON text"],
  ["another document", parseUser, "[]", "expected object, found array of 0"],
  ["a count in quotation marks", parseCityCount, '"12"', "expected integer"],
  ["two lines", parseZen, "one\ntwo", "the value: expected"],
  ["a secret, and does not tell it", parseUser, token, "string of 40 characters, kept back"],
])("parse refuses %s", (_shows, parse, text, says) => {
  expect(() => parse(text)).toThrow(SchemaError);
  expect(() => parse(text)).toThrow(says);
  expect(() => parse(text)).not.toThrow(token);
});
