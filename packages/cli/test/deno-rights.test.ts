import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { main, root } from "./command.ts";
import { tapedeck } from "./in-process.ts";

// The table of the README, and what it stands for: a service of this test's, and a folder of its own.
const readme = await readFile(join(root, "packages/cli/README.md"), "utf8");
const rows = Array.from(readme.matchAll(/^\| `(.*)` \| `(--allow-.*)` \|$/gm), ([, call = "", flags = ""]) => ({
  call,
  command: call.split(" ")[0] ?? "",
  flags: flags.split(" "),
}));

// A command asks for a right in one place, whatever it is called with.
const shown = new Set<string>();
const isNew = (right: string): boolean => !shown.has(right) && shown.add(right) === shown;

let service: Server;
let folder = "";
beforeAll(async () => {
  service = createServer((_request, response) => response.end("[]"));
  await once(service.listen(0, "127.0.0.1"), "listening");
});
afterAll(async () => {
  service.closeAllConnections();
  service.close();
});

async function prepare(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), "tapedeck-rights-"));
  await cp(join(root, "recordings/cyclists.example"), join(folder, "recordings/cyclists.example"), { recursive: true });
  await mkdir(join(folder, "packs"));
  await tapedeck(["pack", join(folder, "recordings"), join(folder, "packed.tapedeck")]);
  await writeFile(join(folder, "plan.json"), '{ "requests": [{ "path": "/" }] }');
  await writeFile(join(folder, "browser.har"), '{ "log": { "version": "1.2", "entries": [] } }');
}

/** Runs a command in the folder, until it ends or says where it serves. */
async function run(call: string, flags: readonly string[]): Promise<{ code: number | null; said: string }> {
  const { port } = service.address() as AddressInfo;
  const real = (word: string): string =>
    word
      .replaceAll("https://api.example", `http://127.0.0.1:${port}`)
      .replaceAll("api.example:443", `127.0.0.1:${port}`)
      .replaceAll("/tmp", tmpdir());
  const words = ["run", "--no-prompt", ...flags.map(real), resolve(root, main)];
  const { PORT: _, ...environment } = process.env;
  const child = spawn("deno", [...words, ...call.split(" ").map(real)], {
    cwd: folder,
    env: { ...environment, NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.on("data", (said) => /replaying/.test(String(said)) && child.kill());
  const closed = once(child, "close");
  const said = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await closed) as [number | null];
  return { code, said: said.join("") };
}

test("the README lists every command", () => {
  const listed = new Set(rows.map(({ command }) => command));
  expect([...listed]).toEqual(["replay", "record", "verify", "check", "drift", "import", "export", "pack", "unpack"]);
});

describe.each(rows)("under Deno, tapedeck $call", ({ call, command, flags }) => {
  const news = flags.filter((flag) => isNew(`${command} ${flag.split("=")[0]}`));

  beforeAll(prepare);
  afterAll(() => rm(folder, { recursive: true }));

  test("needs no more rights than the README lists", async () => {
    const { said } = await run(call, flags);
    expect(said).not.toMatch(/--allow-|NotCapable|[Rr]equires \w+ access|please report/);
  });

  test.each(news)("says that it needs %s", async (flag) => {
    const { code, said } = await run(
      call,
      flags.filter((other) => other !== flag),
    );
    const [name = ""] = flag.split("=");
    expect(said).toMatch(
      new RegExp(`^tapedeck: Cannot ${command}: Deno does not allow .*; run it again with ${name}\\b`),
    );
    expect(code).toBe(1);
  });
});
