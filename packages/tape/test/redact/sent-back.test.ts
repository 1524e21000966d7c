import fc from "fast-check";
import { expect, test } from "vitest";
import type { Body, Exchange } from "../../src/exchange.ts";
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
const dataOf = (body: Body | null) => JSON.parse(body?.encoding === "utf8" ? body.text : "null");

test("a number that an answer issued has its placeholder where it is all of a header, a cookie, a parameter or a member of JSON", () => {
  const number = fc.integer({ min: 20_000_000, max: 999_999_999 }).map(String);
  const place = fc.constantFrom<(value: string) => Exchange>(
    (value) => asked("/tasks", [["x-session", value]]),
    (value) => asked("/tasks", [["x-auth", value]]),
    (value) => asked("/tasks", [["x-team", value]]),
    (value) => asked("/tasks", [["cookie", `lang=de; team=${value}`]]),
    (value) => asked(`/tasks?team=${value}&page=2`),
    (value) => posted(`{"team":"${value}","n":1}`),
    (value) => posted(`{"n": 1, "team": ${value}}`),
  );
  fc.assert(
    fc.property(number, place, fc.boolean(), (value, of, isNumber) => {
      const memory = createSecretMemory();
      // Remembered as clean before.
      memory.exchange(of(value));
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

test("a number stays within a path and a text, where it is short, and where it may be a time", () => {
  const memory = createSecretMemory();
  memory.exchange(login({ token: "482913577", code_token: "4829", session: "1764381234", auth_token: "20240117" }));
  for (const target of [
    "/tasks/482913577",
    "/tasks?range=482913577-482913579",
    "/tasks?page=4829",
    "/t?since=1764381234",
    "/t?day=20240117",
  ])
    expect(memory.exchange(asked(target)).request.target).toBe(target);
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
