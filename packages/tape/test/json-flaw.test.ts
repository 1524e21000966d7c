import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonFlaw } from "../src/index.ts";
import { law } from "./property.ts";

test.each<[string, string, [line: number, column: number] | null]>([
  ["an object", ' {"a": [1, -2.5e+3, true, null, "x\\u00e9\\n"], "b": {}, "c": []}\n', null],
  ["a lone value", "0", null],
  ["nothing", "", [1, 1]],
  ["half an object", '{"requests": [\n  {"path"', [2, 10]],
  ["a comma too many", '{\n  "a": 1,\n}', [3, 1]],
  ["a comma too many in a list", "[1,]", [1, 4]],
  ["a comma too few", '{"a": 1\n "b": 2}', [2, 2]],
  ["a wrong bracket", "[1}", [1, 3]],
  ["single quotes", "{'a': 1}", [1, 2]],
  ["a name without quotes", "{a: 1}", [1, 2]],
  ["a string without an end", '{"a": "gone', [1, 7]],
  ["a string with a wrong escape", '["\\q"]', [1, 2]],
  ["a comment", "{} // done", [1, 4]],
  ["a second value", "1 2", [1, 3]],
  ["a number with a leading zero", "[01]", [1, 2]],
  ["a word of another language", "[None]", [1, 2]],
])("jsonFlaw() finds where %s is no JSON", (_shows, text, place) => {
  expect(jsonFlaw(text)).toEqual(place === null ? null : { line: place[0], column: place[1] });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test("jsonFlaw() finds one where JSON.parse() does, and nowhere else", () => {
  const damaged = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom("", ",", "}", '"', "1", " ", "\u0001", "\\", "e", "[", ":"))
    .map(
      ([text, at, put]) =>
        text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + (at % 2)),
    );
  fc.assert(
    fc.property(damaged, (text) => {
      expect(jsonFlaw(text) === null).toBe(parses(text));
    }),
    law(3000),
  );
});
