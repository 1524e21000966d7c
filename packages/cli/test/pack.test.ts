import { execFileSync } from "node:child_process";
import { copyFile, cp, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { filesIn, sharedFolder, tempFolder } from "../../../.ci/test-resources.ts";
import { root, startTapedeck as startProcess } from "./command.ts";
import { startTapedeck, tapedeck } from "./in-process.ts";

const folder = sharedFolder();
let file: string;

beforeAll(async () => {
  file = join(folder, "recordings.tapedeck");
  await tapedeck(["pack", "recordings", file]);
});

test("pack makes one file of a folder, and unpack gives the folder back", async () => {
  const out = join(folder, "out");
  expect(await tapedeck(["unpack", file, out, "--json"])).toMatchObject({ code: 0 });
  expect(await filesIn(out, "base64")).toEqual(await filesIn(join(root, "recordings"), "base64"));
  expect(await tapedeck(["unpack", file, out])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^tapedeck: Cannot unpack: ".*\.har" is there already; name another folder/),
  });
  await copyFile(file, join(folder, "packed"));
  expect(await tapedeck(["unpack", join(folder, "packed")])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/Cannot unpack ".*": name the folder to write, too/),
  });
  expect(await tapedeck(["unpack", join(folder, "none.tapedeck")])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^tapedeck: Cannot unpack ".*": no such file; make one of a folder: npx @tapedeck/),
  });
});

test("pack names a symbolic link, which it would leave out, and writes nothing", async () => {
  const linked = join(folder, "linked");
  await cp(join(root, "recordings"), linked, { recursive: true });
  await symlink(join(root, "recordings"), join(linked, "more"));
  expect(await tapedeck(["pack", linked, join(folder, "linked.tapedeck")])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /"more".*it is a symbolic link, which is not followed; put what it leads to in its place/,
    ),
  });
  expect(await readdir(folder)).not.toContain("linked.tapedeck");
});

test.each<readonly [shows: string, request: object, text: string]>([
  ["a credential", { headers: [{ name: "Authorization", value: "Bearer s3cr3t-T0ken-9xQ2" }] }, "[]"],
  ["a cookie", { cookies: [{ name: "sid", value: "s3cr3t-T0ken-9xQ2" }] }, "[]"],
  ["a parameter", { url: "https://api.service.example/zen?access_token=s3cr3t-T0ken-9xQ2" }, "[]"],
  ["a body", {}, '{"password":"s3cr3t-T0ken-9xQ2"}'],
])("pack refuses another tool's file with %s in plain", async (_shows, request, text) => {
  const dir = await tempFolder();
  const whole = {
    startedDateTime: "2026-02-03T04:05:06.789Z",
    request: { method: "GET", url: "https://api.service.example/zen", headers: [], ...request },
    response: { status: 200, headers: [], content: { text } },
  };
  await writeFile(
    join(dir, "zen.har"),
    JSON.stringify({ log: { version: "1.2", creator: { name: "x" }, entries: [whole] } }),
  );
  const { code, stdout, stderr } = await tapedeck(["pack", dir, join(dir, "x.tapedeck")]);
  expect(code).toBe(1);
  const har = join(dir, "zen.har");
  expect(stderr).toContain(`Cannot pack recording "${har}": it holds what looks like a secret (`);
  expect(stderr).toContain(`; take it over with npx @tapedeck/cli import "${har}" --to DIR`);
  expect(stdout + stderr).not.toContain("s3cr3t");
  expect(await readdir(dir)).toEqual(["zen.har"]);
});

test("pack refuses a recording that was edited and holds a secret, until verify --fix hid it", async () => {
  const dir = await tempFolder();
  await cp(join(root, "recordings"), dir, { recursive: true });
  const [har = ""] = (await readdir(dir, { recursive: true })).filter((each) => each.endsWith(".har"));
  const text = await readFile(join(dir, har), "utf8");
  await writeFile(
    join(dir, har),
    text.replace("\n      {", '\n      { "name": "x-api-key", "value": "s3cr3t-T0ken-9xQ2" },\n      {'),
  );
  const { code, stderr } = await tapedeck(["pack", dir, join(dir, "x.tapedeck")]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/it holds what looks like a secret \(header\); run npx @tapedeck\/cli verify --fix before/);
  await tapedeck(["verify", dir, "--fix"]);
  expect(await tapedeck(["pack", dir, join(dir, "x.tapedeck")])).toMatchObject({ code: 0 });
});

