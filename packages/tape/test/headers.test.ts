import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../.ci/property.ts";
import { byteString, headerList, headerOf } from "../src/http/headers.ts";
import { headerLists } from "./tapes.ts";

test("headerList() writes names small, sorts them, and keeps the order of a repeated one", () => {
  const fields = [
    ["Vary", "b"],
    ["ETag", '"1"'],
    ["vary", "a"],
  ] as const;
  expect(headerList(fields)).toEqual([
    ["etag", '"1"'],
    ["vary", "b"],
    ["vary", "a"],
  ]);
});

test.each([
  ["finds a value", "etag", '"1"'],
  ["joins repeated fields", "vary", "b, a"],
  ["finds an empty value", "x-empty", ""],
  ["finds none", "date", null],
])("headerOf() %s", (_shows, name, value) => {
  expect(
    headerOf(
      [
        ["etag", '"1"'],
        ["vary", "b"],
        ["vary", "a"],
        ["x-empty", ""],
      ],
      name,
    ),
  ).toBe(value);
});

test("headerList() done twice is headerList() done once", () => {
  fc.assert(
    fc.property(headerLists(), (headers) => {
      expect(headerList(headers)).toEqual(headers);
    }),
    law(100),
  );
});

test.each([
  ["ASCII", 'attachment; filename="key.txt"'],
  ["bytes beyond ASCII", "caf\u00e9"],
  ["UTF-8 as it came over the wire", "\u00d0\u00ba"],
])("byteString() leaves %s as it is", (_shows, value) => {
  expect(byteString(value)).toBe(value);
});

test("byteString() makes of a character that is no byte the bytes that servers send for it", () => {
  const sent = byteString('filename="ключ é.txt"');
  expect(Buffer.from(sent, "latin1").toString("utf8")).toBe('filename="ключ é.txt"');
  expect(byteString(sent)).toBe(sent);
});
