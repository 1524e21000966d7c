import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { root, tapedeck } from "./command.ts";
import { pattern, steps } from "./transcript.ts";

const readme = readFileSync(join(root, "packages/check/README.md"), "utf8");
const shownUrl = "http://127.0.0.1:8790";

test("README of check: what is shown of a check is what it prints", async () => {
  const [, transcript = ""] = /^```console\n(.*?)^```$/ms.exec(readme) ?? [];
  const [server, check] = steps(transcript);
  const [program = "", ...words] = (server?.command ?? "").replace("--port 8790", "--port 0").split(" ");
  const child = spawn(program, words, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => {
    child.kill();
  });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const url = /http:\S+/.exec(line)?.[0] ?? "";
  expect(`${line.replace(url, shownUrl)}\n`).toMatch(pattern(server?.shown ?? ""));

  const command = (check?.command ?? "").replace(shownUrl, url).split(" ").slice(2);
  const { code, stdout } = await tapedeck(command);
  expect(stdout.replaceAll(url, shownUrl)).toMatch(pattern(check?.shown ?? ""));
  expect(code).toBe(1);
});
