// What these presets must express: a test for each cell of the table in the issue that asked for them.
import { expect, test } from "vitest";
import { service } from "../service.ts";

test("openai: requests and tokens at once, told in durations", () => {
  const { ask, left } = service("openai");
  const body = JSON.stringify({ model: "m", max_tokens: 1000 });
  expect(ask("/v1/chat/completions", { method: "POST", body }).headers).toMatchObject({
    "x-ratelimit-remaining-requests": "499",
    "x-ratelimit-reset-requests": "120ms",
    "x-ratelimit-limit-tokens": "30000",
    "x-ratelimit-remaining-tokens": "28992",
  });
  left("tokens account ada, body:/model m", 8);
  const refused = ask("/v1/chat/completions", { method: "POST", body });
  expect([refused.status, refused.by, refused.headers["x-ratelimit-reset-tokens"]]).toEqual([429, "tokens", "59.984s"]);
  expect([refused.headers["retry-after"], JSON.parse(refused.body).error.type]).toEqual(["2", "tokens"]);
});

test("anthropic: requests, input and output tokens, told by RFC 3339", () => {
  const { ask, left } = service("anthropic");
  const body = JSON.stringify({ model: "m", max_tokens: 800 });
  const { headers } = ask("/v1/messages", { method: "POST", body });
  expect(headers).toMatchObject({
    "anthropic-ratelimit-requests-remaining": "49",
    "anthropic-ratelimit-output-tokens-remaining": "7200",
    "anthropic-ratelimit-output-tokens-reset": "2026-01-01T00:00:06Z",
  });
  left("requests account ada, body:/model m", 0);
  const refused = ask("/v1/messages", { method: "POST", body });
  expect([refused.status, refused.headers["retry-after"], JSON.parse(refused.body).error.type]).toEqual([
    429,
    "2",
    "rate_limit_error",
  ]);
});
