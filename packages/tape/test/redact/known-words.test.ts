import fc from "fast-check";
import { expect, test } from "vitest";
import type { Body, Exchange, HeldBody } from "../../src/exchange.ts";
import { isCommon } from "../../src/redact/memory/search/known-words.ts";
import { createSecretMemory } from "../../src/redact/memory/secret-memory.ts";
import { utf8 } from "../tapes.ts";

const login = (said: unknown): Exchange => ({
  request: { method: "POST", target: "/login", principal: "anonymous", headers: [], body: null },
  response: {
    status: 200,
    headers: [["content-type", "application/json"]],
    body: utf8(JSON.stringify(said)),
  },
});
const asked = (target: string, headers: Exchange["request"]["headers"] = []): Exchange => ({
  request: { method: "GET", target, principal: "anonymous", headers, body: null },
  response: { status: 204, headers: [], body: null },
});
const posted = (body: string): Exchange => ({
  request: { method: "POST", target: "/tasks", principal: "anonymous", headers: [], body: utf8(body) },
  response: { status: 204, headers: [], body: null },
});
const answered = (body: string): Exchange => {
  const { request, response } = asked("/teams");
  return { request, response: { ...response, status: 200, body: utf8(body) } };
};
const dataOf = (body: Body | null) => JSON.parse(body?.encoding === "utf8" ? body.text : "null");

test("a number that was hidden has its placeholder wherever it comes again, in requests and answers", () => {
  const number = fc
    .integer({ min: 32_000_000, max: 899_999_998 })
    .map(String)
    .filter((each) => !isCommon(each));
  const place = fc.constantFrom<(value: string) => Exchange>(
    (value) => asked("/tasks", [["x-session", value]]),
    (value) => asked("/tasks", [["x-auth", value]]),
    (value) => asked("/tasks", [["x-team", value]]),
    (value) => asked("/tasks", [["cookie", `lang=de; team=${value}`]]),
    (value) => asked(`/tasks?team=${value}&page=2`),
    (value) => posted(`{"team":"${value}","n":1}`),
    (value) => posted(`{"n": 1, "team": ${value}}`),
    (value) => posted(`[1, ${value}]`),
    (value) => posted(`[[${value}],"${value}"]`),
    (value) => posted(`query { team(id: ${value}) { name } }`),
    (value) => posted(`{"query":"mutation { join(ids: [7, ${value}]) }"}`),
    (value) => posted(`<team>${value}</team>`),
    (value) => posted(`team: ${value}\nn: 1`),
    (value) => posted(`My team is ${value}, ours.`),
    (value) => posted(`id_${value}`),
    (value) => asked(`/tasks?filter=team:${value},n:1`),
    (value) => asked("/tasks", [["referer", `http://x.test/teams/${value}/`]]),
    (value) => answered(`{"team":${value}}`),
    (value) => answered(`{"teams":["${value}"]}`),
    (value) => answered(`<a href="/teams/${value}">`),
  );
  fc.assert(
    fc.property(number, place, fc.boolean(), (value, of, isNumber) => {
      const memory = createSecretMemory();
      // Remembered as clean before.
      memory.exchange(of(value));
      memory.target(of(value).request.target);
      const { response } = memory.exchange(login({ token: isNumber ? Number(value) : value }));
      expect(JSON.stringify(response)).not.toContain(value);
      expect(JSON.stringify(memory.exchange(of(value)))).not.toContain(value);
    }),
  );
});

test("what an answer issued comes back as the same placeholder", () => {
  const memory = createSecretMemory();
  const { response } = memory.exchange(login({ token: "482913577" }));
  expect(response.body).toEqual(utf8('{"token":"__redacted-field__"}'));
  const { request } = memory.exchange(asked("/tasks?team=482913577", [["x-team", "482913577"]]));
  expect([request.target, ...request.headers]).toEqual([
    "/tasks?team=__redacted-field__",
    ["x-team", "__redacted-field__"],
  ]);
});

test("a number that an answer issued comes back as the number that stands for it", () => {
  const memory = createSecretMemory();
  const { body } = memory.exchange(login({ team_token: 482_913_577 })).response;
  const sent = memory.exchange(posted('{"team": 482913577}')).request.body;
  expect(dataOf(sent)).toEqual({ team: dataOf(body).team_token });
  expect(dataOf(sent).team).toEqual(expect.any(Number));
});

