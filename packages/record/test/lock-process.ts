// Locks each folder that it is told on standard input, says whether it got it, and gives it back at the next line.
// usage: node lock-process.ts
import { writeSync } from "node:fs";
import process from "node:process";
import { createInterface } from "node:readline";
import { FolderLockedError, lockFolder } from "../src/store/folder-lock.ts";

writeSync(1, "ready\n");
let release: (() => Promise<void>) | null = null;
for await (const line of createInterface({ input: process.stdin })) {
  await release?.();
  release = null;
  if (line === "") {
    writeSync(1, "released\n");
    continue;
  }
  try {
    ({ release } = await lockFolder(line));
    writeSync(1, "taken\n");
  } catch (error) {
    if (!(error instanceof FolderLockedError)) throw error;
    writeSync(1, "locked\n");
  }
}
