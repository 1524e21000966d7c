import { json, type Preset, read, tellAs } from "./preset.ts";

export const cloudflare: Preset = {
  name: "cloudflare",
  policies: [
    {
      name: "default",
      partition: ["account"],
      algorithm: { kind: "fixed-window", limit: 1200, seconds: 300 },
      onRefusal: { blockSeconds: 300 },
    },
    { name: "burst", partition: ["address"], algorithm: { kind: "fixed-window", limit: 200, seconds: 1 } },
  ],
  tell: tellAs("ietf"),
  refusal: {
    status: 429,
    retryAfter: "delta",
    body: json({
      success: false,
      errors: [
        {
          code: 10100,
          message: "More than {{limit}} requests reached. Please wait and consider throttling your request speed",
        },
      ],
      messages: [],
      result: null,
    }),
  },
  source: "https://developers.cloudflare.com/fundamentals/api/reference/limits/",
  date: read,
};
