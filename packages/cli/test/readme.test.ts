import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { startOrigin } from "@tapedeck/conformance/reference-server";
import { beforeAll, expect, test } from "vitest";
import { sharedFolder } from "../../../.ci/test-resources.ts";
import { type Running, root, startTapedeck } from "./command.ts";
import { pattern, steps } from "./transcript.ts";

const readme = readFileSync(join(root, "README.md"), "utf8");

/** Where the README's replay listens; here it takes any free port. */
const shownUrl = "http://127.0.0.1:8787";

/** The examples in one language, in order. */
function examples(language: string): string[] {
  return Array.from(readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms")), ([, code = ""]) => code);
}

interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(
  program: string,
  words: readonly string[],
  environment: Record<string, string> = {},
  folder: string = root,
): Promise<Ran> {
  const child = spawn(program, words, { cwd: folder, env: { ...process.env, ...environment } });
  child.stdin.end();
  const closed = once(child, "close");
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await closed) as [number | null];
  return { code, stdout, stderr };
}

/** What an example says that it prints: the comments after its calls of console.log. */
function promised(code: string): string {
  return Array.from(code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm), ([, said]) => `${said}\n`).join("");
}

test.each(examples("ts").map((code) => [code.match(/from "(.*?)"/)?.[1] ?? "", code]))(
  "README: the example of %s prints what it says, on every runtime",
  async (_package, code) => {
    expect(promised(code)).not.toBe("");
    for (const [program, ...words] of [
      ["node", "--input-type=module-typescript", "--eval", code],
      ["bun", "--eval", code],
      ["deno", "eval", "--ext=ts", code],
    ]) {
      const { stdout, stderr, code: exit } = await run(program ?? "", words);
      expect({ program, exit, stdout, stderr: exit === 0 ? "" : stderr }).toEqual({
        program,
        exit: 0,
        stdout: promised(code),
        stderr: "",
      });
    }
  },
);

test("README: what its transcripts show is what the commands print", async () => {
  let replay: Running | undefined;
  for (const { command, shown } of examples("console").flatMap(steps)) {
    let printed: string;
    if (command.startsWith("npx @tapedeck/cli replay")) {
      await replay?.stop();
      replay = await startTapedeck([...command.split(" ").slice(2), "--port", "0"]);
      printed = replay.line;
    } else {
      const { stdout, stderr } = await run("sh", ["-c", command.replaceAll(shownUrl, replay?.url ?? "")]);
      printed = (stdout + stderr).replaceAll("\r\n", "\n");
    }
    expect(`${printed.replaceAll(replay?.url ?? "", shownUrl).trimEnd()}\n`, command).toMatch(pattern(shown));
  }
  await replay?.stop();
});

const folder = sharedFolder();
beforeAll(async () => {
  await cp(join(root, "recordings"), join(folder, "recordings"), { recursive: true });
  await cp(join(root, "packages/tape/test/fixtures/devtools.har"), join(folder, "devtools.har"));
});

test("README: the commands that record, verify, check and import do so", async () => {
  const token = "readme-token-0123456789";
  const origin = await startOrigin({ tokens: { [token]: { account: "ada", scopes: ["repo"] } } });
  const replay = await startTapedeck(["replay", "--port", "0"]);
  const commands = examples("sh").flatMap((block) => block.trim().split("\n"));
  const ran: Record<string, Ran> = {};
  for (const command of commands.filter((each) => !/^npm ci|--proxy/.test(each))) {
    // A reader has the command by npx and an API of their own; the client of the last example needs no network.
    const line = command
      .replace("npx @tapedeck/cli", "tapedeck")
      .replace(shownUrl, replay.url)
      .replace("https://api.example", origin.url)
      .replace("npm test", "sh -c 'curl --silent \"$TAPEDECK_URL/zen\"'");
    const environment = { API_TOKEN: token, PATH: `${root}/node_modules/.bin:${process.env["PATH"]}` };
    ran[command] = await run("sh", ["-c", line], environment, folder);
  }
  await replay.stop();
  await origin.close();
  const outcome = Object.values(ran).map(({ code, stdout, stderr }) => [code, stdout + stderr] as const);
  expect(outcome).toEqual([
    [0, ""],
    [0, expect.stringContaining("captured 2, unchanged 0, redacted 2 (token 2), invalid 0, failed 0")],
    [0, expect.stringContaining("captured 1,")],
    [0, "tapedeck: 42 recordings verified, all well\n"],
    [0, expect.stringContaining(" 0 broken, ")],
    [0, expect.stringMatching(/asked 3 of 3 recorded requests of http:\/\/127\.0\.0\.1:\d+; drift: none found/)],
    [0, expect.stringContaining("captured 17, unchanged 0, ")],
    [0, expect.stringContaining("17 exchanges as wiremock in wiremock/mappings/tapedeck.json")],
  ]);
});
