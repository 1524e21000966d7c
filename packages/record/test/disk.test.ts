// What a disk can do to a recording, done by the system itself: in a process of its own, since it befalls all of one.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { listRecordings } from "@tapedeck/tape/files";
import { expect, test } from "vitest";
import { runtimes } from "../../../.ci/runtimes.ts";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { exchangesIn } from "./recording.ts";
import { isWhole } from "./whole.ts";

const own = process.versions["deno"] === undefined ? [process.execPath] : runtimes.deno;
const child = fileURLToPath(new URL("recording-process.ts", import.meta.url));

interface Ended {
  readonly acknowledged: readonly string[];
  readonly said: string;
}

// Runs the recorder as the last words of a shell's line, under whatever that line sets up before.
async function recordUnder(
  shell: readonly string[],
  words: readonly string[],
  onAcknowledged: (line: string) => void = () => {},
): Promise<Ended> {
  const [program = "", ...rest] = [...shell, ...own, child, ...words];
  const recorder = spawn(program, rest, { stdio: ["ignore", "pipe", "pipe"] });
  const closed = once(recorder, "close");
  const acknowledged: string[] = [];
  createInterface({ input: recorder.stdout }).on("line", (line) => {
    acknowledged.push(line);
    onAcknowledged(line);
  });
  const said = await text(recorder.stderr);
  await closed;
  return { acknowledged, said };
}

const small: ReadonlySet<string | undefined> = new Set(["/0", "/1"]);
const smallCaptured = ["captured /0", "captured /1"];

// Small answers, and from the third on such as do not fit: these come once the small ones are kept, in whatever order.
async function plan(folder: string) {
  const left = new Set(smallCaptured);
  const kept = Promise.withResolvers<void>();
  const onAcknowledged = (line: string): void => {
    if (left.delete(line) && left.size === 0) kept.resolve();
  };
  const from = await serveUpstream(async (request, response) => {
    if (!small.has(request.url)) await kept.promise;
    response.end(small.has(request.url) ? "small" : "large ".repeat(20_000));
  });
  const file = join(folder, "plan.json");
  await writeFile(file, JSON.stringify({ requests: [{ path: "/{n}", for: { n: Array.from(Array(20).keys()) } }] }));
  return { from, file, onAcknowledged };
}

async function expectWhole(out: string, acknowledged: readonly string[]): Promise<void> {
  await Promise.all(
    (await listRecordings(out)).map(async (file) => {
      const whole = await readFile(join(out, file), "utf8");
      expect(isWhole(out, file, whole)).toBe(true);
    }),
  );
  const targets = (await exchangesIn(out)).map(({ request }) => `captured ${request.target}`);
  expect(targets.toSorted()).toEqual(acknowledged.toSorted());
}

// Not every system lets everyone mount.
const mounts = spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "-o", "size=64k", "none", "/mnt"]).status === 0;

test.skipIf(!mounts)(
  "a disk that is full ends the recording with a clear word, and what is there is whole",
  async () => {
    const folder = await tempFolder();
    const { from, file, onAcknowledged } = await plan(folder);
    // The disk goes with the shell, so what it holds is looked at before.
    const script = `mkdir "$2/disk" "$2/copy" && mount -t tmpfs -o size=64k none "$2/disk" && "$0" "$1" "$3" "$2/disk" "$4";
    cp -r "$2/disk/." "$2/copy"`;
    const shell = ["unshare", "-rm", "sh", "-c", script];
    const { acknowledged, said } = await recordUnder(shell, [folder, from, file], onAcknowledged);
    expect(said).toMatch(/Cannot record into .*: the disk is full \(ENOSPC\)\n {2}- make room, then record again/);
    expect(acknowledged).toEqual(expect.arrayContaining(smallCaptured));
    await expectWhole(join(folder, "copy"), acknowledged);
  },
);

test("a file that gets too large ends the recording with a clear word, and what is there is whole", async () => {
  const folder = await tempFolder();
  const { from, file, onAcknowledged } = await plan(folder);
  const out = join(folder, "out");
  const shell = ["sh", "-c", 'ulimit -f 64; exec "$0" "$@"'];
  const { acknowledged, said } = await recordUnder(shell, [from, out, file], onAcknowledged);
  expect(said).toMatch(/Cannot record into .*: the file would be larger than this system allows \(EFBIG\)\n {2}- /);
  expect(acknowledged.toSorted()).toEqual(smallCaptured);
  await expectWhole(out, acknowledged);
});

// A process that may do everything heeds permissions for this; another user might not be let into the folder of the sources.
const caps = "-dac_override,-dac_read_search";
const heedful = process.getuid?.() === 0 ? ["setpriv", `--inh-caps=${caps}`, `--bounding-set=${caps}`] : [];

test("a folder that this user may not write in is refused with a clear word", async () => {
  const folder = await tempFolder();
  const { from, file } = await plan(folder);
  await chmod(folder, 0o555);
  const { acknowledged, said } = await recordUnder(heedful, [from, join(folder, "out"), file]);
  await chmod(folder, 0o755);
  expect(said).toMatch(/Cannot record into .*: permission denied \(EACCES\)\n {2}- let this user write there/);
  expect(acknowledged).toEqual([]);
});

test("a folder that cannot be written any more ends the recording with a clear word, and with nothing of its lock", async () => {
  const folder = await tempFolder();
  const out = join(folder, "out");
  const stored = Promise.withResolvers<void>();
  const from = await serveUpstream(async (request, response) => {
    if (request.url === "/2") {
      await stored.promise;
      await mkdir(join(out, "localhost"), { recursive: true });
      for (const each of [join(out, "localhost"), out]) await chmod(each, 0o555);
    }
    response.end("ok");
  });
  const file = join(folder, "plan.json");
  await writeFile(file, JSON.stringify({ requests: [{ path: "/{n}", for: { n: [0, 1, 2, 3] } }] }));
  const { acknowledged, said } = await recordUnder(heedful, [from, out, file], (line) => {
    if (line === "captured /0") stored.resolve();
  });
  for (const each of [out, join(out, "localhost")]) await chmod(each, 0o755);
  expect(said).toMatch(/Cannot record into .*": permission denied \(EACCES\)/);
  expect(said).not.toMatch(/unlink|\.lock/);
  expect(acknowledged).toEqual(expect.arrayContaining(["captured /0"]));
  await expectWhole(out, acknowledged);
});
