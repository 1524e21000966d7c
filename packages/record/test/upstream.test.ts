import { Buffer } from "node:buffer";
import type { Exchange } from "@tapedeck/tape";
import { expect, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { messageOf } from "../src/send/record-request.ts";
import { originRewriter, targetWithin, upstreamOf } from "../src/send/upstream.ts";
import { record } from "./recording.ts";

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

// RFC 9449, section 4.2.
const proofFor = (htu: string): string =>
  `e30.${Buffer.from(JSON.stringify({ htm: "GET", htu })).toString("base64url")}.c2ln`;

test.each([
  ["a refused proof of its own address", 400, "http://localhost:8787/token", 1],
  ["no proof that is accepted", 200, "http://localhost:8787/token", undefined],
  ["no proof of another address", 401, "http://localhost:8788/token", undefined],
  ["no proof without an address", 401, "", undefined],
])("a recorder names %s", async (_shows, status, htu, named) => {
  const from = await serveUpstream((_request, response) => void response.writeHead(status).end());
  await record({ from, out: await tempFolder() }, async ({ player, summary }) => {
    const [base, headers] = ["http://localhost:8787", { dpop: proofFor(htu) }];
    await player.answer({ method: "GET", target: "/token", headers, body: null, base, address: "127.0.0.1" });
    expect(summary().misaddressed).toBe(named);
  });
});
