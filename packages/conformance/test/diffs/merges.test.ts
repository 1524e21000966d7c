// What git makes of two branches that each recorded something.
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { createRecorder } from "@tapedeck/record";
import { readTapes } from "@tapedeck/tape/files";
import { verifyFolder } from "@tapedeck/verify/files";
import { beforeEach, expect, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../../.ci/test-resources.ts";

const run = promisify(execFile);
const monday = Date.UTC(2026, 10, 16) / 1000;

let root: string;
let from: string;
let count = "";
beforeEach(async () => {
  root = await tempFolder();
  from = await serveUpstream(({ url }, response) => {
    if (url?.startsWith("/bytes")) response.end(Buffer.from([0xff, 0, ...Buffer.from(count)]));
    else response.setHeader("content-type", "application/json").end(JSON.stringify({ url, count, by: "ada" }));
  });
  await git("init", "-q", "-b", "main");
});

async function git(...words: readonly string[]): Promise<string> {
  const config = ["-c", "user.name=a", "-c", "user.email=a@b.example", "-c", "core.autocrlf=false"];
  const said = await run("git", [...config, "-C", root, ...words], { timeout: 20_000 }).catch((error) => error);
  return said.stdout;
}

async function recordAndCommit(targets: readonly string[], day: number, counted: string): Promise<void> {
  count = counted;
  const runAt = monday + day * 86_400;
  const recorder = await createRecorder({ from, origin: "http://localhost:4100", out: root, runAt });
  for (const target of targets) await recorder.ask({ target });
  await recorder.close();
  await git("add", "-A");
  await git("commit", "-qm", "recorded");
}

/** What `git merge` says of two branches, of which each recorded something on a day of its own. */
async function merged(ours: readonly string[], theirs: readonly string[], sameAnswers: boolean): Promise<string> {
  await recordAndCommit(["/things"], 0, "1");
  await git("checkout", "-qb", "other");
  await recordAndCommit(theirs, 1, "2");
  await git("checkout", "-q", "main");
  await recordAndCommit(ours, 2, sameAnswers ? "2" : "3");
  return git("merge", "--no-edit", "other");
}

const added = "/things?page=2";

test.each([
  ["the same request", [added], [added], 2],
  ["the same request, as one of several", [added, "/users/ada"], ["/bytes/1", added], 4],
  ["the same request anew, whose answer changed", ["/things"], ["/things"], 1],
])(
  "branches that recorded %s merge without conflict, where answers are the same",
  async (_what, ours, theirs, exchanges) => {
    const said = await merged(ours, theirs, true);
    expect(said).not.toContain("CONFLICT");
    expect(await git("status", "--porcelain")).toBe("");
    expect((await readTapes(root)).flatMap(({ tape }) => tape.exchanges)).toHaveLength(exchanges);
    expect(await verifyFolder(root)).toMatchObject({ broken: 0 });
  },
);

test("different answers to the same request conflict in their file alone; either side is as it was recorded", async () => {
  const file = "localhost_4100/things/GET_page=2.har";
  const said = await merged([added], [added], false);
  expect(said.match(/^CONFLICT .*$/gm)).toEqual([expect.stringContaining(`Merge conflict in ${file}`)]);
  const conflict = { kind: "unreadable", found: "it holds a merge conflict, at line 14" };
  expect(await verifyFolder(root)).toMatchObject({ report: { [file]: [conflict] } });
  for (const [side, kept] of [
    ["theirs", '"count": "2"'],
    ["ours", '"count": "3"'],
  ] as const) {
    await git("checkout", `--${side}`, file);
    const text = await readFile(join(root, file), "utf8");
    expect(text).toContain(kept);
    expect(await verifyFolder(root)).toMatchObject({ broken: 0 });
    // What neither recorded is an edit.
    await writeFile(join(root, file), text.replace(kept, '"count": "4"'));
    expect(await verifyFolder(root)).toMatchObject({ report: { [file]: [{ kind: "edited" }] } });
  }
});
