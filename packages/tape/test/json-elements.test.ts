import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../.ci/property.ts";
import { jsonElements, longElements } from "../src/json/json-elements.ts";
import { isJsonText } from "../src/json/json-grammar.ts";
import { compactJson } from "../src/json/json-text.ts";
import { finish } from "../src/redact/steps.ts";

const elementsIn = (...texts: readonly string[]): readonly string[] => {
  const { text, starts } = finish(jsonElements(texts));
  return Array.from(starts.subarray(1), (end, nth) => text.slice(starts[nth], end - 1));
};

test.each([
  ["each as it stands", ['[ {"id" : 1.0}, [ 1 , 2 ], "a,]", null ]'], ['{"id":1.0}', "[1,2]", '"a,]"', "null"]],
  ["none of an empty array", [" [ ] "], []],
  ["those of all arrays, one after the other", ["[1]", "[]", "[2, 3]"], ["1", "2", "3"]],
  ["none of an object", ['{"0":1}', "[1]"], ["1"]],
  ["none of a cut-off array", ["[1,", "[2]"], ["2"]],
  ["none of what is no JSON", ["[x]", "[1],", "[01]", "\ufeff[1]"], []],
])("jsonElements() gives %s", (_shows, texts, elements) => {
  expect(elementsIn(...texts)).toEqual(elements);
});

test.each([
  ["of many levels", `${"[".repeat(20_000)}${"]".repeat(20_000)}`, 1],
  ["that does not end", "[".repeat(20_000), 0],
  ["of numbers", `[${"1,".repeat(20_000)}2]`, 20_001],
])("jsonElements() pauses in a text %s", (_what, text, elements) => {
  expect([...jsonElements([text])].length).toBeGreaterThan(200);
  expect(elementsIn(text)).toHaveLength(elements);
  expect(isJsonText(text)).toBe(elements > 0);
  expect(isJsonText(text.replace(/\]$/, "}"))).toBe(false);
});

test("jsonElements() of arrays of JSON texts gives these texts", () => {
  const space = fc.stringMatching(/^[ \t\r\n]{0,3}$/);
  const value = fc.oneof(
    fc.json(),
    fc.stringMatching(/^-?[1-9]\d{0,40}(\.\d{1,40})?(e[+-]\d{1,4})?$/),
    fc.constantFrom('"\\u005d\\\\"', '"\\/\\",]"', '{"a":1,"a":[],"a":{"a":2}}', "[[]]", '"\ud83d\ude00"', '""', "{}"),
  );
  fc.assert(
    fc.property(fc.array(fc.array(value)), space, space, (lists, before, after) => {
      const texts = lists.map((list) => `${before}[${after}${list.join(`${before},${after}`)}${after}]${before}`);
      expect(elementsIn(...texts)).toEqual(lists.flat().map(compactJson));
    }),
    law(200),
  );
});

test.each([
  ["a string", `"${'wo\\nd \\"and\\\\ '.repeat(300_000)}"`],
  ["a string without escapes", `"${"word ".repeat(800_000)}"`],
  ["a number", "1".repeat(4_000_000)],
  ["a member's name", `{"${"wo\\u00e9d ".repeat(400_000)}":1}`],
])("jsonElements() reads %s of four million characters in parts", (_what, element) => {
  const steps = jsonElements([`[1, ${element}, "\\"",2]`]);
  let parts = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) parts += 1;
  expect(parts).toBeGreaterThanOrEqual(5);
  const { text, starts } = step.value;
  expect(text === `1,${element},"\\"",2`).toBe(true);
  expect([...starts]).toEqual([0, 2, 3 + element.length, 8 + element.length, 10 + element.length]);
});

test("jsonElements() takes white space of millions of characters away", () => {
  const space = " \n\t\r".repeat(500_000);
  const { text } = finish(jsonElements([`${space}[1,${space}{"a"${space}:${space}2}${space}]${space}`]));
  expect(text).toBe('1,{"a":2}');
});

const longOnes = (names: readonly string[], ...elements: readonly string[]) => [
  ...finish(longElements(finish(jsonElements([`[${elements.join()}]`])), new Set(names))),
];
const long = JSON.stringify("\n".repeat(40_000));

test("longElements() gives the short members of long elements, by their positions", () => {
  const element = `{"id":1,"text":${long},"other":2,"tags":[{}, "},"]}`;
  expect(longOnes(["id", "text", "tags", "none"], "{}", element, "2", long, `[${long}]`)).toEqual([
    [1, { id: 1, tags: [{}, "},"] }],
    [3, null],
    [4, null],
  ]);
});

test("longElements() gives what JSON.parse() does", () => {
  const members = fc.array(fc.tuple(fc.oneof(fc.string(), fc.constantFrom("__proto__", "a", "")), fc.jsonValue()));
  fc.assert(
    fc.property(members, (some) => {
      const text = `{${some.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`).join("")}`;
      const element = `${text}"filler":[],${'"some":"more",'.repeat(5000)}"last":0}`;
      const value = JSON.parse(element) as object;
      expect(longOnes(Object.keys(value), element)).toEqual([[0, value]]);
    }),
    law(50),
  );
});

test("longElements() pauses in an element", () => {
  const elements = finish(jsonElements([`[{"text":"${"\\\\".repeat(4_000_000)}\\""}]`]));
  expect([...longElements(elements, new Set())].length).toBeGreaterThanOrEqual(5);
});
