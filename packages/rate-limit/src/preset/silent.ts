import type { Policy } from "../generated/scheme.ts";
import { type Preset, read, refusing, saysWhen, tellAs } from "./preset.ts";

export const stripe: Preset = {
  name: "stripe",
  policies: [
    {
      name: "rate",
      partition: ["account"],
      algorithm: { kind: "token-bucket", capacity: 100, refillPerSecond: 100 },
      hidden: true,
      reason: "global-rate",
    },
    {
      name: "endpoint-rate",
      partition: ["account", "operation"],
      algorithm: { kind: "token-bucket", capacity: 25, refillPerSecond: 25 },
      hidden: true,
      reason: "endpoint-rate",
    },
    {
      name: "concurrency",
      unit: "concurrent-requests",
      partition: ["account"],
      algorithm: { kind: "concurrency", limit: 25 },
      hidden: true,
      reason: "global-concurrency",
    },
  ],
  tell: tellAs("stripe"),
  refusal: refusing({
    error: {
      type: "invalid_request_error",
      code: "rate_limit",
      message: "Request rate limit exceeded.",
      doc_url: "https://stripe.com/docs/error-codes/rate-limit",
    },
  }),
  source: "https://docs.stripe.com/rate-limits",
  date: read,
};

const tiers: ReadonlyArray<readonly [tier: string, perMinute: number, methods: readonly string[]]> = [
  ["tier1", 1, ["admin.analytics.getFile", "migration.exchange"]],
  ["tier2", 20, ["conversations.list", "conversations.create", "users.list", "files.list", "search.messages"]],
  [
    "tier3",
    50,
    ["conversations.history", "conversations.info", "conversations.replies", "chat.update", "reactions.list"],
  ],
  ["tier4", 100, ["users.info", "conversations.members", "files.info", "users.profile.get", "auth.test"]],
];

export const slack: Preset = {
  name: "slack",
  policies: [
    ...tiers.map(
      ([name, limit, methods]): Policy => ({
        name,
        partition: ["app", "account", "operation"],
        algorithm: { kind: "sliding-log", limit, seconds: 60 },
        when: { paths: methods.map((method) => `/api/${method}`) },
        hidden: true,
      }),
    ),
    {
      name: "post",
      partition: ["app", "account", "body:/channel"],
      algorithm: { kind: "token-bucket", capacity: 5, refillPerSecond: 1 },
      when: { paths: ["/api/chat.postMessage"] },
      hidden: true,
    },
  ],
  tell: tellAs("silent"),
  refusal: refusing({ ok: false, error: "ratelimited" }, saysWhen),
  source: "https://docs.slack.dev/apis/web-api/rate-limits/",
  date: read,
};
