import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { tempFolder } from "../../../.ci/test-resources.ts";
import { type Ended, root } from "./command.ts";
import { tapedeck } from "./in-process.ts";

const token = "ada-full-token-0123456789";

let folder: string;
let server: Server;
let from: string;
/** What the service says now; null where it hangs up. */
let answers: Record<string, { status?: number; headers?: Record<string, string>; body: object } | null>;

const ada = { login: "ada", id: 1, node_id: "U_1", avatar_url: "https://a.example/1", url: "https://a.example/ada" };

beforeEach(async () => {
  folder = await tempFolder();
  answers = {
    "/users/ada": { body: { ...ada, type: "User", site_admin: false, name: "Ada" } },
    "/users/grace": { body: { ...ada, login: "grace", type: "User", site_admin: false, name: "Grace" } },
    "/user": { body: { ...ada, type: "User", site_admin: false } },
  };
  server = createServer((request, response) => {
    const answer = answers[request.url ?? ""];
    if (!answer) return request.socket.destroy();
    const { status = 200, headers = {}, body } = answer;
    response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers });
    return response.end(JSON.stringify(body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  from = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const plan = join(folder, "plan.yaml");
  await writeFile(
    plan,
    "requests:\n  - path: /users/{who}\n    for: { who: [ada, grace] }\n  - { path: /user, as: full }\n",
  );
  const words = ["--plan", plan, "--out", folder, "--origin", "https://api.service.example", "--token", "full=T"];
  expect(await tapedeck(["record", "--from", from, ...words], { T: token })).toMatchObject({ code: 0 });
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
});

function drift(...words: string[]): Promise<Ended> {
  return tapedeck(["drift", folder, "--from", from, "--token", "full=T", ...words], { T: token });
}

/** Makes the service move: something of each severity. */
function move(): void {
  for (const [path, answer] of Object.entries(answers)) {
    const { site_admin: _gone, ...body } = { site_admin: false, ...answer?.body };
    answers[path] = { body: { ...body, type: "Robot", "plan|b": 1 }, headers: { sunset: path } };
  }
}

test("drift of a service that has not moved is none", async () => {
  expect(await drift()).toEqual({
    code: 0,
    stdout: "tapedeck: asked 3 of 3 recorded requests of https://api.service.example; drift: none found\n",
    stderr: "",
  });
});

test("drift prints what the README of record shows", async () => {
  move();
  answers["/users/grace"] = { status: 301, headers: { location: "/user/1" }, body: { message: "Moved Permanently" } };
  const readme = await readFile(join(root, "packages/record/README.md"), "utf8");
  const [, shown] = /```console\n\$ npx @tapedeck\/cli drift .*?\n(.*?)```/s.exec(readme) ?? [];
  const { code, stdout } = await tapedeck(["drift", folder, "--from", from]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: shown });
});

test("drift prints Markdown for a pull request", async () => {
  move();
  const { code, stdout } = await drift("--markdown");
  expect(code).toBe(1);
  expect(stdout).toBe(`### API drift: 1 error, 1 warning, 2 info

| severity | where | what | in |
| --- | --- | --- | --- |
| error | \`body /site_admin\` | is gone (was \`boolean\`) | \`GET /user as full\`, \`GET /users/ada\`, \`GET /users/grace\` |
| warning | \`body /type\` | has a new value \`Robot\` (known: \`User\`) | \`GET /user as full\`, \`GET /users/ada\`, \`GET /users/grace\` |
| info | \`header sunset\` | is new | \`GET /user as full\`, \`GET /users/ada\`, \`GET /users/grace\` |
| info | \`body /plan\\|b\` | is new (\`number\`) | \`GET /user as full\`, \`GET /users/ada\`, \`GET /users/grace\` |

asked 3 of 3 recorded requests of https://api.service.example; drift: 1 error, 1 warning, 2 info.
`);
});

test("drift prints JSON for programs", async () => {
  move();
  const { code, stdout } = await drift("--json");
  const report = JSON.parse(stdout);
  expect(code).toBe(1);
  expect(report).toMatchObject({ asked: 3, counts: { error: 1, warning: 1, info: 2 }, failed: [], updated: [] });
  expect(report.found[0]).toEqual({
    severity: "error",
    kind: "removed",
    part: "body",
    where: "/site_admin",
    was: "boolean",
    now: null,
    asked: [
      { method: "GET", target: "/user", principal: "full" },
      { method: "GET", target: "/users/ada", principal: "anonymous" },
      { method: "GET", target: "/users/grace", principal: "anonymous" },
    ],
  });
});

test.each<[string, () => void, string[], number]>([
  ["something new", () => (answers["/user"] = { body: { ...ada, type: "User", site_admin: false, more: 1 } }), [], 0],
  [
    "something new, where that counts",
    () => (answers["/user"] = { body: { ...ada, type: "User", site_admin: false, more: 1 } }),
    ["--fail-on", "info"],
    1,
  ],
  ["a null", () => (answers["/users/ada"] = { body: { ...ada, type: "User", site_admin: false, name: null } }), [], 0],
  [
    "a null, where that counts",
    () => (answers["/users/ada"] = { body: { ...ada, type: "User", site_admin: false, name: null } }),
    ["--fail-on", "warning"],
    1,
  ],
  ["what is gone", move, [], 1],
  ["what is gone, and recorded again", move, ["--update"], 0],
  [
    "a value that changed",
    () => (answers["/users/ada"] = { body: { ...ada, type: "User", site_admin: false, name: "Augusta" } }),
    ["--fail-on", "info"],
    0,
  ],
  [
    "a value that changed, where values count",
    () => (answers["/users/ada"] = { body: { ...ada, type: "User", site_admin: false, name: "Augusta" } }),
    ["--fail-on", "info", "--values"],
    1,
  ],
  ["no answer", () => (answers["/users/ada"] = null), ["--retries", "0"], 3],
  [
    "no answer to one, and drift in another",
    () => {
      move();
      answers["/users/ada"] = null;
    },
    ["--retries", "0"],
    1,
  ],
])("drift ends with the exit code of %s", async (_shows, change, words, code) => {
  change();
  const ended = await drift(...words);
  expect([ended.code, ended.stderr]).toEqual([code, ""]);
  expect(ended.stdout).not.toContain(token);
  if (words.includes("--update")) {
    expect(ended.stdout).toContain("recorded again: api.service.example/user/GET@full.har, ");
    expect(await drift()).toMatchObject({ code: 0 });
  }
});

test("drift refuses an alias that looks like a typo of a recorded one", async () => {
  const { code, stdout, stderr } = await tapedeck(["drift", folder, "--from", from, "--token", "ful=T"], { T: token });
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: "",
    stderr:
      'tapedeck: Cannot find drift: a token is given for "ful", and no recording was asked as this alias; did you mean "full"?\n' +
      "  - in the recordings: anonymous, full; give it one: --token full=ENV_NAME\n",
  });
});

