import type { Exchange } from "@tapedeck/tape";
import { expect, test } from "vitest";
import { messageOf } from "../src/send/record-request.ts";
import { originRewriter, targetWithin, upstreamOf } from "../src/send/upstream.ts";

test.each([
  ["http://127.0.0.1:49152/api/v3/", "http://127.0.0.1:49152/api/v3", "http://127.0.0.1:49152"],
  ["http://[::1]:49152", "http://[::1]:49152", "http://[::1]:49152"],
  ["http://app.localhost:3000", "http://app.localhost:3000", "http://app.localhost:3000"],
  ["https://API.service.example", "https://api.service.example", "https://api.service.example"],
  ["https://127.example.com:8443/x", "https://127.example.com:8443/x", "https://127.example.com:8443"],
])("upstreamOf(%s)", (from, base, origin) => {
  expect(upstreamOf(from)).toEqual({ base, origin });
});

const upstream = { base: "http://127.0.0.1:4000/api/v3", origin: "https://api.service.example" };

test.each([
  ["a path", "/users?page=2", "/users?page=2"],
  ["a URL below the base", "http://127.0.0.1:4000/api/v3/users?page=2", "/users?page=2"],
  ["a URL beside the base", "http://127.0.0.1:4000/other", "/other"],
  ["a URL of the written origin", "https://api.service.example/users", "/users"],
  ["the origin itself", "https://api.service.example", "/"],
  ["a query right behind it", "https://api.service.example?a=1", "/?a=1"],
  ["no longer host", "https://api.service.example.evil.example/users", null],
  ["no other port", "http://127.0.0.1:40000/users", null],
  ["a path of two slashes", "//evil.example/users", "//evil.example/users"],
])("targetWithin() takes %s", (_shows, url, target) => {
  expect(targetWithin(url, upstream)).toBe(target);
});

test.each([
  ["a whole answer", "GET", {}, false],
  ["a part", "GET", { range: "bytes=0-1" }, true],
  ["a part, its header in capitals", "GET", { RANGE: "bytes=0-1" }, true],
  ["what has no body", "HEAD", {}, true],
])("messageOf() asks for %s, plain where bytes are counted", (_shows, method, headers, isPlain) => {
  const { headers: sent } = messageOf({ method, target: "/a", headers }, null, { ...upstream });
  expect(sent["accept-encoding"] === "identity").toBe(isPlain);
});

test.each([
  ["application/json", true],
  ["application/vnd.unknown", true],
  ["application/x-protobuf", false],
  ["application/vnd.api+proto", false],
  ["application/zip", false],
])("originRewriter() replaces the address in an answer of %s: %s", (type, isReplaced) => {
  const answer = (text: string): Exchange => ({
    request: { method: "GET", target: "/a", principal: "anonymous", headers: [], body: null },
    response: { status: 200, headers: [["content-type", type]], body: { encoding: "utf8", text } },
  });
  const [from, to] = [answer(`${upstream.base}/a`), answer(`${upstream.origin}/a`)];
  expect(originRewriter(upstream)(from)).toEqual(isReplaced ? to : from);
});
