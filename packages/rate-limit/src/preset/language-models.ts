import type { Policy } from "../scheme/scheme.ts";
import { json, type Preset, read, tellAs } from "./preset.ts";

// Refill per second of a bucket per minute. Four bytes are about one token of English text.
const perMinute = (capacity: number): Policy["algorithm"] => {
  return { kind: "token-bucket", capacity, refillPerSecond: capacity / 60 };
};
const perByte = 0.25;
const partition = ["account", "body:/model"] as const;

export const openai: Preset = {
  name: "openai",
  policies: [
    { name: "requests", partition, algorithm: perMinute(500) },
    {
      name: "tokens",
      unit: "tokens",
      partition,
      algorithm: perMinute(30_000),
      cost: { perByte, request: "/max_tokens", response: "/usage/total_tokens" },
    },
  ],
  tell: tellAs("openai"),
  refusal: {
    status: 429,
    retryAfter: "delta",
    body: json({
      error: {
        message: "Rate limit reached on {{policy}}: Limit {{limit}}. Please try again in {{retryAfter}}s.",
        type: "{{policy}}",
        param: null,
        code: "rate_limit_exceeded",
      },
    }),
  },
  source: "https://community.openai.com/t/1268905",
  date: read,
};

export const anthropic: Preset = {
  name: "anthropic",
  policies: [
    { name: "requests", partition, algorithm: perMinute(50) },
    {
      name: "input-tokens",
      unit: "tokens",
      partition,
      algorithm: perMinute(30_000),
      cost: { perByte, response: "/usage/input_tokens" },
    },
    {
      name: "output-tokens",
      unit: "tokens",
      partition,
      algorithm: perMinute(8000),
      cost: { request: "/max_tokens", response: "/usage/output_tokens" },
    },
  ],
  tell: tellAs("anthropic"),
  refusal: {
    status: 429,
    retryAfter: "delta",
    body: json({
      type: "error",
      error: {
        type: "rate_limit_error",
        message: "This request would exceed your rate limit of {{limit}} {{policy}} per minute.",
      },
    }),
  },
  source: "https://docs.aws.amazon.com/claude-platform",
  date: read,
};
