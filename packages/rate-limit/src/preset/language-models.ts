import type { Policy } from "../generated/scheme.ts";
import { type Preset, read, refusing, saysWhen, tellAs } from "./preset.ts";

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
  refusal: refusing(
    {
      error: {
        message: "Rate limit reached on {{policy}}: Limit {{limit}}. Please try again in {{retryAfter}}s.",
        type: "{{policy}}",
        param: null,
        code: "rate_limit_exceeded",
      },
    },
    saysWhen,
  ),
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
  refusal: refusing(
    {
      type: "error",
      error: {
        type: "rate_limit_error",
        message: "This request would exceed your rate limit of {{limit}} {{policy}} per minute.",
      },
    },
    saysWhen,
  ),
  source: "https://docs.aws.amazon.com/claude-platform",
  date: read,
};
