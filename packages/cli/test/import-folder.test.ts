import { cp, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../.ci/test-resources.ts";
import { root } from "./command.ts";
import { startTapedeck, tapedeck } from "./in-process.ts";

const fixtures = join(root, "packages/tape/test/fixtures");

test("import of a folder takes every file in it, whichever tool wrote it, and names what is broken", async () => {
  const at = await tempFolder();
  await mkdir(join(at, "deep/er"), { recursive: true });
  await cp(join(fixtures, "vcr.yml"), join(at, "deep/er/list.yml"));
  await cp(join(fixtures, "polly-6.har"), join(at, "deep/recording.har"));
  await cp(join(fixtures, "undici.json"), join(at, "snapshots.json"));
  await writeFile(join(at, "deep/broken.har"), '{"log":{"entries":[{"request":{"url":"planted-t0ken');
  await symlink(join(fixtures, "go-vcr.yaml"), join(at, "linked.yaml"));
  const imported = await tapedeck(["import", at, "--to", join(at, "out"), "--origin", "all"]);
  expect(imported).toMatchObject({ code: 0, stderr: "" });
  expect(imported.stdout).toMatch(/45 exchanges of .*, by Polly\.js 6\.[\d.]+, VCR 5\.0\.0, undici's SnapshotAgent/);
  expect(imported.stdout).toMatch(/^left out {2}deep\/broken\.har: it is not whole: it ends in the middle/m);
  expect(imported.stdout).not.toContain("planted-t0ken");
  expect(await tapedeck(["verify", join(at, "out")])).toMatchObject({ code: 0 });
});

test("import --each makes a tape of each file, named as the file is", async () => {
  const at = await tempFolder();
  const cassettes = join(at, "cassettes");
  await mkdir(join(cassettes, "users_1234567890/list_987654321"), { recursive: true });
  await cp(join(fixtures, "vcr.yml"), join(cassettes, "zen.yml"));
  await cp(join(fixtures, "polly-6.har"), join(cassettes, "users_1234567890/list_987654321/recording.har"));
  const out = join(at, "tapes");
  const { code, stdout } = await tapedeck(["import", cassettes, "--each", "--to", out, "--origin", "all"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/captured 15, .*; in .*tapes\/users\/list\n/);
  expect(stdout).toMatch(/captured 15, .*; in .*tapes\/zen\n/);
  const zip = await tapedeck(["import", join(fixtures, "playwright.zip"), "--each", "--to", out]);
  expect(zip.stdout).toMatch(/; in .*tapes\/playwright\.zip\/har\n/);
  const one = await tapedeck(["import", join(fixtures, "undici.json"), "--each", "--to", out]);
  expect(one.stdout).toMatch(/; in .*tapes\/undici\n/);
  const replay = await startTapedeck(["replay", join(out, "zen"), "--port", "0"]);
  expect(await fetch(`${replay.url}/zen`).then((answer) => answer.text())).toBe("line 1");
  await replay.stop();
});

test("a link that leads out of __files is not followed, and neither are bytes that are no UTF-8 taken for text", async () => {
  const at = await tempFolder();
  await mkdir(join(at, "mappings"));
  await mkdir(join(at, "__files"));
  await writeFile(join(at, "secret.txt"), "planted-t0ken");
  await symlink("../secret.txt", join(at, "__files/body.txt"));
  const mapping = { request: { method: "GET", url: "/a" }, response: { status: 200, bodyFileName: "body.txt" } };
  await writeFile(join(at, "mappings/a.json"), JSON.stringify(mapping));
  expect(await tapedeck(["import", at, "--to", join(at, "out")])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/left out {2}mapping 1, GET \/a: its body is not there: __files\/body\.txt\n$/),
  });
  await writeFile(join(at, "mappings/a.json"), Buffer.from('{"mappings":[],\n"a":"\xff"}', "latin1"));
  expect((await tapedeck(["import", at])).stderr).toMatch(/mappings\/a\.json": it is no text in UTF-8, at line 2;/);
});