test("drift says which token it had no use for, where another one is missing", async () => {
  const ended = await tapedeck(["drift", folder, "--from", from, "--token-env", "T"], { T: token });
  expect(ended).toMatchObject({ code: 0, stderr: "" });
  expect(ended.stdout).toContain(
    'not asked: no token for alias "full"; give it one: --token full=ENV_NAME (nothing was recorded as token, which has one)\n',
  );
});

test("drift takes a token that is accepted no more for what it is, and records nothing of it", async () => {
  answers["/user"] = { status: 401, body: { message: "Bad credentials" } };
  const file = join(folder, "api.service.example/user/GET@full.har");
  const before = await readFile(file, "utf8");
  const { code, stdout } = await drift("--update");
  expect(stdout).toBe(
    'failed: the service does not accept the token of alias "full" (401): has it expired, or does it lack the scope?\n' +
      "  GET /user as full\n" +
      "tapedeck: asked 2 of 3 recorded requests of https://api.service.example; 1 failed; drift: none found\n",
  );
  expect(code).toBe(3);
  expect(await readFile(file, "utf8")).toBe(before);
});

test("drift whose service is not there says so, and asks no further", async () => {
  const { code, stdout } = await tapedeck(["drift", folder, "--from", "http://127.0.0.1:1", "--retries", "0"]);
  expect(code).toBe(3);
  expect(stdout).toContain("failed: connection refused\n  - is the service running there? check host and port\n");
  expect(stdout).toContain("not asked: stopped after: connection refused\n  GET /users/grace\n");
});

test.each<[string, string[], number, RegExp]>([
  ["no service", ["drift"], 2, /required option '--from <url>' not specified/],
  [
    "a folder that is not there",
    ["drift", "nowhere", "--from", "http://a.example"],
    1,
    /drift in "nowhere": no such folder/,
  ],
  [
    "a folder without recordings",
    ["drift", "schemas", "--from", "http://a.example"],
    1,
    /it holds no recording \(\*\.har\)/,
  ],
  [
    "recordings of several services",
    ["drift", "recordings", "--from", "http://a.example"],
    1,
    /there are some of several\n {2}- choose one as origin \(--origin\): https:/,
  ],
  [
    "a variable that is not set",
    ["drift", "recordings", "--from", "http://a.example", "--token", "full=NOT_SET"],
    1,
    /variable NOT_SET is not set/,
  ],
  [
    "two forms at once",
    ["drift", "--from", "http://a.example", "--json", "--markdown"],
    2,
    /'--markdown' cannot be used with option '--json'/,
  ],
  [
    "a severity that is none",
    ["drift", "--from", "http://a.example", "--fail-on", "eror"],
    2,
    /Allowed choices are error, warning, info/,
  ],
])("drift with %s: the message says what was found, and shows no stack", async (_what, words, code, message) => {
  const ended = await tapedeck(words);
  expect(ended.stderr).toMatch(message);
  expect(ended.stderr).not.toMatch(/\n\s+at .*:\d+:\d+/);
  expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code, stdout: "" });
});
