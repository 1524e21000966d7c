import { expect, test } from "vitest";
import { fromHar, toHar } from "../../src/har/har.ts";
import { choosePass, createTurns, type Turn } from "../../src/store/order/recorded-order.ts";
import { exchange, tape } from "../tapes.ts";

/** Requests by when each began and ended: the nth of them is `n`, and asks for `key`. */
async function passesFor(keys: string, events: string, onFile: Readonly<Record<string, number>>): Promise<string> {
  const turns = createTurns();
  const begun = new Map<string, Turn>();
  const used = [...new Set(Object.values(onFile))].sort((a, b) => a - b);
  const nextPass = async (pass: number) => used.find((each) => each > pass) ?? Number.POSITIVE_INFINITY;
  const passes: number[] = [];
  for (const event of events.split(" ")) {
    const at = Number(event.slice(1));
    if (event.startsWith("+")) begun.set(String(at), turns.begin());
    else {
      const turn = begun.get(String(at)) as Turn;
      const key = keys[at] ?? "";
      passes[at] = await choosePass(await turn.after, key, onFile[key] ?? null, nextPass);
      turn.place({ pass: passes[at], key });
      turn.end();
    }
  }
  return passes.join(" ");
}

test.each([
  [
    "one after the other begin a pass wherever they would not sort so",
    "cabd",
    "+0 -0 +1 -1 +2 -2 +3 -3",
    {},
    "0 1 1 1",
  ],
  ["that overlapped are sorted, whichever was answered first", "cab", "+0 +1 +2 -1 -2 -0", {}, "0 0 0"],
  ["of a wave come before those of the next", "dcba", "+0 +1 -1 -0 +2 +3 -2 -3", {}, "0 0 1 1"],
  ["that overlapped keep the passes that are on file", "ab", "+0 +1 -0 -1", { a: 1, b: 0 }, "1 0"],
  ["that followed each other do not, where the file says the opposite", "ab", "+0 -0 +1 -1", { a: 1, b: 0 }, "1 1"],
  ["that are new come between passes on file", "cba", "+0 -0 +1 -1 +2 -2", { c: 0, a: 1 }, "0 0.1 1"],
  ["find room where it was taken before", "cba", "+0 -0 +1 -1 +2 -2", { c: 0.9, a: 1 }, "0.9 0.91 1"],
  ["of one key stay in one pass", "aaa", "+0 -0 +1 -1 +2 -2", {}, "0 0 0"],
])("requests %s", async (_shows, keys, events, onFile, expected) => {
  expect(await passesFor(keys, events, onFile)).toBe(expected);
});

test("a branch comes after what ended before it, overlaps with others, and what begins when it has ended follows it", async () => {
  const turns = createTurns();
  const at = (key: string) => ({ pass: 0, key });
  const [first, other] = [turns.begin(), turns.begin()];
  first.place(at("a"));
  first.end();
  const branch = turns.branch();
  other.place(at("b"));
  other.end();
  expect(await branch.begin().after).toEqual(at("a"));
  const last = branch.begin();
  last.place(at("c"));
  last.end();
  expect(await turns.begin().after).toEqual(at("c"));
  const kept = turns.begin();
  kept.place(null);
  kept.end();
  expect(await turns.begin().after).toEqual(at("c"));
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

test.each([-1, -0.5, "1", null])("a _pass of %s is refused, with its place", (_pass) => {
  const har = JSON.parse(toHar(tape(exchange())));
  har.log.entries[0]._pass = _pass;
  expect(() => fromHar(JSON.stringify(har), "x.har")).toThrow(
    /entry 1 has a _pass that is none.*\/log\/entries\/0\/_pass/,
  );
});
