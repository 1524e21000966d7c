import { expect, test } from "vitest";
import { rewriter } from "../src/text/rewriter.ts";

test.each([
  ["a URL", "http://127.0.0.1:4000/a", "http://localhost/a"],
  ["every one", "http://127.0.0.1:4000 http://127.0.0.1:4000", "http://localhost http://localhost"],
  ["escaped slashes", "http:\\/\\/127.0.0.1:4000\\/a", "http:\\/\\/localhost\\/a"],
  ["a percent-encoded one", "to=http%3A%2F%2F127.0.0.1%3A4000%2Fa", "to=http%3A%2F%2Flocalhost%2Fa"],
  [
    "one in an address in a query",
    "to=%2Fa%3Fto%3Dhttp%253A%252F%252F127.0.0.1%253A4000%252F",
    "to=%2Fa%3Fto%3Dhttp%253A%252F%252Flocalhost%252F",
  ],
  ["one as .NET writes it", "to=http%3a%2f%2f127.0.0.1%3a4000%2fa", "to=http%3a%2f%2flocalhost%2fa"],
  ["one as Python quotes it", "to=http%3A//127.0.0.1%3A4000/a", "to=http%3A//localhost/a"],
  ["one at the end of a sentence", "see http://127.0.0.1:4000.", "see http://localhost."],
  ["a WebSocket's", '{"url":"ws://127.0.0.1:4000/live"}', '{"url":"ws://localhost/live"}'],
  ["no other port", "http://127.0.0.1:40001/a", "http://127.0.0.1:40001/a"],
  [
    "no other port that is percent-encoded twice",
    "http%253A%252F%252F127.0.0.1%253A40001",
    "http%253A%252F%252F127.0.0.1%253A40001",
  ],
  ["no other scheme", "https://127.0.0.1:4000/a", "https://127.0.0.1:4000/a"],
])("rewriter() replaces %s", (_shows, text, rewritten) => {
  expect(rewriter(["http://127.0.0.1:4000"], "http://localhost")(text)).toBe(rewritten);
});

test.each([
  ["https://api.example.evil/a", "https://api.example.evil/a"],
  ["https://api.example:8443/a", "https://api.example:8443/a"],
  ["https://api.example-x/a", "https://api.example-x/a"],
  ["https://api.example/a", "http://localhost/a"],
])("rewriter() tells hosts apart: %s", (text, rewritten) => {
  expect(rewriter(["https://api.example"], "http://localhost")(text)).toBe(rewritten);
});
