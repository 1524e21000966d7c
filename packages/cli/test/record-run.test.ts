import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { listRecordings } from "@tapedeck/tape/files";
import { beforeEach, expect, test } from "vitest";
import { evaluate } from "../../../.ci/runtimes.ts";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { main, root, tapedeck as tapedeckProcess } from "./command.ts";
import { tapedeck } from "./in-process.ts";

let folder: string;
beforeEach(async () => {
  folder = await tempFolder();
});

async function wordsFor(from: string, count: number): Promise<string[]> {
  const plan = join(folder, "the plan.json");
  await writeFile(plan, JSON.stringify({ requests: [{ path: "/{n}", for: { n: Array.from(Array(count).keys()) } }] }));
  return ["record", "--from", from, "--out", join(folder, "out"), "--plan", plan];
}

const tagged: RequestListener = (request, response) => {
  response.setHeader("etag", `"${request.url}"`);
  response.writeHead(request.headers["if-none-match"] === `"${request.url}"` ? 304 : 200).end(request.url);
};

test("record again asks only whether anything changed, unless it is told to record afresh", async () => {
  const statuses: number[] = [];
  const from = await serveUpstream((request, response) => {
    response.on("finish", () => statuses.push(response.statusCode));
    tagged(request, response);
  });
  const words = await wordsFor(from, 3);
  expect((await tapedeck(words)).stderr).toContain("captured 3, unchanged 0");
  expect((await tapedeck(words)).stderr).toContain("captured 0, unchanged 3");
  expect((await tapedeck([...words, "--fresh"])).stderr).toContain("captured 0, unchanged 3");
  expect(statuses).toEqual([200, 200, 200, 304, 304, 304, 200, 200, 200]);
});

test("record tells that earlier runs sent more of a request, and prune does away with their answers as it says", async () => {
  let answered = 0;
  const from = await serveUpstream((_request, response) => response.end(String(++answered)));
  const out = join(folder, "out");
  const asking = (times: number): string[] => [
    "--",
    ...evaluate,
    `for (let n = 0; n < ${times}; n++) await (await fetch(process.env.TAPEDECK_URL + "/count")).text()`,
  ];
  expect((await tapedeck(["record", "--from", from, "--out", out, ...asking(3)])).stderr).not.toContain("earlier runs");
  const { stderr } = await tapedeck(["record", "--from", from, "--out", out, ...asking(1)]);
  expect(stderr).toContain("tapedeck: earlier runs sent more of GET /count: their answers stay behind the new ones");
  expect(stderr).toContain(`prune ${out} -- npx @tapedeck/cli replay ${out} -- COMMAND`);
  const command = ["--", process.execPath, main, "replay", out, ...asking(1)];
  expect((await tapedeckProcess(["prune", out, "--yes", ...command])).stdout).toMatch(
    /removed .*GET\.2\.har\nremoved .*GET\.3\.har/,
  );
  expect(await listRecordings(out)).toHaveLength(1);
});

test("record names the command that asks again for what failed, and that command does it", async () => {
  let broken = true;
  const from = await serveUpstream((request, response) => {
    if (broken && /[134]/.test(request.url ?? "")) request.socket.destroy();
    else response.end("ok");
  });
  const words = await wordsFor(from, 6);
  const first = await tapedeck([...words, "--retries", "0"]);
  expect(first.code).toBe(1);
  expect(first.stderr).toContain("captured 3, unchanged 0, redacted 0, invalid 0, failed 3");
  const again = /to ask again for what is missing:\n {2}npx @tapedeck\/cli (.*)/.exec(first.stderr)?.[1] ?? "";
  expect(again).toContain(`--plan '${join(folder, "the plan.json")}' --retries 0 --only 2,4-5`);
  broken = false;
  const shell = spawn("sh", ["-c", `node "${main}" ${again}`], { cwd: root, stdio: "ignore" });
  expect(await once(shell, "exit")).toEqual([0, null]);
  expect(await listRecordings(join(folder, "out"))).toHaveLength(6);
});

// Starts it, and asks it to stop once it has said so many lines.
async function stopAfter(lines: number, words: readonly string[], signal: NodeJS.Signals) {
  const child = spawn("node", [main, ...words], {
    cwd: root,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const closed = once(child, "close");
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line);
    if (said.length === lines) child.kill(signal);
  }
  const [code] = (await closed) as [number | null];
  return { code, said };
}

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("record by a plan ends well on %s: what it asked is kept, the rest is named", async (signal, exitCode) => {
  const from = await serveUpstream((request, response) => setTimeout(() => response.end(request.url), 20));
  const words = await wordsFor(from, 500);
  const { code, said } = await stopAfter(3, words, signal);
  expect(code).toBe(exitCode);
  const kept = said.filter((line) => line.startsWith("captured")).length;
  expect(said).toContain(
    "tapedeck: stopping; requests already sent are still recorded, within 30 s (Ctrl-C again ends at once)",
  );
  expect(said).toContain(
    `tapedeck: captured ${kept}, unchanged 0, redacted 0, invalid 0, failed 0; in ${join(folder, "out")}`,
  );
  expect(said.at(-1)).toMatch(new RegExp(`--only ${kept + 1}-500$`));
  expect(await listRecordings(join(folder, "out"))).toHaveLength(kept);
  expect((await tapedeck(["verify", join(folder, "out")])).code).toBe(0);
});

