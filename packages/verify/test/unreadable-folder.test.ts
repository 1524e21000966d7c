import fs from "node:fs";
import { cp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { listRecordings, readTapes, type UnreadableFile } from "@tapedeck/tape/files";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { tempFolder } from "../../../.ci/test-resources.ts";
import { verifyFolder } from "../src/files.ts";
import type { Finding } from "../src/finding.ts";

const recordings = fileURLToPath(new URL("../../../recordings", import.meta.url));
const zen = "api.service.example/zen/GET.har";
const users = "api.service.example/users";

let copy: string;
beforeEach(async () => {
  copy = await tempFolder();
  await cp(recordings, copy, {
    recursive: true,
    filter: (path) =>
      !path.endsWith(".har") || ["/zen/GET.har", "/users/ada/GET.har"].some((own) => path.endsWith(own)),
  });
});

/** The administrator may read any folder, so the system's refusal is simulated. */
function refuseFolder(name: string): void {
  const { readdirSync } = fs;
  const replace = (read: unknown): void => {
    Object.assign(fs, { readdirSync: read });
    syncBuiltinESMExports();
  };
  replace((path: string, options: { withFileTypes: true }) => {
    if (path.endsWith(name)) throw Object.assign(new Error("refused"), { code: "EACCES", syscall: "scandir" });
    return readdirSync(path, options);
  });
  onTestFinished(() => replace(readdirSync));
}

async function unreadableIn(dir: string): Promise<readonly UnreadableFile[]> {
  const unreadable: UnreadableFile[] = [];
  await readTapes(dir, { onUnreadable: (file) => unreadable.push(file) });
  return unreadable;
}

test("a folder that the system refuses is named with the reason, and may hold the answer to what lies below it", async () => {
  refuseFolder("users");
  const refused = `Cannot read recording "${users}": the system refuses the folder (EACCES); let this user read it, or take it away`;
  await expect(listRecordings(copy)).rejects.toThrow(refused);
  const [found, ...more] = await unreadableIn(copy);
  expect(more).toEqual([]);
  expect(found?.error.message).toBe(refused);
  expect(["/users/ada", "/users?page=2", "/zen"].map((target) => found?.mayAnswer(target))).toEqual([
    true,
    true,
    false,
  ]);
  await expect(listRecordings(join(copy, users))).rejects.toThrow(`Cannot read recording "${join(copy, users)}"`);
});

test("verifyFolder() has a finding for a folder that the system refuses, and verifies the others", async () => {
  refuseFolder("users");
  const { files, report } = await verifyFolder(copy);
  expect(files).toBe(1);
  expect(report[users]).toMatchObject([{ kind: "unreadable", found: "the system refuses the folder (EACCES)" }]);
});

test("a symbolic link to a recording or a folder is told, and not followed", async () => {
  await rm(join(copy, users), { recursive: true });
  const elsewhere = join(copy, "elsewhere");
  await rename(join(copy, zen), elsewhere);
  await symlink(elsewhere, join(copy, zen));
  await symlink(copy, join(copy, "api.service.example/more"));
  await symlink(join(copy, "nowhere"), join(copy, "unconnected"));
  const { files, report } = await verifyFolder(copy);
  expect(files).toBe(0);
  const told: Partial<Finding> = { kind: "unreadable", found: "it is a symbolic link, which is not followed" };
  expect(report).toMatchObject({ [zen]: [told], "api.service.example/more": [told] });
  expect(Object.keys(report)).toHaveLength(2);
  expect((await unreadableIn(copy)).map(({ mayAnswer }) => mayAnswer("/zen"))).toEqual([false, true]);
});

test("a file that has no text's name is not said to have gone", async () => {
  const file = Buffer.concat([
    Buffer.from(join(copy, "api.service.example/")),
    Buffer.from([0xff]),
    Buffer.from(".har"),
  ]);
  await rm(join(copy, users), { recursive: true });
  await writeFile(file, "{}");
  const { report } = await verifyFolder(copy);
  expect(Object.values(report)).toMatchObject([
    [{ kind: "unreadable", found: "its name is no text in UTF-8", advice: "rename it" }],
  ]);
});
