import { expect, test } from "vitest";
import { createIssuedValues } from "../../src/redact/memory/issued-values.ts";
import { createKnownWords } from "../../src/redact/memory/search/known-words.ts";

test.each([
  ["values", "", 100, 1e9],
  ["characters", "x".repeat(470), 1e9, 50_000],
])(
  "of ten times as many %s as may stay, the latest stay, and never more than may",
  (_shows, padding, most, characters) => {
    const issued = createIssuedValues(most, characters, createKnownWords(most, characters));
    const placeholderOf = (nth: number): string => `__redacted-token.${nth + 1000}__`;
    const numbers = Array.from({ length: 1000 }, (_, nth) => nth);
    for (const nth of numbers) {
      issued.add(`${padding}${nth}`, placeholderOf(nth));
      issued.renew("GET", `sid=${placeholderOf(nth)}`, [["set-cookie", `sid=${padding}renewed${nth}`]]);
    }
    const left = (isHeld: (nth: number) => boolean): readonly number[] => numbers.filter(isHeld);
    for (const held of [
      left((nth) => issued.get(`${padding}${nth}`) !== undefined),
      left((nth) => issued.issuedAs(placeholderOf(nth)) !== undefined),
      left((nth) => issued.begunAs(`${padding}renewed${nth}`) !== `${padding}renewed${nth}`),
    ]) {
      expect(held.at(-1)).toBe(999);
      expect(held.length).toBeLessThanOrEqual(100);
      expect(held.length).toBeGreaterThan(25);
      expect(held).toEqual(numbers.slice(-held.length));
    }
  },
);

test("what JSON and HTML escape is told as who parsed it has it, and a cookie as it came", () => {
  const issued = createIssuedValues(10, 1000, createKnownWords(10, 1000));
  issued.add(String.raw`ab\/cd+\\`, "__redacted-field__");
  issued.add("ab&#43;cd&#x3D;&amp;", "__redacted-field.2__");
  issued.add(String.raw`ab\/cd`, "__redacted-cookie__", "sid");
  expect(issued.issuedAs("__redacted-field__")).toBe("ab/cd+\\");
  expect(issued.issuedAs("__redacted-field.2__")).toBe("ab+cd=&");
  expect(issued.issuedAs("__redacted-cookie__", "sid")).toBe(String.raw`ab\/cd`);
});
