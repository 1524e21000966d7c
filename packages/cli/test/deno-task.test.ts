import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./command.ts";

const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

// Deno runs what stands in node_modules/.bin as JavaScript, and the `node` there is none.
test.each(["start", "test", "rerecord"])("the script %s is a task of Deno as well", (name) => {
  expect(scripts[name]).toMatch(/^zx \.ci\/run\.ts \S+\.ts/);
});

test("deno task start serves the recordings", async () => {
  const child = spawn("deno", ["task", "start", "--port", "0"], { cwd: root, stdio: ["ignore", "pipe", "ignore"] });
  let said = "";
  for await (const chunk of child.stdout) {
    said += chunk;
    if (/:\d+\n/.test(said)) break;
  }
  const [, url = ""] = /replaying \d+ exchanges on (\S+)/.exec(said) ?? [];
  expect((await fetch(`${url}/users/ada`)).status).toBe(200);
  child.kill("SIGTERM");
  await once(child, "close");
});