test("a number that an answer issued as one is that number wherever a client sends it, which has no other", () => {
  const memory = createSecretMemory();
  const { token } = dataOf(memory.exchange(login({ token: 482_913_577 })).response.body);
  expect(token).toBe(777_000_000);
  const { target, headers } = memory.exchange(
    asked("/tasks?team=482913577&token=482913577", [
      ["cookie", "lang=de; team=482913577"],
      ["x-team", "482913577"],
    ]),
  ).request;
  expect([target, ...headers]).toEqual([
    "/tasks?team=777000000&token=777000000",
    ["cookie", "lang=de; team=777000000"],
    ["x-team", "777000000"],
  ]);
  const { body } = memory.exchange(posted('{"team":"482913577"}')).request;
  expect(dataOf(body)).toEqual({ team: "777000000" });
  // As a replay's client sends it.
  const sent = asked("/tasks?team=777000000&token=777000000");
  expect(createSecretMemory().exchange(sent)).toEqual(sent);
});

test("what a client asked for by its number stays that number: its answer issued nothing by repeating it", () => {
  const memory = createSecretMemory();
  const { response } = login({ ticket: 48_291_357, name: "a chair" });
  memory.exchange({ ...asked("/tickets/48291357"), response });
  expect(memory.exchange(asked("/notes?ticket_id=48291357")).request.target).toBe("/notes?ticket_id=48291357");
});

test("a number that an answer issued as a text is one where only a number can stand", () => {
  const memory = createSecretMemory();
  memory.exchange(login({ token: "482913577" }));
  const { body } = memory.exchange(posted('{"teams": [7, 482913577], "team": "482913577"}')).request;
  expect(dataOf(body)).toEqual({ teams: [7, 777_000_000], team: "__redacted-field__" });
  const said = ["[482913577]", "[[7],482913577]", "query { join(ids: [7,482913577]) }", "ids=7,482913577,8"];
  expect(said.map((each) => memory.exchange(posted(each)).request.body).map((each) => (each as HeldBody).text)).toEqual(
    ["[777000000]", "[[7],777000000]", "query { join(ids: [7,777000000]) }", "ids=7,__redacted-field__,8"],
  );
});

test("a long answer that is read in parts stays JSON where a number in it was hidden", () => {
  const memory = createSecretMemory();
  memory.exchange(login({ token: "482913577" }));
  const ids = Array.from({ length: 200_000 }, (_, nth) => (nth % 50_000 === 49_999 ? 482_913_577 : 1_000_000 + nth));
  const { body } = memory.exchange(answered(JSON.stringify(ids))).response;
  expect(dataOf(body)).toEqual(ids.map((each) => (each === 482_913_577 ? 777_000_000 : each)));
});

test.each(["482913577", " 482913577\n", "-482913577", '{"x":-482913577}'])("an answer of %j stays JSON", (said) => {
  const memory = createSecretMemory();
  memory.exchange(login({ token: "482913577" }));
  const { body } = memory.exchange(answered(said)).response;
  expect((body as HeldBody).text).toBe(said.replace("482913577", "777000000"));
});

test.each([
  "00000000",
  "12345678",
  "87654321",
  "2147483647",
  "202601011230",
  "20260101-123059",
  "1767225600000000",
  "1767225600000000000",
])("a password of %s is not followed: it is no secret elsewhere", (password) => {
  const memory = createSecretMemory();
  const { request } = memory.exchange(posted(JSON.stringify({ password })));
  expect(dataOf(request.body).password).not.toBe(password);
  expect(memory.exchange(asked(`/tasks/${password}`)).request.target).toBe(`/tasks/${password}`);
});

test("a number with other signs is followed where it is all of a cookie, a parameter or a field", () => {
  const memory = createSecretMemory();
  memory.exchange(login({ token: "482:913:577" }));
  const { target, headers } = memory.exchange(
    asked("/tasks?team=482:913:577", [["cookie", "team=482:913:577"]]),
  ).request;
  expect([target, headers[0]?.[1]]).toEqual(["/tasks?team=__redacted-field__", "team=__redacted-field__"]);
});

test("what a list shows has other numbers than what logins issue", () => {
  const memory = createSecretMemory();
  const { response } = answered('[{"session_id":48291357},{"session_id":48291358}]');
  const all = [
    memory.exchange({ ...asked("/sessions"), response }),
    ...[11_223_344, 22_334_455].map((token) => memory.exchange(login({ token }))),
  ];
  const shown = all.flatMap((each) => JSON.stringify(each.response.body).match(/7770\d{5}/g) ?? []);
  expect(shown.length).toBe(4);
  expect(new Set(shown).size).toBe(4);
});

test("what a client asked for by its path before stays", () => {
  const memory = createSecretMemory();
  memory.exchange(asked("/sessions/48291357/laps"));
  const { response } = memory.exchange(answered('{"session_id":48291357}'));
  expect(dataOf(response.body)).toEqual({ session_id: 777_000_000 });
  expect(memory.exchange(asked("/sessions/48291357/pits")).request.target).toBe("/sessions/48291357/pits");
});

