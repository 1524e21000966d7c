import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { tempFolder } from "../../../.ci/test-resources.ts";
import { main, root } from "./command.ts";

test("a replay that will be killed has cached its compiled code before", async () => {
  const cache = { NODE_COMPILE_CACHE: await tempFolder(), NODE_DEBUG_NATIVE: "COMPILE_CACHE" };
  const words = [main, "replay", "--port", "0", "--quiet"];
  const replay = spawn("node", words, { cwd: root, env: { ...process.env, ...cache } });
  onTestFinished(() => void replay.kill("SIGKILL"));
  replay.stdout.resume();
  const written: string[] = [];
  for await (const line of createInterface({ input: replay.stderr })) {
    if (!/writing cache .*success/.test(line)) continue;
    written.push(line);
    replay.kill("SIGKILL");
  }
  expect(written.length).toBeGreaterThan(0);
});
