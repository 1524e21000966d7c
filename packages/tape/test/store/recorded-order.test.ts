import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromHar, toHar } from "../../src/har/har.ts";
import { orderOf, type Spanned } from "../../src/store/recorded-order.ts";
import { law } from "../property.ts";
import { exchange, tape } from "../tapes.ts";

/** `key began ended`, and its place on file where it has one. */
function run(...lines: readonly string[]): readonly Spanned[] {
  return lines.map((line) => {
    const [key = "", began, ended, place] = line.split(" ");
    return {
      key,
      span: { began: Number(began), ended: Number(ended) },
      place: place === undefined ? null : Number(place),
    };
  });
}

test.each([
  ["one after the other stay so, whatever their keys", ["c 0 1", "a 2 3", "b 4 5"], "c a b"],
  ["that overlapped are sorted, whichever was answered first", ["c 0 9", "a 1 2", "b 3 4"], "a b c"],
  ["of a wave come before those of the next", ["d 0 3", "c 1 2", "b 4 7", "a 5 6"], "c d a b"],
  ["that overlapped keep the order that is on file", ["a 0 2 1", "b 1 3 0"], "b a"],
  ["that followed each other do not, where the file says the opposite", ["a 0 1 1", "b 2 3 0"], "a b"],
  ["are sorted into as few passes over the file as can be", ["m 0 1", "a 2 9", "z 3 4"], "m z a"],
  ["of one key stay as they came", ["a 0 8", "a 1 7", "a 2 6"], "a a a"],
])("orderOf(): requests %s", (_shows, lines, expected) => {
  const given = run(...lines);
  const ordered = orderOf(given);
  expect(ordered.map(({ key }) => key).join(" ")).toBe(expected);
  if (new Set(given.map(({ key }) => key)).size === 1) expect(ordered).toEqual(given);
});

describe("orderOf()", () => {
  const runs = fc
    .array(
      fc.record({ key: fc.constantFrom("a", "b", "c", "d"), length: fc.nat(9), gap: fc.nat(4), known: fc.boolean() }),
      {
        maxLength: 30,
      },
    )
    .map((all) => {
      let tick = 0;
      return all.map(({ key, length, gap, known }, at): Spanned => {
        tick += gap + 1;
        return { key, span: { began: tick, ended: tick + length + 0.5 + at / 100 }, place: known ? at : null };
      });
    });

  test("keeps what came after an answer after it, and loses nothing", () => {
    fc.assert(
      fc.property(runs, (given) => {
        const ordered = orderOf(given);
        expect(new Set(ordered)).toEqual(new Set(given));
        for (const [at, each] of ordered.entries()) {
          for (const later of ordered.slice(at + 1)) expect(later.span.ended).toBeGreaterThan(each.span.began);
        }
      }),
      law(100),
    );
  });

  test("leaves alone what it ordered before", () => {
    fc.assert(
      fc.property(runs, (given) => {
        const ordered = orderOf(given.map((each) => ({ ...each, place: null })));
        const again = ordered.map((each, place) => ({ ...each, place }));
        expect(orderOf(again.toSorted((a, b) => a.span.began - b.span.began))).toEqual(again);
      }),
      law(100),
    );
  });
});

test("a file is sorted, and numbers the passes over it that give back the recorded order", () => {
  const targets = ["/a?page=3", "/a?page=1", "/a?page=2", "/a?page=1"];
  const recorded = tape(...targets.map((target) => exchange({ target })));
  const { entries } = JSON.parse(toHar(recorded)).log;
  const filed = entries.map((entry: { request: { url: string }; _pass?: number }) => [
    entry.request.url.slice(-1),
    entry._pass,
  ]);
  expect(filed).toEqual([
    ["1", 1],
    ["1", 2],
    ["2", 1],
    ["3", undefined],
  ]);
  expect(fromHar(toHar(recorded), "x.har")).toEqual(recorded);
});

test("what two branches added to one file is read in an order, whichever of the two was merged first", () => {
  const [base, ours, theirs] = [["/a?p=5"], ["/a?p=5", "/a?p=1"], ["/a?p=5", "/a?p=3"]].map(
    (targets) =>
      JSON.parse(toHar(tape(...targets.map((target) => exchange({ target }))))) as { log: { entries: object[] } },
  );
  const [first, second, last] = [ours?.log.entries[0], theirs?.log.entries[0], base?.log.entries[0]];
  const merged = { log: { ...base?.log, entries: [first, second, last] } };
  const { exchanges } = fromHar(JSON.stringify(merged), "x.har");
  expect(exchanges.map(({ request }) => request.target)).toEqual(["/a?p=5", "/a?p=1", "/a?p=3"]);
});

test.each([-1, 1.5, "1", null])("a _pass of %j is refused, with its place", (_pass) => {
  const har = JSON.parse(toHar(tape(exchange())));
  har.log.entries[0]._pass = _pass;
  expect(() => fromHar(JSON.stringify(har), "x.har")).toThrow(
    /entry 1 has a _pass that is none.*\/log\/entries\/0\/_pass/,
  );
});
