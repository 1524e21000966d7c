import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Exchange } from "@tapedeck/tape";
import { toHar } from "@tapedeck/tape/har";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sharedFolder, tempFolder } from "../../../.ci/test-resources.ts";
import { type Running as RunningProcess, runtimes, startTapedeck as startProcess } from "./command.ts";
import { type Running, startTapedeck, tapedeck } from "./in-process.ts";

const bearer = { authorization: "token any-will-do" };

describe("tapedeck replay", () => {
  let replay: RunningProcess;
  beforeAll(async () => {
    replay = await startProcess(["replay", "--port", "0"]);
  });
  afterAll(() => replay.stop());

  test("says in one line what it replays, and where", () => {
    expect(replay.line).toMatch(/^tapedeck: replaying 39 exchanges on http:\/\/127\.0\.0\.1:\d+$/);
  });

  test("shows a narrow token less than a full one, and an unknown one nothing", async () => {
    const environment = { FULL: "full-token-1", NARROW: "narrow-token-1" };
    const known = await startTapedeck(
      ["replay", "--port", "0", "--token", "token@ada=FULL", "--token", "narrow@ada=NARROW"],
      environment,
    );
    const ask = (token: string) => fetch(`${known.url}/user/repos`, { headers: { authorization: `Bearer ${token}` } });
    const full = await ask(environment.FULL);
    const narrow = await ask(environment.NARROW);
    const unknown = await ask("somebody-elses");
    expect(((await full.json()) as unknown[]).length).toBe(((await narrow.json()) as unknown[]).length + 1);
    // One account, one limit.
    expect([full, narrow].map(({ headers }) => headers.get("x-ratelimit-remaining"))).toEqual(["4999", "4998"]);
    expect([unknown.status, unknown.headers.get("x-ratelimit-limit")]).toEqual([401, "60"]);
    await known.stop();
  });

  test("limits single policies of a preset, for somebody and for all", async () => {
    const words = [
      "--rate-limit",
      "ietf",
      "--limit",
      "minute=7",
      "--limit",
      "hour/anonymous=5",
      "--limit",
      "anonymous=4",
    ];
    const limited = await startTapedeck(["replay", "--port", "0", ...words]);
    const { headers } = await fetch(`${limited.url}/zen`);
    expect(headers.get("ratelimit-policy")).toBe('"minute";q=4;w=60, "hour";q=5;w=3600');
    const known = await fetch(`${limited.url}/zen`, { headers: { authorization: "Bearer any-will-do" } });
    expect(known.headers.get("ratelimit-policy")).toBe('"minute";q=7;w=60, "hour";q=1000;w=3600');
    await limited.stop();
  });

  test.each([
    ["--clock", ["--clock", "2030-05-01T12:00:00Z"], "/users/ada", "date", "Wed, 01 May 2030 12:00:00 GMT"],
    ["--clock", ["--clock", "1893456000"], "/users/ada", "date", "Tue, 01 Jan 2030 00:00:00 GMT"],
    ["--limit", ["--limit", "anonymous=7"], "/users/ada", "x-ratelimit-limit", "7"],
    ["--window", ["--window", "60"], "/users/ada", "x-ratelimit-reset", "1767225660"],
    ["--rate-limit", ["--rate-limit", "gitlab"], "/users/ada", "ratelimit-remaining", "499"],
    ["--vendor", ["--vendor", "acme"], "/users/ada", "x-acme-media-type", "acme.v3; format=json"],
    ["--api", ["--api", "github"], "/api/v3/rate_limit", "x-ratelimit-used", "0"],
    ["--misses", ["--misses", "not-found"], "/users/unheard-of", "x-ratelimit-used", "1"],
  ])("%s is heard", async (_option, words, path, header, value) => {
    const replaying = await startTapedeck(["replay", "--port", "0", ...words]);
    expect((await fetch(replaying.url + path)).headers.get(header)).toBe(value);
    await replaying.stop();
  });

  test("--no-control leaves the control API out", async () => {
    const replaying = await startTapedeck(["replay", "--port", "0", "--no-control"]);
    const response = await fetch(`${replaying.url}/_tapedeck/health`);
    expect([response.status, response.headers.get("x-tapedeck")]).toEqual([501, "miss"]);
    await replaying.stop();
  });

  test("--compress compresses for those who accept it", async () => {
    const [plain, compressing] = [[], ["--compress"]].map((words) =>
      startTapedeck(["replay", "--port", "0", ...words]),
    );
    const ask = async (replaying: Running | undefined) => {
      const accepting = { "accept-encoding": "br" };
      const response = await fetch(`${replaying?.url}/repos/ada/difference-engine`, { headers: accepting });
      const { full_name } = (await response.json()) as { full_name: string };
      await replaying?.stop();
      return [response.headers.get("content-encoding"), full_name];
    };
    expect(await ask(await plain)).toEqual([null, "ada/difference-engine"]);
    expect(await ask(await compressing)).toEqual(["br", "ada/difference-engine"]);
  });

  test("--world serves a synthetic world instead of recordings", async () => {
    const words = ["replay", "--port", "0", "--world", "42", "--accounts", "100", "--repositories", "1000"];
    const world = await startTapedeck(words);
    expect(world.line).toMatch(/^tapedeck: replaying world 42 of 100 accounts and 1000 repositories on http:/);
    const response = await fetch(`${world.url}/user/repos?per_page=1`, { headers: bearer });
    const [repository] = (await response.json()) as Array<{ url: string }>;
    expect((await fetch(repository?.url ?? "")).status).toBe(200);
    // A world is all there is: what it does not have, the API does not have.
    const nobody = await fetch(`${world.url}/users/nobody-of-this-name`);
    expect([nobody.status, await nobody.json()]).toEqual([404, expect.objectContaining({ message: "Not Found" })]);
    await world.stop();
  });

  test("--json prints an event a line", async () => {
    const replaying = await startTapedeck(["replay", "--port", "0", "--json"]);
    const { url } = replaying;
    const { rest } = await replaying.stop();
    expect([replaying.line, ...rest].map((line) => JSON.parse(line))).toEqual([
      { event: "listening", url, exchanges: 39 },
      { event: "stopped", url, exchanges: 39, cut: 0 },
    ]);
  });

  test("PORT in the environment is honoured", async () => {
    const { url } = await startTapedeck(["replay"], { PORT: "0" }).then(async (replaying) => {
      await replaying.stop();
      return replaying;
    });
    expect(new URL(url).port).not.toBe("8787");
  });

  test.each(["SIGINT", "SIGTERM"] as const)("%s stops it cleanly", async (signal) => {
    const replaying = await startProcess(["replay", "--port", "0"]);
    await fetch(`${replaying.url}/zen`);
    expect(await replaying.stop(signal)).toMatchObject({ code: 0, rest: [] });
  });
});

