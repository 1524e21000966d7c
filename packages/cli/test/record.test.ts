import { once } from "node:events";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { get, type IncomingMessage, request } from "node:http";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { type Origin, startOrigin } from "@tapedeck/conformance/reference-server";
import { folderOf, listRecordings } from "@tapedeck/tape/files";
import { afterEach, beforeEach, expect, test } from "vitest";
import { filesIn, serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { startTapedeck as startProcess, tapedeck as tapedeckProcess } from "./command.ts";
import { startTapedeck, tapedeck } from "./in-process.ts";

const token = "ada-full-token-0123456789";

let origin: Origin;
let folder: string;
beforeEach(async () => {
  folder = await tempFolder();
  origin = await startOrigin({ tokens: { [token]: { account: "ada", scopes: ["repo"] } }, now: () => 1_767_225_600 });
});
afterEach(async () => {
  await origin.close();
});

const everything = async (): Promise<string> => Object.values(await filesIn(folder)).join("\n");

test("record by a plan keeps what was answered, under an alias, and verify is content", async () => {
  const plan = join(folder, "plan.yaml");
  const out = join(folder, "out");
  await writeFile(
    plan,
    "requests:\n  - path: /user\n  - path: /users/{who}\n    for: { who: [ada, quietfox] }\n    as: anonymous\n",
  );
  const words = ["record", "--from", origin.url, "--out", out, "--plan", plan, "--token-env", "T", "--as", "full"];
  const { code, stdout, stderr } = await tapedeck(words, { T: token });
  expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  expect(stderr).toContain("captured  200 GET /user as full\n");
  expect(stderr).toMatch(/tapedeck: captured 3, unchanged 0, redacted \d+ \(full \d+\), invalid 0, failed 0; in /);
  expect(await listRecordings(out)).toEqual([
    `${folderOf(origin.url, "/user")}/GET@full.har`,
    `${folderOf(origin.url, "/users/ada")}/GET.har`,
    `${folderOf(origin.url, "/users/quietfox")}/GET.har`,
  ]);
  expect(stderr + (await everything())).not.toContain(token);
  expect((await tapedeck(["verify", out])).code).toBe(0);
  expect((await tapedeck(words, { T: token })).stderr).toContain("tapedeck: captured 0, unchanged 3");
});

test("the path of a base URL is written beside what was recorded below it, and no other is recorded there", async () => {
  const plan = join(folder, "plan.json");
  await writeFile(plan, JSON.stringify({ requests: [{ path: "/ada" }] }));
  const from = (path: string): readonly string[] => [
    "record",
    "--from",
    origin.url + path,
    "--out",
    folder,
    "--plan",
    plan,
  ];
  expect((await tapedeck(from("/users/"))).code).toBe(0);
  const file = join(folder, dirname(folderOf(origin.url, "/ada")), "api.json");
  expect(JSON.parse(await readFile(file, "utf8")).base).toBe("/users");
  expect((await tapedeck(from("/users"))).stderr).toContain("unchanged 1");
  const other = await tapedeck(from(""));
  expect(other).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`are of ${origin.url}/users ("base" of api.json)`),
  });
});

test("a key in the path of a base URL is in no file and no message", async () => {
  const key = "9aa3d95b3bc440fa88ea12eaa4456161";
  const plan = join(folder, "plan.json");
  await writeFile(plan, JSON.stringify({ requests: [{ path: "/ada" }, { path: "/bo" }] }));
  const from = await serveUpstream((_, response) => response.end("{}"));
  const words = ["record", "--from", `${from}/v3/${key}`, "--out", folder, "--plan", plan, "--budget", "1"];
  const said = [await tapedeck(words), await tapedeck(words)].map(({ stdout, stderr }) => stdout + stderr);
  expect(said[1]).toContain("unchanged 1");
  expect(said[1]).toContain(`record --from ${from}/v3/KEY --out`);
  expect(said.join() + (await everything())).not.toContain(key);
  // As the messages show it, or with the key that an older version wrote down.
  expect(await tapedeck(words.map((word) => word.replace(key, "__redacted-path__")))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("a placeholder stands in it; put the key there"),
  });
  const [file = ""] = (await readdir(folder, { recursive: true })).filter((each) => each.endsWith("api.json"));
  const description = await readFile(join(folder, file), "utf8");
  await writeFile(join(folder, file), description.replace("__redacted-path__", key));
  const { code, stderr } = await tapedeck(words);
  expect(code).toBe(1);
  expect(stderr).toContain('"base" of its api.json holds what looks like a key: write "/v3/__redacted-path__"');
  expect(stderr).not.toContain(key);
});

