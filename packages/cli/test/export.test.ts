import { execFile, execFileSync } from "node:child_process";
import { readdir, readFile, readlink, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { filesIn, tempFolder } from "../../../.ci/test-resources.ts";
import { root } from "./command.ts";
import { startTapedeck, tapedeck } from "./in-process.ts";

describe.each([
  ["har", "all.har"],
  ["nock", "nocks.json"],
  ["wiremock", "wiremock"],
])("tapedeck export --format %s", (format, name) => {
  test("and import give the same recordings, byte for byte", async () => {
    const [to, back] = [join(await tempFolder(), name), await tempFolder()];
    const exported = await tapedeck(["export", "recordings", "--format", format, "--to", to]);
    expect(exported).toMatchObject({
      code: 0,
      stderr: "",
      stdout: expect.stringContaining(`39 exchanges as ${format} in ${to}`),
    });
    const imported = await tapedeck(["import", to, "--to", back, "--origin", "all"]);
    expect(imported.stdout).toMatch(/captured 39, unchanged 0, redacted 0, invalid 0, failed 0/);
    const recordings = Object.entries(await filesIn(join(root, "recordings"))).filter(([file]) =>
      file.endsWith(".har"),
    );
    const again = Object.entries(await filesIn(back)).filter(([file]) => file.endsWith(".har"));
    expect(Object.fromEntries(again)).toEqual(Object.fromEntries(recordings));
  });

  test("goes to standard output where no file is named, and what cannot be said to standard error", async () => {
    const { code, stdout, stderr } = await tapedeck(["export", "recordings", "--format", format]);
    expect(code).toBe(0);
    expect(() => JSON.parse(stdout)).not.toThrow();
    const alias = /^changed {3}GET https:\/\/api\.service\.example\/user: asked as \w+ and \w+: ask with the alias/m;
    if (format === "har") expect(stderr).toBe("");
    else expect(stderr).toMatch(alias);
  });
});

test("export writes to a pipe, and to what a link leads to, and replaces neither", async () => {
  const folder = await tempFolder();
  const [pipe = "", copy = "", file = "", link = ""] = ["pipe", "copy", "all.har", "link"].map((name) =>
    join(folder, name),
  );
  execFileSync("mkfifo", [pipe]);
  await writeFile(file, "before");
  await symlink(file, link);
  // Another process reads, and keeps it: Deno writes to a pipe without turning to its other work.
  await Promise.all([
    promisify(execFile)("sh", ["-c", 'cat "$0" > "$1"', pipe, copy]),
    tapedeck(["export", "recordings", "--format", "har", "--to", pipe]),
  ]);
  const text = await readFile(copy, "utf8");
  await tapedeck(["export", "recordings", "--format", "har", "--to", link]);
  expect(await readlink(link)).toBe(file);
  expect(await readFile(file, "utf8")).toBe(text);
  expect(JSON.parse(text).log.entries).toHaveLength(39);
});

test("of several origins, import asks to choose, and takes what is chosen", async () => {
  const all = join(await tempFolder(), "origins.har");
  await tapedeck(["export", "recordings", "--format", "har", "--to", all]);
  const out = await tempFolder();
  expect(await tapedeck(["import", all, "--to", out])).toEqual({
    code: 1,
    stdout: "",
    stderr: `tapedeck: Cannot import "${all}": it holds 2 origins; choose, or take them all with --origin all\n  --origin https://api.service.example   31 exchanges\n  --origin https://cyclists.example   8 exchanges\n`,
  });
  const chosen = await tapedeck(["import", all, "--to", out, "--origin", "https://cyclists.example"]);
  expect(chosen.stdout).toMatch(/captured 8,/);
  expect((await readdir(out)).filter((name) => !name.startsWith("."))).toEqual(["cyclists.example"]);
  const replay = await startTapedeck(["replay", all, "--port", "0"]);
  expect(replay.line).toContain("replaying 31 exchanges");
  await replay.stop();
  const other = await startTapedeck(["replay", all, "--port", "0", "--of", "https://cyclists.example"]);
  expect(other.line).toContain("replaying 8 exchanges");
  await other.stop();
});
