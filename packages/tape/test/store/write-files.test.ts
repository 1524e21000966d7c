import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createFileWriter } from "../../src/store/write/write-files.ts";

test.skipIf(process.platform === "win32")("a file that could not be flushed is not there, and is said", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tapedeck-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [pipe, lost, kept] = ["pipe", "lost.har", "kept.har"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  // The system flushes no pipe.
  execFileSync("mkfifo", [pipe]);
  const write = createFileWriter(() => {});
  const ends = await Promise.allSettled([write(lost, { written: pipe }), write(kept, "{}")]);
  expect(ends.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  expect([existsSync(lost), readFileSync(kept, "utf8")]).toEqual([false, "{}"]);
});
