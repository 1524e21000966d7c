import { expect, test } from "vitest";
import { rewriter } from "../src/text/rewriter.ts";

test.each([
  ["a URL", "http://127.0.0.1:4000/a", "http://localhost/a"],
  ["every one", "http://127.0.0.1:4000 http://127.0.0.1:4000", "http://localhost http://localhost"],
  ["escaped slashes", "http:\\/\\/127.0.0.1:4000\\/a", "http:\\/\\/localhost\\/a"],
  ["a percent-encoded one", "to=http%3A%2F%2F127.0.0.1%3A4000%2Fa", "to=http%3A%2F%2Flocalhost%2Fa"],
  ["one at the end of a sentence", "see http://127.0.0.1:4000.", "see http://localhost."],
  ["a WebSocket's", '{"url":"ws://127.0.0.1:4000/live"}', '{"url":"ws://localhost/live"}'],
  ["no other port", "http://127.0.0.1:40001/a", "http://127.0.0.1:40001/a"],
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