test("a number that a client reads in a list is the one with which it asks for more: each another one", () => {
  const memory = createSecretMemory();
  const ids = Array.from({ length: 990 }, (_, nth) => 40_000_000 + nth);
  const { response } = memory.exchange(answered(JSON.stringify(ids.map((id) => ({ session_id: id })))));
  const shown: number[] = dataOf(response.body).map((each: { readonly session_id: number }) => each.session_id);
  expect(new Set(shown).size).toBe(990);
  const targets = ids.map((id) => memory.exchange(asked(`/sessions/${id}/laps`)).request.target);
  expect(targets).toEqual(shown.map((each) => `/sessions/${each}/laps`));
});

test.each([
  ["x-auth", '{"a":1}', "48291357"],
  ["cookie", '{"a":1}', "session=48291357"],
  ["authorization", '{"a":1}', "Bearer 48291357"],
  ["authorization", '{"a":1}', `Basic ${btoa("ada:48291357")}`],
  ["accept", '{"pin":"48291357"}', "*/*"],
  ["accept", '{"pin":48291357}', "*/*"],
])("a number that a client sends as a secret in %s, or %s, is hidden wherever it comes again", (name, body, value) => {
  const memory = createSecretMemory();
  const { request, response } = posted(body);
  memory.notice([[name, value]]);
  const all = [
    memory.exchange({ request: { ...request, headers: [[name, value]] }, response }),
    memory.exchange(asked("/teams/48291357/members")),
    memory.exchange(answered('{"teams":[48291357]}')),
  ];
  expect(JSON.stringify(all.slice(1))).not.toContain("48291357");
  expect(all[1]?.request.target).toMatch(/^\/teams\/__redacted-[\w.-]+__\/members$/);
});

test("a number stays where it is a part of another, where it is short, and where it may be a time", () => {
  const memory = createSecretMemory();
  memory.exchange(login({ token: "482913577", code_token: "4829", session: "1764381234", auth_token: "20240117" }));
  expect(memory.exchange(asked("/tasks%2F482913577")).request.target).toBe("/tasks%2F__redacted-field__");
  for (const target of [
    "/tasks/a482913577",
    "/tasks/7482913577",
    "/tasks?at=52.482913577,7.1",
    "/tasks?range=482913577-482913579",
    "/tasks?at=1052.482913577",
    "/tasks/482913577-abcd-4bcd-8bcd-1234567890ab",
    "/tasks/1a345678-abcd-4bcd-8bcd-482913577",
    "/tasks?page=4829",
    "/t/1764381234",
    "/t?day=20240117",
  ])
    expect(memory.exchange(asked(target)).request.target).toBe(target);
  const sent = posted('{"x":1E+482913577}');
  expect(memory.exchange(sent)).toEqual(sent);
});

test("a word that an answer issued has its placeholder where it is all of a header", () => {
  const memory = createSecretMemory();
  memory.exchange(login({ token: "secretword" }));
  const { request } = memory.exchange(asked("/tasks?kind=secretword", [["x-team", "secretword"]]));
  expect([request.target, ...request.headers]).toEqual(["/tasks?kind=secretword", ["x-team", "__redacted-field__"]]);
});

test.each([
  ["x-auth", "482913", true],
  ["x-session", "482913", true],
  ["x-session", "a8f3k2p9", true],
  ["x-session", "settings", false],
  ["x-analytics-session", "1764381234567", false],
  ["x-partition-key", "482913", false],
  ["x-page", "482913", false],
])("a header %s: %s is hidden whichever run issued it: %s", (name, value, isHidden) => {
  const { request } = createSecretMemory().exchange(asked("/tasks", [[name, value]]));
  expect(request.headers[0]?.[1] !== value).toBe(isHidden);
});

test("a list that is indented, or of an event, stays JSON where a number in it was hidden", () => {
  const item = "\r\n          ";
  const long = "7, ".repeat(100);
  const list = `[${item}482913577,${item}482913577${item}]`;
  const event = `data: {"teams": [${long}482913577, 7]}\n\n`;
  for (const text of [list, event, `${" ".repeat(40)}${list}`]) {
    for (const isSent of [true, false]) {
      const memory = createSecretMemory();
      memory.exchange(login({ token: "482913577" }));
      const { request, response } = memory.exchange(isSent ? posted(text) : answered(text));
      const body = isSent ? request.body : response.body;
      expect(body).toEqual(utf8(text.replaceAll("482913577", "777000000")));
    }
  }
});
