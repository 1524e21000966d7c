import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { createRecorder, type Plan, type Recorder, RecorderError, recordPlan } from "../src/index.ts";
import { record, textsIn } from "./recording.ts";

const plan: Plan = { requests: [{ path: "/{n}", for: { n: Array.from(Array(20).keys()) } }] };

// Does something to the folder while the third request is under way.
async function recordThrough(trouble: (out: string) => Promise<unknown>, out: string) {
  const from = await serveUpstream(async (request, response) => {
    if (request.url === "/2") await trouble(out);
    response.end(request.url);
  });
  let report: Awaited<ReturnType<typeof recordPlan>> | null = null;
  const recorder: Recorder = await record({ from, out }, async (recorder) => {
    report = await recordPlan(recorder, plan);
  });
  return { recorder, report: report as unknown as Awaited<ReturnType<typeof recordPlan>> };
}

// Beside a recorder that writes into it, a folder that is emptied file by file may never be empty.
async function remove(out: string): Promise<void> {
  await rename(out, `${out}-gone`);
  await rm(`${out}-gone`, { recursive: true });
}

test.each<readonly [shows: string, trouble: (out: string) => Promise<unknown>, message: RegExp]>([
  ["vanishes", remove, /the folder, or the lock in it, was removed/],
  ["is moved away", (out) => rename(out, `${out}-away`), /the folder, or the lock in it, was removed/],
  [
    "is replaced by another",
    async (out) => {
      await remove(out);
      // A write on its way may make it again.
      await mkdir(out, { recursive: true });
      await writeFile(join(out, ".tapedeck.lock"), "1\n");
    },
    /the folder, or the lock in it, was removed/,
  ],
  [
    "has a file where a folder has to be",
    (out) => mkdir(join(out, "localhost"), { recursive: true }).then(() => writeFile(join(out, "localhost/2"), "")),
    /a file stands where a folder has to be \((?:EEXIST|ENOTDIR)\)/,
  ],
  [
    "has a folder where a file has to be",
    (out) => mkdir(join(out, "localhost/2/GET.har"), { recursive: true }),
    /a folder stands where the file has to be \(EISDIR\)/,
  ],
])("a folder that %s ends the recording, with a clear word, and no half files", async (_shows, trouble, message) => {
  const out = join(await tempFolder(), "out");
  const { recorder, report } = await recordThrough(trouble, out);
  // What was on its way to the disk, or was asked meanwhile, meets the same or is kept.
  const { failed, skipped, again } = report;
  for (const { reason } of failed) expect(reason).toMatch(message);
  expect(failed[0]?.reason).toMatch(/\n {2}- /);
  const missing = [...failed, ...skipped].map(({ target }) => Number(target.slice(1)));
  expect(missing).toContain(2);
  expect(skipped.map(({ reason }) => reason)).toContainEqual(expect.stringMatching(/^stopped after: Cannot record/));
  expect(again).toEqual(missing.map((n) => n + 1).toSorted((a, b) => a - b));
  expect(recorder.summary().captured).toBe(20 - missing.length);
  for (const text of Object.values(await textsIn(out).catch(() => ({})))) JSON.parse(String(text));
  const left = await readdir(out, { recursive: true }).catch(() => []);
  expect(left.filter((name) => name.endsWith(".tmp"))).toEqual([]);
  await rm(`${out}-away`, { force: true, recursive: true });
});

test("a folder that cannot be made is refused at once", async () => {
  const file = join(await tempFolder(), "file");
  await writeFile(file, "");
  const error = await createRecorder({ from: "http://127.0.0.1:1", out: join(file, "out") }).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(RecorderError);
  expect(error).toMatchObject({
    code: "ENOTDIR",
    message: expect.stringMatching(/Cannot record into .*a file stands where/) as string,
  });
});

test.runIf(existsSync("/proc/self"))("where the system makes no folders, the recorder says so, and ends", async () => {
  const out = "/proc/tapedeck/out";
  await expect(createRecorder({ from: "http://127.0.0.1:1", out })).rejects.toThrow(
    `Cannot record into "${out}": there is no such folder, and it cannot be made (ENOENT)\n  - name another folder`,
  );
});

test("a recording that vanishes while the folder stays is told of when the recorder closes", async () => {
  const out = await tempFolder();
  const from = await serveUpstream((request, response) => response.end(request.url));
  const recorder = await createRecorder({ from, origin: "http://localhost", out });
  // More than a recorder holds open: it remembers of the first ones what it needs.
  const others = Array.from({ length: 17 }, (_, nth) => `/others/${nth}`);
  for (const target of ["/a", "/b", "/c", ...others, "/c"]) await recorder.ask({ target });
  expect((await readdir(join(out, "localhost", "c"))).sort()).toEqual(["GET.2.har", "GET.har"]);
  await rm(join(out, "localhost", "a"), { recursive: true });
  await rm(join(out, "localhost", "b"), { recursive: true });
  const error = await recorder.close().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(RecorderError);
  expect(error).toMatchObject({
    code: "EGONE",
    message: expect.stringContaining('"localhost/a" and 1 more was removed while the recorder was at work') as string,
  });
});
