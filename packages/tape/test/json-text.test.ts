import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../.ci/property.ts";
import { isJsonText } from "../src/json/json-grammar.ts";
import { compactJson, isJson, jsonTokens, prettyJson, quoteMembers } from "../src/json/json-text.ts";

test.each([
  ["takes application/json", "application/json", true],
  ["takes it with parameters", "application/json; charset=utf-8", true],
  ["takes it in any letters", "Application/JSON;charset=utf-8", true],
  ["takes +json types", "application/vnd.service.v3+json", true],
  ["takes problem details", "application/problem+json", true],
  ["leaves text", "text/plain; charset=utf-8", false],
  ["leaves messages of gRPC-web, each behind its length", "application/grpc-web+json", false],
  ["leaves those of a Connect stream", "application/connect+json", false],
  ["leaves a type that only begins alike", "application/jsonl", false],
  ["leaves a type that only ends alike", "text/x-json", false],
])("isJson() %s", (_shows, type, carries) => {
  expect(isJson([["content-type", type]])).toBe(carries);
});

test("isJson() leaves a message without a type", () => {
  expect(isJson([])).toBe(false);
});

test.each([
  ["lays an object out", '{"a":1,"b":[true,null]}', '{\n  "a": 1,\n  "b": [\n    true,\n    null\n  ]\n}'],
  ["keeps empty ones on a line", '{"a":{},"b":[ ]}', '{\n  "a": {},\n  "b": []\n}'],
  ["keeps a number's zeros", "[1.0,1.50,-0]", "[\n  1.0,\n  1.50,\n  -0\n]"],
  ["keeps a number too large to hold", "[1e400]", "[\n  1e400\n]"],
  ["keeps a number too long to hold", "[12345678901234567890]", "[\n  12345678901234567890\n]"],
  ["keeps the spelling of an exponent", "[1E+05]", "[\n  1E+05\n]"],
  ["keeps escapes", '["\\u00e9\\/\\n"]', '[\n  "\\u00e9\\/\\n"\n]'],
  ["keeps signs within strings", '["{[:,]}  \\"x\\" "]', '[\n  "{[:,]}  \\"x\\" "\n]'],
  ["keeps a backslash at a string's end", '["\\\\",1]', '[\n  "\\\\",\n  1\n]'],
  ["keeps duplicate keys", '{"a":1,"a":2}', '{\n  "a": 1,\n  "a": 2\n}'],
  ["keeps the order of keys", '{"b":1,"a":2,"1":3}', '{\n  "b": 1,\n  "a": 2,\n  "1": 3\n}'],
  ["keeps pretty text", '{\n  "a": 1\n}', '{\n  "a": 1\n}'],
  ["brings other layouts into its own", '{\r\n\t"a" :1 }\n', '{\n  "a": 1\n}'],
  ["keeps a lone value", "1.0", "1.0"],
  ["leaves text that is not JSON", '{"a":1', '{"a":1'],
  ["leaves empty text", "", ""],
])("prettyJson() %s", (_shows, text, laidOut) => {
  expect(prettyJson(text)).toBe(laidOut);
});

test.each([
  ["takes white space out", '{ "a" : [ 1.0,\n 2 ] }', '{"a":[1.0,2]}'],
  ["keeps white space within strings", '[ " a  b " ]', '[" a  b "]'],
  ["leaves text that is not JSON", "{ a: 1 }", "{ a: 1 }"],
])("compactJson() %s", (_shows, text, compact) => {
  expect(compactJson(text)).toBe(compact);
});

test("compactJson() undoes prettyJson()", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(compactJson(prettyJson(compactJson(text)))).toBe(compactJson(text));
    }),
    law(300),
  );
});

test("prettyJson() says what the text says, and says it once", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const pretty = prettyJson(text);
      expect(JSON.parse(pretty)).toEqual(JSON.parse(text));
      expect(prettyJson(pretty)).toBe(pretty);
    }),
    law(300),
  );
});

const pieces = [
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  '"',
  '"a"',
  '"a":',
  "\\",
  "\\n",
  "\\u12aF",
  "\\u00",
  "0",
  "1",
  "-",
  ".",
  "e",
  "+",
].concat(["true", "null", "nul", " ", "\n", "\t", "\v", "\u0001", "\ufeff", "\u2028", "\ud800"]);
const almost = fc.tuple(fc.json(), fc.nat(), fc.nat({ max: 2 }), fc.constantFrom(...pieces)).map(
  // One place is another.
  ([text, at, cut, piece]) => text.slice(0, at % text.length) + piece + text.slice((at % text.length) + cut),
);

test("isJsonText() takes what JSON.parse() takes", () => {
  const any = fc.oneof(
    fc.json(),
    almost,
    fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((all) => all.join("")),
  );
  fc.assert(
    fc.property(any, (text) => {
      let isParsed = true;
      try {
        JSON.parse(text);
      } catch {
        isParsed = false;
      }
      expect(isJsonText(text), text).toBe(isParsed);
    }),
    law(3000),
  );
});

test("isJsonText() takes what JSON lets follow a backslash, and nothing else", () => {
  const taken = Array.from({ length: 0x300 }, (_, code) => String.fromCharCode(code)).filter((each) =>
    isJsonText(`"a\\${each}b"`),
  );
  expect(taken.join("")).toBe('"/\\bfnrt');
  for (const [text, is] of [
    ['"\\u00fF"', true],
    ['"\\u00f"', false],
    ['"\\"', false],
    ['"\\', false],
  ] as const)
    expect(isJsonText(text), text).toBe(is);
});

test("isJsonText() takes any number of levels", () => {
  const levels = 500_000;
  expect(isJsonText("[".repeat(levels) + "]".repeat(levels))).toBe(true);
  expect(isJsonText(`${'{"a":'.repeat(levels)}1${"}".repeat(levels - 1)}`)).toBe(false);
});

test("prettyJson() takes a string of any length", () => {
  const long = JSON.stringify("a".repeat(20_000_000));
  expect(prettyJson(long) === long).toBe(true);
});

test("quoteMembers() gives each outermost member of a name as the text of its JSON, and leaves the rest", () => {
  const awkward = fc.constantFrom("_json", '"_json"', '"_json":', "\\", '\\"_json": 1, "', '_json":');
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      awkward,
      fc.json().map((text) => JSON.parse(text) as unknown),
      tie("list"),
      tie("object"),
    ),
    list: fc.array(tie("any"), { maxLength: 3 }),
    object: fc.dictionary(awkward, tie("any"), { maxKeys: 3, noNullPrototype: true }),
  })).any;
  const quoted = (it: unknown): unknown => {
    if (Array.isArray(it)) return it.map(quoted);
    if (typeof it !== "object" || it === null) return it;
    return Object.fromEntries(
      Object.entries(it).map(([name, each]) => [name, name === "_json" ? JSON.stringify(each) : quoted(each)]),
    );
  };
  fc.assert(
    fc.property(value, fc.constantFrom(0, 2, "\t"), (any, indent) => {
      expect(JSON.parse(quoteMembers(JSON.stringify(any, null, indent), "_json"))).toEqual(quoted(any));
    }),
    law(300),
  );
});

test("jsonTokens() reads text with many strings that never end in one pass", () => {
  expect([...jsonTokens(`{"a":1} "${'\\"'.repeat(500_000)}`)]).toHaveLength(6);
});