test.each([
  ["names no origin", false],
  ["names the origin", true],
])(
  "a description of all recordings that %s stays the only one, and gets the limit that answers tell",
  async (_shows, names) => {
    const from = await serveUpstream((_, response) => {
      const told = { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "59", "x-ratelimit-reset": "1767229200" };
      response.writeHead(200, { date: "Thu, 01 Jan 2026 00:00:00 GMT", ...told }).end("{}");
    });
    const out = join(folder, "out");
    const [file, plan] = [join(out, "api.json"), join(folder, "plan.json")];
    await mkdir(out);
    const match = [{ path: "/a", ignore: ["query.t"] }];
    await writeFile(file, JSON.stringify({ name: "mine", ...(names && { origins: [from] }), match }));
    await writeFile(plan, JSON.stringify({ requests: [{ path: "/a?t=1" }] }));
    const { stderr } = await tapedeck(["record", "--from", from, "--out", out, "--plan", plan]);
    expect(stderr).toContain(`see "rateLimits" in ${file}`);
    expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ name: "mine", match, rateLimits: {} });
    expect((await readdir(out, { recursive: true })).filter((each) => each.endsWith("api.json"))).toEqual(["api.json"]);
    expect(await tapedeck(["verify", out])).toMatchObject({ code: 0 });
  },
);

test("record --again takes one exchange anew, as it was asked, and leaves the others", async () => {
  const to = ["--from", origin.url, "--out", join(folder, "out"), "--token-env", "T", "--as", "full"];
  const plan = join(folder, "plan.json");
  await writeFile(plan, JSON.stringify({ requests: [{ path: "/user" }, { path: "/users/ada", as: "anonymous" }] }));
  await tapedeck(["record", ...to, "--plan", plan], { T: token });
  const file = join(folder, "out", folderOf(origin.url, "/user"), "GET@full.har");
  const before = await readFile(file, "utf8");
  await writeFile(file, before.replace('"login": "ada"', '"login": "eve"'));
  const { code, stderr } = await tapedeck(["record", ...to, "--again", "GET /user"], { T: token });
  expect([code, stderr.match(/^\w+ +\d+ .*$/gm)]).toEqual([0, ["captured  200 GET /user as full"]]);
  expect(await readFile(file, "utf8")).toBe(before);
  const unknown = await tapedeck(["record", ...to.slice(0, 4), "--again", "GET /user*"]);
  expect(unknown).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("asked as full, and no credential has that"),
  });
  const none = await tapedeck(["record", ...to, "--again", "GET /nothing"], { T: token });
  expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('"GET /nothing" again: no recording of') });
  const moved = await tapedeck(["record", "--from", "http://127.0.0.1:9", ...to.slice(2), "--again", "GET /user"], {
    T: token,
  });
  expect(moved.stderr).toContain(
    `matches it\n  - one of ${origin.url} does; to record it from here: --origin ${origin.url}\n`,
  );
});

test("record --again asks in the order in which it was recorded, whatever its files'", async () => {
  let count = 0;
  const from = await serveUpstream(({ url }, response) => {
    count = url === "/reset" ? 0 : count + 1;
    response.end(`${count}`);
  });
  const to = ["--from", from, "--out", join(folder, "out")];
  const asking = 'for each in reset b a b; do curl -s "$TAPEDECK_URL/$each"; done';
  await tapedeck(["record", ...to, "--", "sh", "-c", asking]);
  const before = await everything();
  const { stderr } = await tapedeck(["record", ...to, "--again", "*"]);
  expect(stderr.match(/GET \S+$/gm)).toEqual(["GET /reset", "GET /b", "GET /a", "GET /b"]);
  expect(await everything()).toEqual(before);
});

test("record -- COMMAND runs it against the recorder, and ends with its exit code", async () => {
  const script = `fetch(process.env.TAPEDECK_URL + "/users/ada", { headers: { authorization: "Bearer ${token}" } })
    .then((response) => response.json()).then((ada) => { console.log(ada.url); process.exitCode = 7; })`;
  const words = ["record", "--from", origin.url, "--out", folder, "--token-env", "T", "--as", "full"];
  const { code, stdout } = await tapedeckProcess([...words, "--", "node", "-e", script], { T: token });
  expect(code).toBe(7);
  // The link leads back through the recorder, not past it.
  expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/users\/ada\n$/);
  expect(stdout).not.toContain(origin.url);
  expect(await everything()).toContain('"value": "__redacted-full__"');
  expect(await everything()).not.toContain(token);
});

