import { spawn, spawnSync } from "node:child_process";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { tempFolder } from "../../../.ci/test-resources.ts";
import { compareTo, ownPlace, placeText } from "../src/store/folder-lock.ts";

const child = fileURLToPath(new URL("lock-process.ts", import.meta.url));

/** A process that locks folders, and its next word. */
function locker() {
  const process_ = spawn(process.execPath, [child], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void process_.stdin.end());
  const lines = createInterface({ input: process_.stdout })[Symbol.asyncIterator]();
  return {
    next: async () => (await lines.next()).value as string,
    say: (line: string) => void process_.stdin.write(`${line}\n`),
  };
}

test("of many recorders that find one stale lock at once, exactly one goes on", async () => {
  const root = await tempFolder();
  const { pid: gone } = spawnSync(process.execPath, ["--version"]);
  const lockers = Array.from({ length: 6 }, locker);
  await Promise.all(lockers.map(({ next }) => next()));
  for (let round = 0; round < 60; round += 1) {
    const folder = join(root, String(round));
    await mkdir(folder);
    const lock = join(folder, ".tapedeck.lock");
    await writeFile(lock, `${gone} ${round}\n`);
    for (const { say } of lockers) say(folder);
    const words = await Promise.all(lockers.map(({ next }) => next()));
    expect(words.filter((word) => word === "taken")).toHaveLength(1);
    expect(await readdir(folder)).toEqual([".tapedeck.lock"]);
    for (const { say } of lockers) say("");
    await Promise.all(lockers.map(({ next }) => next()));
    expect(await readdir(folder)).toEqual([]);
  }
});

test("a lock whose heir died before it took its place has an heir as well", async () => {
  const root = await tempFolder();
  const { pid: gone } = spawnSync(process.execPath, ["--version"]);
  const { heirOf, lockFolder } = await import("../src/store/folder-lock.ts");
  const lock = join(root, ".tapedeck.lock");
  await writeFile(lock, `${gone} first\n`);
  await writeFile(heirOf(lock, `${gone} first\n`), `${gone} second\n`);
  const held = await lockFolder(root);
  expect(await readdir(root)).toEqual([".tapedeck.lock"]);
  held.check();
  await held.release();
  expect(await readdir(root)).toEqual([]);
});

test.skipIf(process.platform === "win32")("a folder that cannot be searched is not left locked", async () => {
  const root = await tempFolder();
  const { lockFolder } = await import("../src/store/folder-lock.ts");
  // A path longer than the system takes, of names that are not.
  const name = "x".repeat(250);
  spawnSync("sh", ["-c", `for i in $(seq 20); do mkdir ${name}; cd ${name}; done`], { cwd: root });
  onTestFinished(() => void spawnSync("rm", ["-rf", name], { cwd: root }));
  await expect(lockFolder(root)).rejects.toThrow("ENAMETOOLONG");
  expect(await readdir(root)).toEqual([name]);
});

const container = { host: "f00d", boot: "0", namespace: "pid:[4026532000]" };
const outside = { host: "f00d", boot: "0", namespace: "pid:[4026531836]" };

test.each([
  ["another container on this machine", { ...container, host: "other" }, "elsewhere"],
  ["a container of the same name", { ...container, namespace: "pid:[4026532001]" }, "elsewhere"],
  ["the machine around a container", outside, "elsewhere"],
  ["the same container", container, "same"],
])("compareTo() in a container tells what a process number means that is of %s", (_shows, theirs, told) => {
  expect(compareTo(theirs, container)).toBe(told);
});

test.each([
  ["the same machine", outside, "same"],
  ["the machine before it was started anew", { ...outside, boot: "1" }, "gone"],
  ["another machine", { ...outside, host: "other", boot: "1" }, "elsewhere"],
])("compareTo() outside of containers tells what a process number means that is of %s", (_shows, theirs, told) => {
  expect(compareTo(theirs, outside)).toBe(told);
});

test.runIf(ownPlace() !== null)("a lock of another container is not taken over, and says whose it is", async () => {
  const root = await tempFolder();
  const { pid: gone } = spawnSync(process.execPath, ["--version"]);
  const { lockFolder } = await import("../src/store/folder-lock.ts");
  await writeFile(join(root, ".tapedeck.lock"), `${gone} first ${placeText({ ...container, host: "c0ffee" })}\n`);
  await expect(lockFolder(root)).rejects.toThrow(`another recorder is at work there (process ${gone} on c0ffee)`);
  expect(await readdir(root)).toEqual([".tapedeck.lock"]);
});
