import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { startTapedeck, tapedeck as tapedeckProcess } from "./command.ts";
import { startTapedeck as startInProcess, tapedeck } from "./in-process.ts";

let folder: string;
let from: string;

beforeEach(async () => {
  folder = await tempFolder();
  from = await serveUpstream((request, response) => {
    if (request.url === "/reset") request.socket.destroy();
    else response.end("ok");
  });
});

const wordsFor = (...more: readonly string[]): string[] => ["record", "--from", from, "--out", folder, ...more];

const ask = (path: string): string => `fetch(process.env.TAPEDECK_URL + "${path}").then((answer) => answer.text())`;

test.each([
  [0, "where all was recorded", ask("/a")],
  [1, "where a request failed", `${ask("/reset")}.catch(() => {})`],
  [7, "whatever was recorded", `${ask("/a")}.then(() => process.exit(7))`],
  [1, "where an answer could not be kept", `fs.rmSync("FOLDER", { recursive: true }); ${ask("/a")}`],
])("record -- COMMAND ends with the command's own code, or with 1: %i, %s", async (code, _shows, script) => {
  const told = script.replace("FOLDER", folder);
  expect(await tapedeckProcess(wordsFor("--", "node", "-e", told))).toMatchObject({ code });
});

test("record --json -- COMMAND prints nothing but events, and what the command prints as errors", async () => {
  const script = `${ask("/a")}.then(console.log).then(() => ${ask("/reset")})`;
  const { stdout, stderr } = await tapedeckProcess(wordsFor("--json", "--", "node", "-e", script));
  const events = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).event);
  expect(events.filter((event) => event !== "progress")).toEqual(["listening", "exchange", "failure", "summary"]);
  expect(stderr).toBe("ok\n");
});

test("record --proxy tells of a failure at once, tells its client why, and ends where nothing can be kept", async () => {
  const { url, stop } = await startTapedeck(wordsFor("--proxy", "0", "--json"));
  expect((await fetch(`${url}/a`)).status).toBe(200);
  await rm(folder, { recursive: true });
  const refused = await fetch(`${url}/b`);
  expect([refused.status, refused.headers.get("x-tapedeck")]).toEqual([500, "recorder"]);
  expect(await refused.json()).toMatchObject({
    detail: expect.stringContaining("was removed while the recorder was at work"),
  });
  const { code, rest, complaints } = await stop("SIGCONT");
  expect(code).toBe(1);
  expect(rest.map((line) => JSON.parse(line)).find(({ event }) => event === "failure")).toMatchObject({ target: "/b" });
  expect(complaints).toBe("");
});

test("a plan is not taken for a program", async () => {
  await writeFile(join(folder, "plan.yaml"), "requests: []");
  const { code, stderr } = await tapedeck(wordsFor("plan.yaml"));
  expect([code, stderr]).toEqual([
    2,
    'tapedeck: Cannot record while "plan.yaml" runs: it is not a program; if it is a plan: --plan plan.yaml\n',
  ]);
});

test.each([
  ["record --proxy", ["record", "--out", "OUT", "--proxy", "0", "--json"]],
  ["replay --misses record", ["replay", "OUT", "--misses", "record", "--port", "0"]],
])("%s takes no longer than its grace time once it is stopped, whatever the service does", async (_what, words) => {
  const asked = Promise.withResolvers<void>();
  const silent = await serveUpstream(() => asked.resolve());
  const out = await tempFolder();
  const running = await startInProcess([
    ...words.map((word) => (word === "OUT" ? out : word)),
    ...["--from", silent, "--grace", "600"],
  ]);
  const answer = fetch(`${running.url}/silent`).catch(() => "cut");
  await asked.promise;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const began = performance.now();
  const stopped = running.stop();
  const ended = stopped.then(() => true);
  while (!(await Promise.race([ended, setImmediate(false)]))) await vi.advanceTimersToNextTimerAsync();
  expect(Math.round((performance.now() - began) / 1000)).toBe(600);
  const { rest, complaints } = await stopped;
  expect(`${rest} ${complaints}`).toMatch(/"event":"cut","requests":1|1 request was cut/);
  expect(await answer).toBe("cut");
});