/** Sends half a request, and resolves once the server has begun to read it. */
async function halfRequest(url: string): Promise<{ socket: Socket; answer: Promise<string> }> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  const answer = text(socket).catch(() => "");
  socket.on("error", () => {});
  const head = ["POST /users/octo HTTP/1.1", "Host: localhost", "Content-Length: 4", "Expect: 100-continue"];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  await once(socket, "readable");
  return { socket, answer };
}

describe("tapedeck replay that is stopped", () => {
  test.each(Object.keys(runtimes))("on %s lets requests under way end", async (runtime) => {
    const replay = await startProcess(["replay", "--port", "0", "--grace", "60"], { runtime });
    const { socket, answer } = await halfRequest(replay.url);
    const stopped = replay.stop("SIGTERM");
    // Refused once the signal has come.
    while (
      await fetch(`${replay.url}/zen`).then(
        () => true,
        () => false,
      )
    );
    socket.write("{}{}");
    expect(await answer).toMatch(/^HTTP\/1\.1 100 .*\r\n\r\nHTTP\/1\.1 405 /);
    expect(await stopped).toMatchObject({ code: 0 });
  });

  test("cuts what does not end in time, and says so", async () => {
    const replay = await startTapedeck(["replay", "--port", "0", "--grace", "1"]);
    await halfRequest(replay.url);
    const { code, complaints } = await replay.stop();
    expect(code).toBe(0);
    expect(complaints).toContain(
      "tapedeck: 1 request was cut, which did not end within 1 s; --grace SECONDS allows more",
    );
  });
});

