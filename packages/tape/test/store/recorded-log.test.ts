import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { tempFolder } from "../../../../.ci/test-resources.ts";
import { recordedBelow } from "../../src/store/index.ts";
import { openRecordedLog } from "../../src/store/order/recorded-log.ts";
import { createFileWriter } from "../../src/store/write/write-files.ts";

const lines = fc.array(
  fc.tuple(fc.constantFrom("a", "b/c", "b", "é", "zz", "😀", "ﬀ"), fc.integer({ min: 1, max: 9 })),
);

test("a file is found in a log, in whatever order branches left its lines, and whatever ends them", () => {
  const root = mkdtempSync(join(tmpdir(), "tapedeck-log-"));
  fc.assert(
    fc.property(lines, fc.constantFrom("\n", "\r\n"), fc.boolean(), (noted, end, isWhole) => {
      const text = noted.map(([file, day]) => `2026-01-0${day} 000000000000000${day} ${file}.har`).join(end);
      writeFileSync(join(root, ".recorded"), `no line of a log${end}${text}${isWhole ? end : ""}`);
      const recorded = recordedBelow(root);
      for (const file of ["a", "b/c", "b", "é", "zz", "😀", "ﬀ", "none"]) {
        const days = noted.filter(([each]) => each === file).map(([, day]) => day);
        const found = recorded(`${file}.har`);
        if (noted.length === 0) expect(found).toBeUndefined();
        else if (days.length === 0) expect(found).toBeNull();
        else {
          expect(found?.day).toBe(`2026-01-0${Math.max(...days)}`);
          expect(found?.digests).toEqual(new Set(days.map((day) => `000000000000000${day}`)));
        }
      }
    }),
    { numRuns: 50 },
  );
  rmSync(root, { recursive: true });
});

test("a run's log is sorted, has each exchange once, and none of those that are gone", async () => {
  const root = await tempFolder();
  const line = (day: string, digit: number, file: string): string => `${day} ${String(digit).repeat(16)} ${file}\n`;
  const before = [line("2026-11-01", 1, "b.har"), line("2026-11-01", 2, "é.har"), line("2026-11-01", 3, "ü.har")];
  const merged = [line("2026-11-02", 4, "a.har"), line("2026-11-03", 5, "a.har"), line("2026-09-01", 6, "old.har")];
  const path = join(root, ".recorded");
  writeFileSync(path, [...before, ...merged].join(""));
  const nothing = (): void => {};
  const log = openRecordedLog(root, "2026-11-22", createFileWriter(nothing), nothing);
  await log.add("c.har", "7".repeat(16));
  await log.add("c.har", "8".repeat(16));
  log.seen("b.har", "1".repeat(16));
  log.seen("old.har", "6".repeat(16));
  log.removed("ü.har");
  await log.close();
  expect(readFileSync(path, "utf8")).toBe(
    [
      ...[line("2026-11-03", 4, "a.har"), line("2026-11-03", 5, "a.har"), line("2026-11-01", 1, "b.har")],
      ...[line("2026-11-22", 8, "c.har"), line("2026-11-22", 6, "old.har"), line("2026-11-01", 2, "é.har")],
    ].join(""),
  );
});

test.each([
  ["the same once more is left as it is", ["a.har", "b.har"], [], ["a.har", "b.har"]],
  ["the end is gone is shorter", ["a.har"], ["b.har"], ["a.har"]],
  ["more comes is longer", ["a.har", "b.har", "c.har"], [], ["a.har", "b.har", "c.har"]],
])("a log of which %s", async (_shows, seen, removed, left) => {
  const root = await tempFolder();
  const textOf = (files: readonly string[]): string =>
    files.map((file) => `2026-11-22 ${"1".repeat(16)} ${file}\n`).join("");
  const path = join(root, ".recorded");
  writeFileSync(path, textOf(["a.har", "b.har"]));
  const written: string[] = [];
  const write = createFileWriter(() => {});
  const noted = (...[file, content]: Parameters<typeof write>): Promise<void> => {
    written.push(file);
    return write(file, content);
  };
  const log = openRecordedLog(root, "2026-11-22", noted, () => {});
  for (const file of seen) log.seen(file, "1".repeat(16));
  for (const file of removed) log.removed(file);
  await log.close();
  expect(readFileSync(path, "utf8")).toBe(textOf(left));
  expect(written.includes(path)).toBe(left.length !== 2);
});
