import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { type Origin, startOrigin } from "@tapedeck/conformance/reference-server";
import { controlOf } from "@tapedeck/serve";
import type { Exchange } from "@tapedeck/tape";
import { folderOf, listRecordings, writeWhole } from "@tapedeck/tape/files";
import { toHar } from "@tapedeck/tape/har";
import { afterEach, beforeEach, expect, test } from "vitest";
import { filesIn, tempFolder } from "../../../.ci/test-resources.ts";
import { main, root } from "./command.ts";
import { type Running, startTapedeck, tapedeck } from "./in-process.ts";

const token = "ada-full-token-0123456789";
const moment = 1_767_225_600;

let live: Origin;
let folder: string;
const running: Running[] = [];
beforeEach(async () => {
  folder = await tempFolder();
  live = await startOrigin({ tokens: { [token]: { account: "ada", scopes: ["repo"] } }, now: () => moment });
});
afterEach(async () => {
  for (const each of running.splice(0)) await each.stop();
  await live.close();
});

async function replaying(words: readonly string[], environment = {}): Promise<Running> {
  const started = await startTapedeck(["replay", ...words, "--port", "0"], environment);
  running.push(started);
  return started;
}

async function stopped(replay: Running): Promise<string[]> {
  running.splice(running.indexOf(replay), 1);
  const { code, rest } = await replay.stop();
  expect(code).toBe(0);
  return rest;
}

/** What is answered, without the port. */
async function answers(replay: Running, paths: readonly string[], headers = {}): Promise<unknown[]> {
  const told: unknown[] = [];
  for (const path of paths) {
    const response = await fetch(replay.url + path, { headers });
    const text = (await response.text()).replaceAll(replay.url, "");
    const fields = [...response.headers].map(([name, value]) => [name, value.replaceAll(replay.url, "")]);
    told.push([response.status, text, fields]);
  }
  return told;
}

const everything = async (): Promise<string> => Object.values(await filesIn(folder)).join("\n");

test("--misses record asks for what is missing once, and what it gave then is what a replay gives", async () => {
  const words = [folder, "--api", "service", "--misses", "record", "--from", live.url, "--token-env", "T"];
  const auto = await replaying([...words, "--json", "--quiet"], { T: token });
  const paths = ["/users/ada", "/user", "/user/repos", "/users/quietfox", "/users/nobody-at-all", "/users/ada"];
  const bearer = { authorization: "Bearer a-stand-in-for-it" };
  const told = [...(await answers(auto, paths, bearer)), ...(await answers(auto, ["/orgs/lighthouse/repos", "/zen"]))];
  expect(told.map((each) => (each as [number])[0])).toEqual([200, 200, 200, 200, 404, 200, 200, 200]);
  expect(live.asked()).toBe(7);
  const events = (await stopped(auto)).map((line) => JSON.parse(line));
  expect(events.map(({ event }) => event)).toEqual([...Array(7).fill("exchange"), "stopped", "summary"]);
  expect(events.at(-2)).toMatchObject({ exchanges: 7 });
  expect(events.at(-1)).toMatchObject({ captured: 7, failed: [] });

  const texts = JSON.stringify([told, events]) + (await everything());
  for (const secret of [token, bearer.authorization.slice(7)]) expect(texts).not.toContain(secret);
  const replay = await replaying([folder, "--api", "service"]);
  expect([
    ...(await answers(replay, paths, bearer)),
    ...(await answers(replay, ["/orgs/lighthouse/repos", "/zen"])),
  ]).toEqual(told);
  expect(await controlOf(replay.url).misses()).toEqual([]);
  expect((await tapedeck(["verify", folder])).code).toBe(0);
});

