import { service } from "@tapedeck/api";
import type { Exchange } from "@tapedeck/tape";
import { expect, test } from "vitest";
import { canonicalText } from "../src/canonical-text.ts";
import { verifyRecording } from "../src/verify-recording.ts";

const json = "application/json; charset=utf-8";

// [what, method, target, status, content type, body, whether it is what it says it is]
test.each<readonly [string, string, string, number, string, string, boolean]>([
  ["a page of HTML that says 404", "GET", "/users/ada", 404, "text/html", "<h1>Not Found</h1>", true],
  ["a text that says 500", "GET", "/users/ada", 500, "text/plain", "oh", true],
  [
    "an error in JSON",
    "GET",
    "/users/ada",
    404,
    json,
    '{"message":"Not Found","documentation_url":"https://x.example"}',
    true,
  ],
  ["an error in other JSON", "GET", "/users/ada", 404, json, '{"error":1}', false],
  ["a user who is none", "GET", "/users/ada", 200, json, '{"login":5}', false],
  ["a page of HTML for a user", "GET", "/users/ada", 200, "text/html", "<h1>Ada</h1>", false],
  ["a POST to a path with a schema", "POST", "/repos/ada/x", 200, json, '{"id":"1"}', true],
  ["a PATCH to a path with a schema", "PATCH", "/repos/ada/x", 200, json, '{"id":"1"}', true],
  ["the answer to a HEAD", "HEAD", "/users/ada", 200, json, "", true],
  ["an empty body", "GET", "/users/ada", 200, json, "", true],
  ["a part", "GET", "/users/ada", 206, json, '{"logi', true],
  ["JSON that is cut short", "GET", "/users/ada", 200, json, '{"login":', false],
  ["JSON that is cut short, on no route", "POST", "/x", 201, json, '{"a":', false],
  ["a line", "GET", "/zen", 200, "text/plain", "Keep it simple.", true],
  ["JSON behind a byte order mark", "GET", "/x", 200, json, "\uFEFF{}", true],
])("verify on %s", (_what, method, target, status, type, text, isWell) => {
  const exchange: Exchange = {
    request: { method, target, principal: "anonymous", headers: [], body: null },
    response: { status, headers: [["content-type", type]], body: text === "" ? null : { encoding: "utf8", text } },
  };
  const name = "api.service.example/x";
  const file = canonicalText({ name, origin: "https://api.service.example", recordedAt: 0, exchanges: [exchange] });
  const findings = verifyRecording(`${name}/recording.har`, file, [service]);
  expect(findings.every(({ kind }) => kind === "schema")).toBe(true);
  expect(findings.length === 0).toBe(isWell);
});