test("record stops waiting when it is told to", async () => {
  const from = await serveUpstream((_request, response) => response.writeHead(429, { "retry-after": "3000" }).end());
  const { code, said } = await stopAfter(1, await wordsFor(from, 2), "SIGINT");
  expect(code).toBe(130);
  expect(said[0]).toMatch(/^waiting {3}anonymous: 3000 s, until \d\d:\d\d:\d\dZ \(retry-after\)$/);
  expect(said.at(-1)).toMatch(/--only 1-2$/);
});

test("record --json says everything as events", async () => {
  let asked = 0;
  const from = await serveUpstream((_request, response) => {
    asked += 1;
    response.setHeader("x-ratelimit-limit", 60).setHeader("x-ratelimit-remaining", 60 - asked);
    response.writeHead(asked === 2 ? 503 : 200, { "retry-after": "1" }).end("ok");
  });
  const { stdout, stderr } = await tapedeck([...(await wordsFor(from, 2)), "--json", "--budget", "3"]);
  expect(stderr).toBe("");
  const events = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  // The first answer reaches the disk while the second request is sent, and waits.
  const others = events.filter(({ event }) => event !== "waiting");
  expect(others.map(({ event }) => event)).toEqual([
    "exchange",
    "progress",
    "exchange",
    "progress",
    "limited",
    "summary",
  ]);
  const waiting = events.filter(({ event }) => event === "waiting");
  expect(waiting).toMatchObject([{ principal: "anonymous", reason: "server error" }]);
  expect(others[3]).toMatchObject({ done: 2, of: 2, standings: { anonymous: { limit: 60, remaining: 57 } } });
  expect(others[4]).toMatchObject({ rateLimits: { policies: [{ limits: { anonymous: 60 } }] } });
  expect(others[5]).toMatchObject({ captured: 2, failed: [] });
});

test("a disk that takes no more ends the recording, with a clear word, and leaves whole files", async () => {
  const from = await serveUpstream((request, response) =>
    response.end(request.url === "/2" ? "x".repeat(200_000) : "ok"),
  );
  const words = [...(await wordsFor(from, 30)), "--origin", "http://localhost"];
  // As a full disk: no file may grow beyond 64 blocks of 1024 bytes.
  const script = `trap '' XFSZ; ulimit -f 64; exec node "${main}" "$@"`;
  const child = spawn("bash", ["-c", script, "bash", ...words], { cwd: root, stdio: ["ignore", "ignore", "pipe"] });
  const said = (await child.stderr.setEncoding("utf8").toArray()).join("");
  expect(said).toMatch(
    /failed {4}GET \/2: Cannot record into .*: the file would be larger than this system allows \(EFBIG\)/,
  );
  // What was asked while the third was on its way to the disk is kept.
  expect(said).toMatch(/--only 3(?:-|,\d+-)30\n$/);
  const kept = await listRecordings(join(folder, "out"));
  expect(kept).toEqual(expect.arrayContaining(["localhost/0/GET.har", "localhost/1/GET.har"]));
  expect(kept).not.toContain("localhost/2/GET.har");
  expect((await tapedeck(["verify", join(folder, "out")])).code).toBe(0);
  expect(await readFile(join(folder, "out/localhost/1/GET.har"), "utf8")).toContain('"text": "ok"');
});

test.each([
  ["numbers that are none", ["--only", "0"], /Found "0", wanted numbers from 1, such as 2,5-7/],
  ["a range backwards", ["--only", "7-5"], /Found "7-5", wanted numbers from 1/],
  ["a number beyond the plan", ["--only", "9"], /Cannot record request 9 of the plan: it has 2/],
])("record refuses %s", async (_shows, words, message) => {
  const { code, stderr } = await tapedeck([...(await wordsFor("http://127.0.0.1:1", 2)), ...words]);
  expect(code).toBeGreaterThan(0);
  expect(stderr).toMatch(message);
});

test("record and replay say that an answer leads a client to another origin, where nothing is recorded", async () => {
  const objects = await serveUpstream((_request, response) => response.end("object"));
  const from = await serveUpstream((request, response) => {
    const location = request.url === "/here" ? "/there" : `${objects}/1?signature=hunter2hunter2`;
    response.writeHead(302, { location }).end();
  });
  const out = join(folder, "out");
  const asking = [
    "--",
    ...evaluate,
    `for (const path of ["/1", "/2", "/here"]) await fetch(process.env.TAPEDECK_URL + path, { redirect: "manual" })`,
  ];
  const recorded = await tapedeck(["record", "--from", from, "--out", out, ...asking]);
  expect(recorded.stderr).toContain(`captured  302 GET /1 (redirects to ${objects}, where nothing is recorded)\n`);
  expect(recorded.stderr).toContain("captured  302 GET /here\n");
  expect(recorded.stderr).toContain(`answers redirect to ${objects}: what a client asks there is neither recorded`);
  expect(recorded.stderr).not.toContain("hunter2");
  const replayed = await tapedeck(["replay", out, ...asking]);
  expect(replayed.stderr).toContain(`played    302 GET /1 (redirects to ${objects}, which is not replayed here)\n`);
  expect(replayed.stderr).toContain("played    302 GET /here\n");
});