test("record --proxy records until it is stopped", async () => {
  const recording = await startProcess(["record", "--from", origin.url, "--out", folder, "--proxy", "0", "--json"]);
  const response = await fetch(`${recording.url}/orgs/lighthouse/repos`);
  expect(response.headers.get("link")).toContain(`<${recording.url}/`);
  await response.body?.cancel();
  const { code, rest } = await recording.stop("SIGINT");
  expect(code).toBe(0);
  const events = rest.map((line) => JSON.parse(line));
  expect(events.map(({ event }) => event)).toEqual(["progress", "exchange", "progress", "limited", "summary"]);
  expect(events[2]).toMatchObject({ done: 1, of: null, standings: { anonymous: { limit: 60, remaining: 59 } } });
  expect((await listRecordings(folder)).map(dirname)).toEqual(
    Array.from({ length: (await listRecordings(folder)).length }, () => folderOf(origin.url, "/orgs/lighthouse/repos")),
  );
});

test("record --help and the README say which way of recording Ctrl-C ends with which exit code", async () => {
  const help = (await tapedeck(["record", "--help"])).stdout.replaceAll(/\s+/g, " ");
  expect(help).toContain("Exit codes: 0 success (also --proxy ended by Ctrl-C)");
  expect(help).toContain("130 a --plan stopped by Ctrl-C");
  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
  expect(readme).toMatch(/^\| 0 \| .*stopped by Ctrl-C, .*`record --proxy`/m);
  expect(readme).toMatch(/^\| 130 \| stopped by Ctrl-C .*`record --plan`/m);
});

test.each([
  ["as through a proxy", "http://bank.example/user", "bank.example", "this is no proxy for other hosts"],
  ["under its own name", "/user", "bank.example", "Cannot record a request to bank.example"],
  [
    "under a name that URL parsers trip over",
    "/user",
    "a+b.bank.example",
    "Cannot record a request to a+b.bank.example",
  ],
])(
  "record --proxy sends nothing to the service that was meant for another host: %s",
  async (_how, path, host, said) => {
    const recording = await startTapedeck(["record", "--from", origin.url, "--out", folder, "--proxy", "0", "--json"]);
    const { port } = new URL(recording.url);
    const asked = get({ port, path, headers: { host, authorization: `token ${token}` } });
    const [response] = (await once(asked, "response")) as [IncomingMessage];
    expect([response.statusCode, await text(response)]).toEqual([421, expect.stringContaining(said)]);
    await recording.stop();
    expect([origin.asked(), await listRecordings(folder)]).toEqual([0, []]);
  },
);

test("record --proxy sends the body of a GET on, and keeps it", async () => {
  const asked: string[] = [];
  const from = await serveUpstream(async (message, response) => {
    asked.push(`${message.method} ${await text(message)}`);
    response.writeHead(200, { "content-type": "application/json" }).end('{"hits":[]}');
  });
  const recording = await startTapedeck(["record", "--from", from, "--out", folder, "--proxy", "0", "--json"]);
  const query = '{"query":"ada"}';
  const headers = { "content-type": "application/json", "content-length": query.length };
  const asking = request(`${recording.url}/_search`, { method: "GET", headers });
  asking.end(query);
  const [response] = (await once(asking, "response")) as [IncomingMessage];
  expect([response.statusCode, await text(response)]).toEqual([200, '{"hits":[]}']);
  await recording.stop();
  expect(asked).toEqual([`GET ${query}`]);
  expect(await everything()).toMatch(/"method": "GET", .*"postData": .*"_json": \{\s+"query": "ada"/s);
});

test("what was recorded is replayed", async () => {
  const script = 'fetch(process.env.TAPEDECK_URL + "/users/ada")';
  await tapedeck(["record", "--from", origin.url, "--out", folder, "--", "node", "-e", script]);
  const replay = await startTapedeck(["replay", folder, "--port", "0"]);
  const [live, replayed] = await Promise.all(
    [origin.url, replay.url].map(async (url) => (await (await fetch(`${url}/users/ada`)).text()).replaceAll(url, "")),
  );
  expect(replayed).toBe(live);
  await replay.stop();
});

test("record says what the budget left out", async () => {
  await cp(new URL("../../../recordings/cyclists.plan.json", import.meta.url), join(folder, "plan.json"));
  const words = ["record", "--from", origin.url, "--out", folder, "--plan", join(folder, "plan.json"), "--budget"];
  const skipped = async (budget: string): Promise<string | undefined> =>
    /^skipped.*/m.exec((await tapedeck([...words, budget])).stderr)?.[0];
  expect(await skipped("2")).toMatch(/^skipped {3}GET \S+ … GET \S+ \(\d+ requests\): the budget is spent$/);
});
