import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

let project: string;
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), "tapedeck-readme-"));
  await symlink(join(root, "node_modules"), join(project, "node_modules"), "dir");
  const readme = await readFile(join(root, "packages/nock/README.md"), "utf8");
  const [, code = ""] = /```ts\n(\/\/ accounts\.test\.ts\n.*?)```/s.exec(readme) ?? [];
  await writeFile(join(project, "accounts.test.ts"), code);
});
afterEach(() => rm(project, { recursive: true }));

function run(environment: Readonly<Record<string, string>> = {}): Promise<{ code: number; said: string }> {
  const { CI: _ci, TAPEDECK: _mode, ...inherited } = process.env;
  return new Promise((resolve) => {
    const options = { cwd: project, env: { ...inherited, ...environment } };
    execFile(process.execPath, ["--test", "accounts.test.ts"], options, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });
}

test("README: the test of its example replays what stands where it says", async () => {
  const recording = "api.service.example/users/grace-lin/recording.har";
  const tape = join(project, "recordings/accounts/reads-an-account");
  await cp(join(root, "recordings", recording), join(tape, recording));
  expect(await run()).toMatchObject({ code: 0 });
  expect(await run({ CI: "true" })).toMatchObject({ code: 0 });
});

test("README: without a recording the test of its example says what to do", async () => {
  const { code, said } = await run();
  expect(code).toBe(1);
  expect(said).toContain('Cannot replay GET /users/grace-lin: tape "accounts/reads-an-account" does not have it');
  expect((await run({ CI: "true", TAPEDECK: "record" })).said).toContain("Cannot record in CI");
});
