import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../.ci/property.ts";
import { jsonBreak, jsonSlip } from "../src/json/json-break.ts";

test.each<readonly [shows: string, text: string, line: number, column: number, atEnd: boolean]>([
  ["nothing", "", 1, 1, true],
  ["an open object", '{"a": 1,\n', 2, 1, true],
  ["an open string", '{"a": "12', 1, 10, true],
  ["an open escape", '["\\u00', 1, 7, true],
  ["an open word", "[tru", 1, 5, true],
  ["an open number", "[-", 1, 3, true],
  ["a wrong sign", '{"a";1}', 1, 5, false],
  ["a comma before the end", '{"a": [1, }]', 1, 11, false],
  ["a comma too many", "[1,]", 1, 4, false],
  ["a name without quotes", "{a: 1}", 1, 2, false],
  ["a word that is none", "[truth, 1]", 1, 2, false],
  ["a number with a nought before it", "[01]", 1, 2, false],
  ["a line feed in a string", '["a\nb"]', 1, 4, false],
  ["an escape that is none", '["\\x"]', 1, 3, false],
  ["more after the end", "{}\n{}", 2, 1, false],
  ["the wrong bracket", "[1}", 1, 3, false],
])("jsonBreak() finds %s", (_shows, text, line, column, atEnd) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(jsonBreak(text)).toEqual({ line, column, atEnd });
});

test("jsonBreak() finds nothing in JSON", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, "\t"), (value, indent) => {
      expect(jsonBreak(JSON.stringify(value, null, indent))).toBeNull();
    }),
    law(500),
  );
});

test("jsonBreak() agrees with JSON.parse() about any text, and finds a cut at its end", () => {
  const parses = (text: string): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.string({ maxLength: 3 }), (text, at, noise) => {
      const place = at % (text.length + 1);
      const broken = text.slice(0, place) + noise + text.slice(place);
      expect(jsonBreak(broken) === null).toBe(parses(broken));
      const cut = text.slice(0, place);
      if (!parses(cut) && !/^\s/.test(text)) expect(jsonBreak(cut)).toMatchObject({ atEnd: true });
    }),
    law(1000),
  );
});

test("jsonBreak() is not slow on long text", () => {
  expect(jsonBreak(`${"[".repeat(100_000)}"${"a".repeat(1_000_000)}`)).toMatchObject({ atEnd: true });
});

test.each([
  ["a comment", '{\n  // ours\n  "a": 1\n}', "JSON has no comments"],
  ["a comment after a value", '{ "a": 1 /* ours */ }', "JSON has no comments"],
  ["a comma before the end", '{\n  "a": [1, 2,],\n}', "the comma before it is one too many"],
  ["a name without quotes", "{ a: 1 }", "names stand in double quotes"],
  ["a name in single quotes", "{ \"b\": 2, 'a': 1 }", "names stand in double quotes"],
  [
    "a merge conflict",
    '{\n<<<<<<< ours\n  "a": 1\n=======\n  "a": 2\n>>>>>>> theirs\n}',
    "it holds a merge conflict, at line 2: keep one side, git checkout --ours or --theirs",
  ],
])("jsonSlip() knows %s", (_shows, text, slip) => {
  expect(jsonSlip(text)).toBe(` (${slip})`);
});

test("jsonSlip() says nothing of what is unlike them", () => {
  expect(['{"a" 1}', '{"a": ', "[1 2]", '{"a": nope}'].map(jsonSlip)).toEqual(["", "", "", ""]);
});
