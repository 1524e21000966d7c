import { expect, test } from "vitest";
import { indentQuotes } from "../../src/formats/cassette/indent-quotes.ts";

// The fuzzer found it: each blank could belong to the dash before it or to the one behind it.
test.each([
  ["dashes", `${"-  ".repeat(60)}x\n`],
  ["a long line of dashes", `${"- ".repeat(20_000)}x\n`],
  ["tags", `- ${"!a ".repeat(9000)}\n`],
  ["colons", `${"a: !b: ".repeat(9000)}\n`],
])("indentQuotes() reads a line of %s in one go", { timeout: 10_000 }, (_what, line) => {
  expect(indentQuotes(line)).toBe(line);
  expect(indentQuotes(`${line}- - a: 'b\nc'\n`)).toBe(`${line}- - a: 'b\n      c'\n`);
});
