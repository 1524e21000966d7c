import { Writable } from "node:stream";
import type { Captured } from "@tapedeck/record";
import { expect, test } from "vitest";
import { barTeller } from "../src/record/bar-report.ts";
import { numbers, numbersText } from "../src/record/options.ts";
import { duration, lineTeller, progressText } from "../src/record/progress.ts";
import { summaryText } from "../src/record/report.ts";

const standings = {
  anonymous: { quota: "", limit: 60, remaining: 52, resetsAt: 0 },
  full: { quota: "", limit: 5000, remaining: 4960, resetsAt: 0 },
};
const waiting = { principal: "full", reason: "secondary limit", seconds: 60, until: 1000 } as const;

test("an invalid answer is told with the request that it is to, and who sent it", () => {
  const invalid = [{ file: "a/POST.har", method: "POST", target: "/a", principal: "full", problems: ["no JSON"] }];
  const summary = { captured: 1, unchanged: 0, redacted: {}, invalid, failed: [], refused: 0 };
  expect(summaryText(summary, "out", null)).toMatch(/^invalid {3}POST \/a as full: no JSON\n/);
});

test("what may be left of a secret is told with where to search", () => {
  const summary = { captured: 1, unchanged: 0, redacted: {}, invalid: [], failed: [], refused: 0 };
  const told = summaryText({ ...summary, remarks: { unfollowed: "it may be left" } }, "out", null).split("\n");
  expect(told.slice(1)).toEqual(["tapedeck: it may be left", "  - search out for them before you share it"]);
  expect(summaryText(summary, "out", null)).not.toContain("search");
});

const summaryOf = (captured: number): string =>
  summaryText({ captured, unchanged: 0, redacted: {}, invalid: [], failed: [], refused: 0 }, "out", null);

test.each([
  [
    "how far, how fast, what is left and how long",
    { done: 30, of: 120, kept: 40, seconds: 10, standings, wait: null },
    "30/120 · 4.0/s · left: anonymous 52/60, full 4960/5000 · 30 s to go",
  ],
  ["nothing that it cannot know", { done: 0, of: 9, kept: 0, seconds: 0, standings: {}, wait: null }, "0/9"],
  [
    "what it waits for",
    { done: 1, of: 9, kept: 1, seconds: 1, standings: {}, wait: waiting },
    "1/9 · 1.0/s · waiting 60 s (secondary limit)",
  ],
  [
    "no end where none is known",
    { done: 30, of: null, kept: 30, seconds: 10, standings: { full: standings.full }, wait: null },
    "30 answered · 3.0/s · left: full 4960/5000",
  ],
  ["no time at the end", { done: 9, of: 9, kept: 9, seconds: 3, standings: {}, wait: null }, "9/9 · 3.0/s"],
])("progressText() says %s", (_shows, at, text) => {
  expect(progressText(at)).toBe(text);
});

test.each([
  [0.2, "1 s"],
  [119, "119 s"],
  [121, "3 min"],
  [3600, "60 min"],
  [8000, "2 h 14 min"],
])("duration(%d)", (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});

test.each([
  ["1", [1]],
  ["2,5-7", [2, 5, 6, 7]],
  ["1-3,5,9-10", [1, 2, 3, 5, 9, 10]],
])("numbers(%s), and back", (text, list) => {
  expect(numbers(text)).toEqual(list);
  expect(numbersText(list)).toBe(text);
});

test("the bar stands on a terminal while there is something to come, and makes way for what remains", () => {
  let shown = "";
  const write = (chunk: Buffer, _encoding: string, done: () => void): void => {
    shown += chunk;
    done();
  };
  const stream = Object.assign(new Writable({ write }), { isTTY: true, columns: 120 });
  let time = 0;
  const tell = barTeller(stream, () => time);
  const captured: Captured = {
    method: "GET",
    target: "/a",
    principal: "full",
    status: 200,
    outcome: "captured",
    file: "a",
  };
  tell("progress", { done: 0, of: 2, standings: {} }, null);
  time = 2;
  tell("exchange", captured, "captured");
  tell("progress", { done: 1, of: 2, standings: { full: standings.full } }, null);
  tell("waiting", waiting, "waiting");
  tell("summary", {}, summaryOf(1));
  expect(shown).toContain("░ 0/2");
  expect(shown).toContain("1/2 · 0.5/s · left: full 4960/5000 · waiting 60 s (secondary limit)");
  expect(shown.endsWith("tapedeck: captured 1, unchanged 0, redacted 0, invalid 0, failed 0; in out\n")).toBe(true);
});

test("through a proxy a line stands on a terminal, with the quotas, and makes way for others", () => {
  let shown = "";
  const write = (chunk: Buffer, _encoding: string, done: () => void): void => {
    shown += chunk;
    done();
  };
  const stream = Object.assign(new Writable({ write }), { isTTY: true, columns: 120 });
  let time = 0;
  const tell = barTeller(stream, () => time);
  tell("listening", {}, "tapedeck: recording");
  tell("progress", { done: 0, of: null, standings: {} }, null);
  time = 4;
  tell(
    "exchange",
    { method: "GET", target: "/a", principal: "full", status: 200, outcome: "captured", file: "a" },
    "captured",
  );
  tell("progress", { done: 1, of: null, standings: { full: standings.full } }, null);
  tell("summary", {}, summaryOf(1));
  expect(shown).not.toMatch(/[█░]/);
  expect(shown).toContain("1 answered · 0.3/s · left: full 4960/5000");
  expect(shown.startsWith("tapedeck: recording\n")).toBe(true);
  expect(shown.endsWith("captured 1, unchanged 0, redacted 0, invalid 0, failed 0; in out\n")).toBe(true);
});

test("beside a command, whose terminal it is too, a line says now and then how far it is", () => {
  const lines: string[] = [];
  let time = 0;
  const tell = lineTeller(
    (line) => lines.push(line),
    () => time,
  );
  const at = (done: number, seconds: number): void => {
    time = seconds;
    tell("progress", { done, of: null, standings: { full: standings.full } }, null);
  };
  at(0, 0);
  at(1, 1);
  at(2, 2);
  at(3, 3);
  tell("summary", {}, summaryOf(3));
  expect(lines).toEqual([
    "tapedeck: 2 answered · 1.0/s · left: full 4960/5000",
    "tapedeck: 3 answered · 1.0/s · left: full 4960/5000",
    "tapedeck: captured 3, unchanged 0, redacted 0, invalid 0, failed 0; in out",
  ]);
});
