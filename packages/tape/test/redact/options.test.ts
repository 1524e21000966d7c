import { expect, test } from "vitest";
import { fromHar, readLabel, toHar } from "../../src/har/har.ts";
import { checkRedact, mergeRedact } from "../../src/redact/options.ts";
import { createScrubber } from "../../src/redact/scrubber.ts";

test.each([
  [
    "another key",
    { name: ["x"] },
    '"name" is none of names, headers, cookies, parameters, fields, keep, shaped, shapes',
  ],
  ["no list", { names: "sid" }, '"names" is to be a list of names'],
  ["an empty name", { keep: [""] }, '"keep" is to be a list of names'],
  ["no object", ["sid"], "it is no object"],
  ["no regular expression", { shapes: { key: "(" } }, 'the shape "key" is no regular expression'],
  [
    "an expression that never ends on some texts",
    { shapes: { key: "(a+)+b" } },
    'the shape "key" would search some texts',
  ],
  ["an expression that fits anything", { shapes: { key: "a*" } }, 'the shape "key" fits the empty text'],
])("checkRedact() refuses %s", (_shows, value, wrong) => {
  expect(() => checkRedact(value, "api.json")).toThrow(`Cannot redact as "redact" in api.json says: ${wrong}`);
});

test("mergeRedact() hides what any of them hides", () => {
  const one = { names: ["sid"], shapes: { a: "a1" } };
  expect(mergeRedact([one, undefined, { names: ["sid", "b"], keep: ["c"] }])).toEqual({
    keep: ["c"],
    names: ["b", "sid"],
    shapes: { a: "a1" },
  });
  expect(mergeRedact([undefined, {}])).toBeUndefined();
});

test("a tape keeps what was hidden beyond the defaults", () => {
  const tape = { name: "t", origin: "http://localhost", recordedAt: 0, redact: { names: ["sid"] }, exchanges: [] };
  expect(fromHar(toHar(tape), "t.har")).toEqual(tape);
  expect(readLabel(toHar(tape))).toEqual({ redact: { names: ["sid"] } });
  expect(readLabel("{}")).toBeNull();
  expect(() => fromHar(toHar(tape).replace('"sid"', "7"), "t.har")).toThrow("/log/_tapedeck/redact");
});

test("a name that ends with a number is hidden, or kept, as it is given", () => {
  const scrubber = createScrubber({ names: ["colour2"], keep: ["password2"] });
  const text = (password2: string, colour2: string) =>
    JSON.stringify({ colour2, colour: "b", password2, password: "" });
  expect(scrubber.text(text("abc", "red"))).toBe(text("abc", "__redacted-field__"));
});
