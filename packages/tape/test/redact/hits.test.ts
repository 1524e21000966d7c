import { expect, test } from "vitest";
import { type Hit, splice } from "../../src/redact/hits.ts";
import { finish } from "../../src/redact/steps.ts";

const hidden = (text: string, hits: readonly (Partial<Hit> & Pick<Hit, "start" | "end">)[]): string =>
  finish(
    splice(
      text,
      hits.map((each) => ({ kind: "field", value: text.slice(each.start, each.end), rank: 1, ...each })),
      ({ kind, value, placeholder, made }) => placeholder ?? `<${kind} ${made ?? value}>`,
    ),
  );

test("of two stretches that overlap, both are hidden, and what is hidden tells by all of it", () => {
  const hits = [
    { start: 1, end: 4 },
    { start: 3, end: 6 },
  ];
  expect(hidden("abcdefg", hits)).toBe("a<field bcdef>g");
  expect(hidden("abcdEfg", hits)).toBe("a<field bcdEf>g");
  const [first, second] = hits as [Hit, Hit];
  expect(hidden("abcdefg", [{ ...first, placeholder: "ID" }, second])).toBe("a<field IDef>g");
});

test("of a stretch within another, the outer one is hidden; a credential with an alias stays that", () => {
  expect(
    hidden("abcdefg", [
      { start: 1, end: 6 },
      { start: 2, end: 4 },
    ]),
  ).toBe("a<field bcdef>g");
  expect(
    hidden("abcdefg", [
      { start: 1, end: 4, rank: 0, placeholder: "full" },
      { start: 3, end: 6 },
    ]),
  ).toBe("afullg");
});
