import { type Preset, read, tellAs } from "./preset.ts";

export const gitlab: Preset = {
  name: "gitlab",
  policies: [
    {
      name: "throttle_authenticated_api",
      partition: ["account"],
      algorithm: { kind: "fixed-window", limit: 2000, seconds: 60, opens: "clock" },
      when: { credential: true },
    },
    {
      name: "throttle_unauthenticated_api",
      partition: ["address"],
      algorithm: { kind: "fixed-window", limit: 500, seconds: 60, opens: "clock" },
      when: { credential: false },
    },
    {
      // One of the application limits, which no header tells.
      name: "users_api",
      partition: ["account"],
      algorithm: { kind: "fixed-window", limit: 300, seconds: 600, opens: "clock" },
      when: { methods: ["GET"], paths: ["/api/v4/users/{user}"] },
      hidden: true,
    },
  ],
  tell: tellAs("gitlab"),
  refusal: { status: 429, retryAfter: "delta", contentType: "text/plain", body: "Retry later\n" },
  source: "https://docs.gitlab.com/administration/settings/user_and_ip_rate_limits/",
  date: read,
};
