import { Buffer } from "node:buffer";
import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../../.ci/property.ts";
import { readHar, readLargeHar, writeHar } from "../../src/formats/index.ts";
import { tapes } from "../tapes.ts";

function inPieces(text: string, size?: number): ReturnType<typeof readLargeHar> {
  const bytes = Buffer.from(text);
  // The same memory for all, as a reader of a file may have it.
  const read = (start: number, end: number): Buffer => Buffer.from(bytes.subarray(start, end));
  return readLargeHar({ size: bytes.length, read }, "x.har", () => null, size);
}

/** With what is read late, read twice: in order, and then from the end. */
function whole(reading: ReturnType<typeof readLargeHar>): unknown {
  const found = reading?.found.map((each) => ({ ...each }));
  expect(reading?.found.toReversed().map((each) => ({ ...each }))).toEqual(found?.toReversed());
  return { ...reading, found };
}

const creator = { name: "Tool", version: "1" };

test("readLargeHar() reads what readHar() reads, wherever the pieces end", () => {
  const any = fc.jsonValue({ maxDepth: 3 });
  const property = fc.property(
    tapes(),
    any,
    fc.integer({ min: 1, max: 99 }),
    fc.nat(2),
    (tape, other, size, indent) => {
      const { log } = JSON.parse(writeHar([tape]).content);
      const broken = { request: { method: "GET", url: "nowhere" } };
      const entries = [...log.entries, broken, { ...log.entries[0], other }];
      const text = JSON.stringify(
        { other, log: { version: "1.2", other, entries, creator, pages: [other] } },
        null,
        indent,
      );
      expect(whole(inPieces(text, size))).toEqual(readHar(text, "x.har"));
    },
  );
  fc.assert(property, law(30));
});

const entry = `{"request":{"method":"GET","url":"http://x/\\"]}","headers":[]},"response":{"status":200,"headers":[]}}`;

test.each<readonly [shows: string, text: string]>([
  ["no JSON", "log:\n  entries: []"],
  ["a list", `[{"log":{"entries":[${entry}]}}]`],
  ["no entries", '{"log":{"entries":[]}}'],
  ["a list of entries elsewhere", `{"entries":[${entry}],"log":{"of":{"entries":[${entry}]}}}`],
  ["something else among them", `{"log":{"entries":[${entry},1]}}`],
  ["a comma too many", `{"log":{"entries":[${entry},]}}`],
  ["a comma too few", `{"log":{"entries":[${entry}${entry}]}}`],
  ["an end too early", `{"log":{"entries":[${entry}`],
  ["two lists of them", `{"log":{"entries":[${entry}],"entries":[${entry}]}}`],
  ["tapedeck's own", `{"log":{"_tapedeck":{"format":2,"origin":"http://x"},"entries":[${entry}]}}`],
])("readLargeHar() leaves to a reader of the whole: %s", (_shows, text) => {
  expect(inPieces(text, 7)).toBeNull();
});

test("readLargeHar() names the entry that is no JSON, or has a name twice", () => {
  const text = (second: string): string => `\uFEFF{"log":{"version":"1.2","entries":[${entry},\n${second}]}}`;
  expect(() => inPieces(text('{"a":1\n,}'))).toThrow(/"x\.har, entry 2": it is no JSON, at line 2, column 2/);
  expect(() => inPieces(text('{"a":1,"a":2}'))).toThrow(/entry 2": a name stands twice in one object/);
});
