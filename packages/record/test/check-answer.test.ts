import { checkExchange, service } from "@tapedeck/api";
import type { Exchange } from "@tapedeck/tape";
import { expect, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { checkAnswer } from "../src/store/append-checked.ts";
import { record } from "./recording.ts";

const json = "application/json; charset=utf-8";
const notFound = '{"message":"Not Found","documentation_url":"https://docs.service.example"}';
const cut = "the body: expected JSON, found a text that breaks off (line 1, column 4)";

function exchange(method: string, target: string, status: number, type: string, text: string): Exchange {
  return {
    request: { method, target, principal: "anonymous", headers: [], body: null },
    response: { status, headers: [["content-type", type]], body: text === "" ? null : { encoding: "utf8", text } },
  };
}

test.each([
  ["JSON that breaks off, on a path without a schema", "GET", "/things", 200, json, '{"a', [cut]],
  ["JSON that breaks off, in an error", "GET", "/things", 500, json, '{"a', [cut]],
  ["JSON that breaks off, in the answer to a POST", "POST", "/things", 201, json, '{"a', [cut]],
  ["JSON that breaks off, of a vendor's type", "GET", "/x", 200, "application/vnd.service.v3+json", '{"a', [cut]],
  ["JSON that breaks off, on a path with a schema", "GET", "/users/ada", 200, json, '{"a', [cut]],
  [
    "JSON that goes on after its end",
    "GET",
    "/things",
    200,
    json,
    "{}{}",
    ["the body: expected JSON, found other text (line 1, column 3)"],
  ],
  ["a page that says it is JSON", "GET", "/x", 200, json, "<html>", ["the body: expected JSON, found other text"]],
  [
    "a page where a user should be",
    "GET",
    "/users/ada",
    200,
    "text/html",
    "<html>",
    ['the body: expected object, found "<html>"'],
  ],
  [
    "a line of /zen that says it is JSON",
    "GET",
    "/zen",
    200,
    json,
    "Keep it",
    ["the body: expected JSON, found other text"],
  ],
])("checkAnswer() finds %s", (_shows, method, target, status, type, text, problems) => {
  expect(checkAnswer(exchange(method, target, status, type, text), service)).toEqual(problems);
});

test.each([
  ["a HEAD, whatever its type", "HEAD", "/things", 200, json, '{"a'],
  ["lines of JSON, as streams send them", "GET", "/things", 200, json, '{"0":[[0]]}\n[1]\n\n'],
  ["an empty body", "GET", "/things", 200, json, ""],
  ["a part of JSON, as a part", "GET", "/things", 206, json, '{"a'],
  ["JSON behind a byte order mark", "GET", "/things", 200, json, "\uFEFF{}"],
  ["a text that says it is one", "GET", "/things", 200, "text/plain", '{"a'],
  ["an error that is no JSON", "GET", "/users/ada", 404, "text/html", "<html>"],
  ["an error that is JSON", "GET", "/users/ada", 404, json, notFound],
  ["the answer to a PATCH, which has no schema", "PATCH", "/user", 200, json, '{"any":"thing"}'],
  ["the error to a POST, which has no schema", "POST", "/repos/a/b", 422, json, '{"any":"thing"}'],
  ["a line of /zen", "GET", "/zen", 200, "text/plain;charset=utf-8", "Keep it logically awesome."],
])("checkAnswer() takes %s", (_shows, method, target, status, type, text) => {
  expect(checkAnswer(exchange(method, target, status, type, text), service)).toEqual([]);
});

test("checkAnswer() finds bytes that are no text where JSON should be", () => {
  const { request, response } = exchange("GET", "/things", 200, json, "x");
  const bytes = { request, response: { ...response, body: { encoding: "base64", text: "//79" } } } as const;
  expect(checkAnswer(bytes)).toEqual(["the body: expected JSON, found bytes that are no UTF-8 text"]);
});

test("checkExchange() names the schema, and none where the body is no JSON", () => {
  const wrong = checkExchange(exchange("GET", "/users/ada", 200, json, '{"login":"ada","id":"1"}'), service);
  expect(wrong).toContainEqual({ resource: "user", path: "/id", expected: "integer", found: '"1"' });
  const broken = checkExchange(exchange("GET", "/users/ada", 200, json, '{"login":"ada"'), service);
  expect(broken).toMatchObject([{ resource: null, path: "", expected: "JSON" }]);
});

test("a body that a wrong content-length cuts short is recorded, and counts as invalid", async () => {
  const from = await serveUpstream((_request, response) => {
    response.socket?.end(
      'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 3\r\nconnection: close\r\n\r\n{"a":12345}',
    );
  });
  const out = await tempFolder();
  const recorder = await record({ from, out }, ({ ask }) => ask({ target: "/things" }));
  expect(recorder.summary()).toMatchObject({
    captured: 1,
    failed: [],
    invalid: [{ method: "GET", target: "/things", principal: "anonymous", problems: [cut] }],
  });
});
