// What git shows of recordings: of one changed field, one new exchange, and two branches that each recorded something.
// TAPEDECK_UPDATE=yes writes it into recordings/README.md.
import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createRecorder } from "@tapedeck/record";
import { pinnedMoment } from "@tapedeck/tape";
import { readTapes } from "@tapedeck/tape/files";
import { verifyFolder } from "@tapedeck/verify/files";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sharedFolder } from "../../../../.ci/test-resources.ts";

const run = promisify(execFile);
const child = fileURLToPath(new URL("record-suite.ts", import.meta.url));
const readme = fileURLToPath(new URL("../../../../recordings/README.md", import.meta.url));

let server: Server;
let stars = 9;
const folder = sharedFolder();
beforeAll(async () => {
  server = createServer((request, response) => {
    response.sendDate = false;
    const id = Number(/\d+/.exec(request.url ?? "")?.[0] ?? 0);
    const thing = { id, name: `thing ${id}`, owner: { login: "ada", admin: false }, stars, tags: ["a", "b"] };
    for (const name of ["server", "vary", "x-frame-options", "referrer-policy"]) response.setHeader(name, "always");
    response.setHeader("content-type", "application/json").end(JSON.stringify(thing));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
});
afterAll(async () => {
  server.close();
});

interface Shown {
  readonly changed: string;
  readonly added: string;
  readonly merged: string;
  readonly root: string;
}

async function show(tool: string): Promise<Shown> {
  const root = join(folder, tool);
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await run("git", ["init", "-q", "-b", "main", root]);
  const git = async (...words: readonly string[]): Promise<string> => {
    const config = ["-c", "user.name=a", "-c", "user.email=a@b.example", "-c", "core.autocrlf=false"];
    const said = await run("git", [...config, "-C", root, ...words]).catch((error: { stdout: string }) => error);
    return said.stdout;
  };
  const recordSuite = async (from: string, targets: readonly string[]): Promise<void> => {
    const recorder = await createRecorder({ from, origin: "http://localhost:4100", out: root, runAt: pinnedMoment });
    for (const target of targets) await recorder.ask({ target });
    await recorder.close();
  };
  let runs = 0;
  const record = async (...targets: readonly string[]): Promise<void> => {
    if (tool === "tapedeck") await recordSuite(origin, targets);
    else
      await run(process.execPath, [child, tool, origin, root, ...targets], {
        env: { ...process.env, NODE_NO_WARNINGS: "1" },
      });
    runs += 1;
    // A port and a time of its own would be noise of the test.
    for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || entry.parentPath.includes(".git")) continue;
      const file = join(entry.parentPath, entry.name);
      const text = await readFile(file, "utf8");
      const steady = text
        .replaceAll(origin, "http://localhost:4100")
        .replaceAll(/^20\d\d-\d\d-\d\d (?=[\da-f]{16} )/gm, "2026-11-22 ")
        .replaceAll(/"startedDateTime": "20(?!26-01)[^"]*"/g, `"startedDateTime": "2025-01-0${runs}T00:00:00.000Z"`)
        .replaceAll(/"(time|wait)": \d+/g, tool === "Polly" ? `"$1": ${runs}` : "$&");
      if (steady !== text) await writeFile(file, steady);
    }
  };
  const commit = async (): Promise<void> => {
    await git("add", "-A");
    await git("commit", "-qm", "recorded");
  };
  const diff = async (): Promise<string> => {
    await git("add", "-A", "-N");
    return (await git("diff")).replaceAll(/^index .*\n/gm, "").trimEnd();
  };
  const all = ["/things?id=1", "/things?id=2"];
  stars = 9;
  await record(...all);
  await commit();
  stars = 10;
  await record(...all);
  const changed = await diff();
  await commit();
  await record(...all, "/things?id=5");
  const added = await diff();
  await commit();
  await git("checkout", "-qb", "one");
  await record(...all, "/things?id=5", "/things?id=3");
  await commit();
  await git("checkout", "-q", "main");
  await record(...all, "/things?id=5", "/things?id=4");
  await commit();
  const merged = await git("merge", "--no-edit", "one");
  return { changed, added, merged: merged.replaceAll(/ \| .*/g, "").trimEnd(), root };
}

const plus = (diff: string): number => diff.split("\n").filter((line) => /^\+(?!\+\+ )/.test(line)).length;

const shown = new Map<string, Shown>();
const shownOf = (tool: string): Shown => shown.get(tool) ?? expect.fail(`${tool} showed nothing`);

// A test each: the processes of one take their time on a busy machine.
test.each(["tapedeck", "nock.back", "Polly"])("git shows what %s recorded", async (tool) => {
  shown.set(tool, await show(tool));
  expect(shownOf(tool).changed).toMatch(/^\+.*stars.*10/m);
});

test("one changed field is one short line, a new exchange one file, and two branches merge", async () => {
  const [ours, nock, polly] = [shownOf("tapedeck"), shownOf("nock.back"), shownOf("Polly")];
  expect(plus(ours.changed)).toBe(2);
  expect(ours.changed.split("\n").filter((line) => /^\+ /.test(line))).toEqual([
    '+      "stars": 10,',
    '+      "stars": 10,',
  ]);
  expect(ours.added.match(/^diff --git .*\.har$/gm)).toHaveLength(1);
  expect(ours.merged).not.toContain("CONFLICT");
  expect((await readTapes(ours.root)).flatMap(({ tape }) => tape.exchanges)).toHaveLength(5);
  expect(await verifyFolder(ours.root)).toMatchObject({ files: 5, broken: 0 });
  for (const other of [nock, polly]) expect(other.merged).toContain("CONFLICT");

  const block = (text: string, most = 60): string => {
    const lines = text.split("\n");
    return [
      "```diff",
      ...lines.slice(0, most),
      ...(lines.length > most ? [`(${lines.length - most} lines more)`] : []),
      "```",
    ].join("\n");
  };
  const table = [
    "| | tapedeck | nock.back | Polly |",
    "| --- | ---: | ---: | ---: |",
    `| lines added by one changed field in two answers | ${[ours, nock, polly].map(({ changed }) => plus(changed)).join(" | ")} |`,
    `| lines added by one new exchange | ${[ours, nock, polly].map(({ added }) => plus(added)).join(" | ")} |`,
    `| two branches that each recorded one | ${[ours, nock, polly].map(({ merged }) => (merged.includes("CONFLICT") ? "conflict" : "merged")).join(" | ")} |`,
  ].join("\n");
  const text = [
    table,
    "One field changed in each of two answers (`git diff`):",
    block(ours.changed),
    "One new exchange:",
    block(ours.added),
    "Two branches that each recorded something (`git merge`):",
    block(ours.merged),
    "The same suite by nock.back, one field changed, and merged:",
    block(nock.changed),
    block(nock.merged),
    "And by Polly:",
    block(polly.changed, 40),
    block(polly.merged),
  ].join("\n\n");
  const before = await readFile(readme, "utf8");
  const written = before.replace(
    /(<!-- diffs -->\n\n).*?(\n\n<!-- \/diffs -->)/s,
    (_all, start, end) => start + text + end,
  );
  if (process.env["TAPEDECK_UPDATE"] === "yes") await writeFile(readme, written);
  else expect(before).toBe(written);
});
