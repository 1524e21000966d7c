import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
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
  const readme = await readFile(join(root, "packages/testing/README.md"), "utf8");
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

test("README: the test of its example records from a live API, and then replays it", async () => {
  // A live API's quota is never as a test finds it in a recording.
  const headers = { "content-type": "application/json", "x-ratelimit-limit": "60", "x-ratelimit-remaining": "11" };
  const live = createServer((_request, response) => response.writeHead(200, headers).end('{"login":"grace-lin"}'));
  await new Promise<void>((resolve) => live.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(live.address() as AddressInfo).port}`;
  const file = join(project, "accounts.test.ts");
  await writeFile(file, (await readFile(file, "utf8")).replace("https://api.service.example", url));
  expect(await run({ TAPEDECK: "record" })).toMatchObject({ code: 0, said: expect.stringContaining("captured 1,") });
  live.close();
  expect(await run()).toMatchObject({ code: 0 });
});

test("README: without a recording the test of its example says what to do", async () => {
  const { code, said } = await run();
  expect(code).toBe(1);
  expect(said).toContain('Cannot replay GET /users/grace-lin: tape "accounts/reads-an-account" does not have it');
  expect((await run({ CI: "true", TAPEDECK: "record" })).said).toContain("Cannot record in CI");
});