test("--misses record goes on where it was, asks for nothing that is on file, and holds the folder", async () => {
  const words = [folder, "--misses", "record", "--from", live.url];
  const first = await replaying(words);
  expect(first.line).toMatch(
    /^tapedeck: replaying 0 exchanges on http:\S+; what is missing is asked of http:\S+ and recorded$/,
  );
  await answers(first, ["/users/ada"]);
  const { stderr } = await tapedeck(["replay", ...words, "--port", "0"]);
  expect(stderr).toMatch(/Cannot record into ".*": another recorder is at work there/);
  await stopped(first);
  const second = await replaying(words);
  await answers(second, ["/users/ada", "/users/grace"]);
  expect(live.asked()).toBe(2);
  expect((await listRecordings(folder)).map(dirname)).toEqual([
    folderOf(live.url, "/users/ada"),
    folderOf(live.url, "/users/grace"),
  ]);
});

test("--misses record says what upstream said where it has no answer", async () => {
  await live.close();
  const auto = await replaying([folder, "--misses", "record", "--from", live.url]);
  const response = await fetch(`${auto.url}/users/ada`);
  const { detail } = (await response.json()) as { detail: string };
  expect([response.status, response.headers.get("x-tapedeck")]).toEqual([501, "miss"]);
  expect(detail).toMatch(
    /no tape has it, and upstream had no answer\n {2}upstream: Cannot record GET \S+: connection refused/,
  );
  live = await startOrigin({ now: () => moment });
});

test("--misses record lends its credential to no page of another origin", async () => {
  const auto = await replaying([folder, "--misses", "record", "--from", live.url, "--token-env", "T"], { T: token });
  const page = { authorization: "token a-page-made-up", origin: "https://page.example" };
  expect((await fetch(`${auto.url}/user`, { headers: page })).status).toBe(401);
});

test("--pass passes paths on and records nothing of them", async () => {
  const words = ["recordings", "--pass", "/users/*", "--from", live.url, "--token-env", "T"];
  const replay = await replaying(words, { T: token });
  expect(replay.line).toMatch(/^tapedeck: replaying 39 exchanges on http:\S+; \/users\/\* passes to http:\S+$/);
  const passed = await fetch(`${replay.url}/users/quietfox`);
  expect([passed.status, ((await passed.json()) as { url: string }).url]).toEqual([
    200,
    `${replay.url}/users/quietfox`,
  ]);
  expect((await fetch(`${replay.url}/users/ada/repos`)).status).toBe(200);
  expect(live.asked()).toBe(1);
  expect((await controlOf(replay.url).journal()).map(({ source }) => source.kind)).toEqual(["passed", "played"]);
});

function saying(target: string, ...texts: string[]): string {
  const exchanges = texts.map(
    (text): Exchange => ({
      request: { method: "GET", target, principal: "anonymous", headers: [], body: null },
      response: { status: 200, headers: [["content-type", "text/plain"]], body: { encoding: "utf8", text } },
    }),
  );
  return toHar({ name: "x", origin: "https://api.service.example", recordedAt: moment, exchanges });
}

test("an earlier folder lies over a later one", async () => {
  await writeWhole(join(folder, "overrides/recording.har"), saying("/users/ada", "instead"));
  const replay = await replaying([join(folder, "overrides"), "recordings"]);
  const said = await Promise.all(
    ["/users/ada", "/users/ada/repos"].map(async (path) => (await (await fetch(replay.url + path)).text()).slice(0, 7)),
  );
  expect(said).toEqual(["instead", '[{"id":']);
  expect((await controlOf(replay.url).tapes())[0]).toMatchObject({ override: null, exchanges: 1, visible: 1 });
});