test("replay says which requests it refused", async () => {
  const replay = await startTapedeck(["replay", "--port", "0"]);
  const socket = connect(Number(new URL(replay.url).port), "127.0.0.1");
  socket.end("GET /zen HTTP/1.1\r\nHost: a/b\r\n\r\n");
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
  const http2 = connect(Number(new URL(replay.url).port), "127.0.0.1");
  http2.end("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
  expect(await text(http2)).toMatch(/^HTTP\/1\.1 400 /);
  const { complaints } = await replay.stop();
  expect(complaints).toContain("tapedeck: answered 400: its Host is no name of a host\n");
  expect(complaints).toContain("tapedeck: answered 400: what came is HTTP/2, ");
});

test("replay lets those use the control API who know its token, and refuses one that can be guessed", async () => {
  const environment = { CONTROL: "the-token-of-this-test", SHORT: "guess-me" };
  const words = ["replay", "--port", "0", "--control-from", "172.17.0.0/16", "--control-token-env"];
  const replay = await startTapedeck([...words, "CONTROL"], environment);
  const asked = (headers: Record<string, string>) => fetch(`${replay.url}/_tapedeck/health`, { headers });
  expect((await asked({})).status).toBe(401);
  expect((await asked({ authorization: `Bearer ${environment.CONTROL}` })).status).toBe(200);
  await replay.stop();
  const { code, stderr } = await tapedeck([...words, "SHORT"], environment);
  expect([code, stderr]).toEqual([1, expect.stringContaining("its token has 16 letters and digits at least")]);
});

test.each([
  ["in a line each", [], [], "played    200 GET /users/ada\nmissed    501 GET /users/adda\n"],
  ["not at all, with --quiet", ["--quiet"], [], ""],
  ["as events, with --json", ["--json"], ["request", "miss", "stopped"], ""],
])("replay tells of requests %s", async (_how, words, events, lines) => {
  const replay = await startTapedeck(["replay", "--port", "0", ...words]);
  for (const path of ["/users/ada", "/users/adda"]) await fetch(replay.url + path).then((each) => each.text());
  const { rest, complaints } = await replay.stop();
  expect(rest.map((line) => JSON.parse(line).event)).toEqual(events);
  expect(complaints.match(/^(?:played|missed) .*\n/gm)?.join("") ?? "").toBe(lines);
});

describe("tapedeck replay of more requests than a limit allows", () => {
  const folder = sharedFolder();
  const own = join(folder, "api.foreign.example");
  beforeAll(async () => {
    const exchange = (n: number): Exchange => ({
      request: { method: "GET", target: `/things/${n}`, principal: "anonymous", headers: [], body: null },
      response: { status: 200, headers: [["x-ratelimit-limit", "3"]], body: { encoding: "utf8", text: `${n}` } },
    });
    const exchanges = [1, 2, 3, 4, 5].map(exchange);
    const tape = { name: "things", origin: "https://api.foreign.example", recordedAt: 1_767_225_600, exchanges };
    await mkdir(own);
    await writeFile(join(own, "things.har"), toHar(tape));
    const algorithm = { kind: "fixed-window", limit: 3, seconds: 60 };
    const policies = [{ name: "all", partition: ["address"], algorithm }];
    const rateLimits = { name: "own", policies, tell: "ietf-06", refusal: { status: 429 } };
    await writeFile(join(own, "api.json"), JSON.stringify({ extends: "plain", origins: [tape.origin], rateLimits }));
  });

  test.each<[shows: string, words: readonly string[], said: RegExp | null]>([
    [
      "says so while the clock stands",
      [],
      /the limit "all" of 3 refuses number 4 to address 127\.0\.0\.1\n.*--clock real/,
    ],
    ["is silent where the limit is raised", ["--limit", "all=5"], null],
    ["is silent where the clock runs", ["--clock", "real"], null],
  ])("%s", async (_shows, words, said) => {
    const replay = await startTapedeck(["replay", folder, "--port", "0", ...words]);
    const statuses: number[] = [];
    for (const n of [1, 2, 3, 4, 5]) statuses.push((await fetch(`${replay.url}/things/${n}`)).status);
    const { complaints } = await replay.stop();
    if (said === null) expect(complaints).not.toContain("more requests than its limit");
    else expect(complaints).toMatch(said);
    if (!words.includes("real")) expect(statuses.includes(429)).toBe(said !== null);
  });
});

test.each([
  ["a recorded request", "/users/ada", 0, ""],
  ["a request that was not recorded", "/users/adda", 1, "tapedeck: 1 request was not recorded:"],
  ["a command that fails", "/users/ada; exit 3", 3, ""],
])("replay -- COMMAND serves while it runs, and ends with its code: %s", async (_shows, asks, code, said) => {
  const client = `curl --silent --output /dev/null $TAPEDECK_URL${asks}; true`;
  const proxies = { http_proxy: "http://127.0.0.1:9", HTTP_PROXY: "http://127.0.0.1:9" };
  const ended = await tapedeck(["replay", "recordings", "--", "sh", "-c", client], proxies);
  expect(ended).toMatchObject({ code, stdout: "", stderr: expect.stringContaining(said) });
});

test.each([
  ["is none", false],
  // As where PATH has a folder that may not be read.
  ["may not be executed", true],
])("replay -- COMMAND says what may be the matter where COMMAND %s", async (_what, isThere) => {
  const folder = await tempFolder();
  if (isThere) await writeFile(join(folder, "no-such-program"), "");
  const { code, stderr } = await tapedeck(["replay", "recordings", "--", "no-such-program"], { PATH: folder });
  const said = "Cannot run no-such-program: no such program; is it installed, in PATH, and executable?";
  expect([code, stderr]).toEqual([1, expect.stringContaining(said)]);
});
