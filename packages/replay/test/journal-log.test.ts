import { expect, test } from "vitest";
import { createJournalLog, entryOf } from "../src/handlers/journal-log.ts";
import type { JournalEntry } from "../src/journal.ts";

function entry(target: string, missed = false): JournalEntry {
  const miss = { method: "GET", target, principal: "anonymous", closest: null, advice: [] };
  return {
    at: 0,
    method: "GET",
    target,
    principal: "anonymous",
    status: 200,
    cost: 0,
    bucket: "address 127.0.0.1",
    source: missed ? { kind: "missed", miss } : { kind: "passed" },
  };
}

const targets = (entries: ReadonlyArray<{ readonly target: string }>) => entries.map(({ target }) => target);
const long = "x".repeat(1000);

test("a journal holds the latest requests, and the first misses", () => {
  const log = createJournalLog({ entries: 3 });
  for (let at = 0; at < 20; at += 1) log.add(entry(`/${at}`, at % 2 === 0));
  expect(targets(log.entries())).toEqual(["/17", "/18", "/19"]);
  expect(targets(log.misses())).toEqual(["/0", "/2", "/4"]);
});

test("a journal holds a thousand requests and misses, and 8 MiB of each, where nothing else is set", () => {
  const [many, large] = [createJournalLog(), createJournalLog()];
  for (let at = 0; at < 1100; at += 1) many.add(entry(`/${at}`, true));
  expect([many.entries().length, many.misses().length]).toEqual([1000, 1000]);
  for (let at = 0; at < 100; at += 1) large.add(entry(`/${at}${"x".repeat(1024 * 1024)}`, true));
  expect(JSON.stringify(large.entries()).length).toBeLessThanOrEqual(8 * 1024 * 1024);
  expect(JSON.stringify(large.misses()).length).toBeLessThanOrEqual(8 * 1024 * 1024);
});

test("an answer that was played has the entry that it would have anyway, whatever stood in its place", () => {
  const [log, plain] = [createJournalLog({ entries: 4 }), createJournalLog({ entries: 4 })];
  const source = { kind: "played", tape: "users", place: 1, by: "request", turn: 0 } as const;
  for (let at = 0; at < 20; at += 1) {
    const own = entry(`/${at}`, at % 3 === 0);
    const played = { ...own, source, operation: at % 2 ? "get-user" : null, redirectsTo: at % 4 ? null : "http://b" };
    plain.add(at % 3 === 0 ? own : entryOf(played, at, 1, "account ada", at));
    if (at % 3 === 0) log.add(own);
    else log.addPlayed(played, at, 1, "account ada", at);
    expect(log.entries()).toEqual(plain.entries());
  }
  expect([log.misses(), log.added]).toEqual([plain.misses(), 20]);
});

test("a journal holds no more bytes than its limit", () => {
  const log = createJournalLog({ bytes: 10_000 });
  for (let at = 0; at < 100; at += 1) log.add(entry(`/${at}${long}`, true));
  const size = JSON.stringify([log.entries(), log.misses()]).length;
  expect(size).toBeLessThan(2 * 10_000);
  expect(log.entries().at(-1)?.target).toBe(`/99${long}`);
});

test("a journal forgets nothing while there is room, and everything when it is told to", () => {
  const log = createJournalLog({ entries: 10 });
  for (let at = 0; at < 10; at += 1) log.add(entry(`/${at}`, true));
  expect([log.entries().length, log.misses().length]).toEqual([10, 10]);
  log.clear();
  expect([log.entries(), log.misses()]).toEqual([[], []]);
});

test("the latest request and the first miss are there, however large they are", () => {
  const log = createJournalLog({ bytes: 100 });
  log.add(entry(`/a${long}`, true));
  log.add(entry(`/b${long}`, true));
  expect(targets(log.entries())).toEqual([`/b${long}`]);
  expect(targets(log.misses())).toEqual([`/a${long}`]);
});