test("unpack says of any other file that it is no packed one", async () => {
  const har = join(folder, "some.har");
  await writeFile(har, "{}");
  expect(await tapedeck(["unpack", har, join(folder, "from-har")])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^tapedeck: Cannot unpack ".*": it is not a packed file of recordings; make one of a folder/,
    ),
  });
});

test("pack and unpack say which path cannot be written, and leave nothing there", async () => {
  const [taken, none, text] = [join(folder, "taken"), join(folder, "nowhere", "x"), join(folder, "text")];
  const pipe = join(folder, "pipe");
  await mkdir(taken);
  await writeFile(text, "");
  execFileSync("mkfifo", [pipe]);
  const calls: ReadonlyArray<readonly [words: string[], message: string]> = [
    [["pack", "recordings", taken], `Cannot pack into "${taken}": it is a folder; name another file`],
    [["pack", "recordings", pipe], `Cannot pack into "${pipe}": it is a device or a pipe; name another file`],
    [["pack", "recordings", none], `Cannot pack into "${none}": no such file or directory; name another file`],
    [["unpack", file, text], `Cannot unpack into "${text}": not a directory; name another folder`],
    [["unpack", folder, taken], `Cannot unpack "${folder}": it is not a file; make one of a folder`],
  ];
  for (const [words, message] of calls) {
    const { code, stderr } = await tapedeck(words);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`tapedeck: ${message}`)]);
  }
  expect((await readdir(folder)).filter((name) => name.includes(".tmp"))).toEqual([]);
});

test("pack makes no file of a folder without recordings", async () => {
  const empty = join(folder, "empty");
  await mkdir(empty);
  expect(await tapedeck(["pack", empty])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^tapedeck: Cannot pack ".*": it holds no recording \(\*\.har\); record some/),
  });
  expect(await readdir(folder)).not.toContain("empty.tapedeck");
});

test.each(["node", "deno", "bun"])("a packed file is replayed as its folder is, on %s", async (runtime) => {
  // Within what Deno may read.
  const packed = join(root, "node_modules", `pack-test-${runtime}.tapedeck`);
  await cp(file, packed);
  const targets = [
    "/users/ada",
    "/users/ada",
    "/user",
    "/orgs/lighthouse/repos?per_page=2",
    "/nothing",
    "/bicyclists/malaga",
  ];
  const answersOf = async (what: string): Promise<unknown> => {
    const { url, stop } = await startProcess(["replay", what, "--port", "0", "--quiet"], { runtime });
    const answers = [];
    for (const target of targets) {
      const response = await fetch(`${url}${target}`);
      answers.push([response.status, [...response.headers], await response.text()]);
    }
    await stop();
    return JSON.parse(JSON.stringify(answers).replaceAll(url, ""));
  };
  try {
    expect(await answersOf(packed)).toEqual(await answersOf("recordings"));
  } finally {
    await rm(packed);
  }
});

test("verify names what is damaged", async () => {
  expect(await tapedeck(["verify", file])).toMatchObject({ code: 0, stdout: expect.stringContaining("all well") });
  const bytes = await readFile(file);
  bytes[bytes.indexOf('"login":"ada"') + 10] = 0x21;
  const broken = join(folder, "broken.tapedeck");
  await writeFile(broken, bytes);
  const { code, stdout } = await tapedeck(["verify", broken]);
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(/ {2}damaged: the body of exchange \d+ of \S+: it is not as it was written/),
  ]);
});

test("another rule finds answers by path, and one without the path says what to do", async () => {
  const first = async (words: readonly string[]): Promise<unknown> => {
    const { url, stop } = await startTapedeck(["replay", file, "--port", "0", "--quiet", ...words]);
    const { status } = await fetch(`${url}/users/ada?unknown=1`);
    await stop();
    return status;
  };
  expect([await first([]), await first(["--match", "method,path,principal"])]).toEqual([501, 200]);
  expect(await tapedeck(["replay", file, "--port", "0", "--match", "method"])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("pack it again with the same --match"),
  });
});

test("nothing is recorded into a packed file, nor mended in one", async () => {
  const record = ["replay", file, "--misses", "record", "--from", "http://127.0.0.1:9"];
  expect(await tapedeck(record)).toMatchObject({ code: 1, stderr: expect.stringContaining("it is packed; unpack it") });
  expect(await tapedeck(["verify", "--fix", file])).toMatchObject({ code: 2 });
});