test.each([
  ["stay", ["one", "two", "two"]],
  ["cycle", ["one", "two", "one"]],
  ["end", ["one", "two", "501"]],
])("--after-last %s", async (setting, expected) => {
  await writeWhole(join(folder, "recording.har"), saying("/x", "one", "two"));
  const replay = await replaying([folder, "--after-last", setting]);
  const said: string[] = [];
  for (const _ of expected) {
    const response = await fetch(`${replay.url}/x`);
    said.push(response.ok ? await response.text() : String(response.status));
  }
  expect(said).toEqual(expected);
  const sources = (await controlOf(replay.url).journal()).map(({ source }) => source);
  expect(sources.map((source) => "again" in source)).toEqual([false, false, setting === "stay"]);
  if (setting === "end") {
    const [miss] = await controlOf(replay.url).misses();
    expect(miss?.text).toMatch(/^Cannot replay GET \/x: all that was recorded has been given \(2 answers\)\n/);
    expect(miss?.text).toContain("--after-last stay");
  }
});

test("--match leaves out of the comparison what does not matter", async () => {
  await writeWhole(join(folder, "recording.har"), saying("/x?q=1", "one"));
  const [strict, loose] = [await replaying([folder]), await replaying([folder, "--match", "method,path,principal"])];
  const statuses = [strict, loose].map(async ({ url }) => (await fetch(`${url}/x?q=2`)).status);
  expect(await Promise.all(statuses)).toEqual([501, 200]);
});

async function runInShell(command: string): Promise<void> {
  const script = `node "${main}" ${command}`;
  await promisify(execFile)("sh", ["-c", script], { cwd: root, env: { ...process.env, TOKEN: token } });
}

test("a miss of what this machine served leaves its port open, and names the last folder that is replayed", async () => {
  const own = join(folder, "my tapes");
  await writeWhole(
    join(own, "x/recording.har"),
    saying("/x", "one").replaceAll("https://api.service.example", "http://localhost"),
  );
  const replay = await replaying(["recordings", own]);
  expect((await fetch(`${replay.url}/users/adda`)).status).toBe(501);
  expect((await fetch(`${replay.url}/x?z=1`)).status).toBe(501);
  const [ours, theirs] = (await controlOf(replay.url).misses()).map(({ advice }) => advice[0] ?? "");
  expect(ours).toContain(`--from https://api.service.example --out '${own}' -- `);
  expect(theirs).toContain(`record it: npx @tapedeck/cli record --from http://localhost:PORT --out '${own}' -- `);
});

test("a miss's own advice, run as it stands, mends it; the misses are listed at the end", async () => {
  await writeWhole(
    join(folder, "recording.har"),
    saying("/x", "one").replaceAll("https://api.service.example", live.url),
  );
  const known = ["--token", "full=T"];
  const before = await startTapedeck(["replay", folder, ...known, "--port", "0"], { T: token });
  const ask = async ({ url }: Running) =>
    (await fetch(`${url}/user`, { headers: { authorization: `token ${token}` } })).status;
  expect(await ask(before)).toBe(501);
  const [miss] = await controlOf(before.url).misses();
  const { code, complaints } = await before.stop();
  expect([code, complaints]).toEqual([
    0,
    expect.stringContaining(`tapedeck: 1 request was not recorded:\n${miss?.text}`),
  ]);

  const [, command = ""] = /^record it: npx @tapedeck\/cli (.*)$/.exec(miss?.advice[0] ?? "") ?? [];
  expect(command).toContain(`--from ${live.url} --out ${folder} --token full=TOKEN -- `);
  await runInShell(command);
  expect(await everything()).not.toContain(token);
  expect(await ask(await replaying([folder, ...known], { T: token }))).toBe(200);
});

test("--clock real@TIME runs from there, and is set and moved as any other", async () => {
  const replay = await replaying(["--clock", "real@2030-01-01T00:00:00Z"]);
  const { clock } = controlOf(replay.url);
  const start = 1_893_456_000;
  expect(await clock.now()).toBeGreaterThanOrEqual(start);
  expect(await clock.now()).toBeLessThan(start + 3600);
  expect(await clock.advance(7200)).toBeGreaterThanOrEqual(start + 7200);
  expect(await clock.set(start)).toBeLessThan(start + 3600);
});
