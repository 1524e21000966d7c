import { type Preset, perWindow, read, saysWhen, tellAs } from "./preset.ts";

export const gitlab: Preset = {
  name: "gitlab",
  policies: [
    {
      name: "throttle_authenticated_api",
      partition: ["account"],
      algorithm: perWindow(2000, 60, "clock"),
      when: { credential: true },
    },
    {
      name: "throttle_unauthenticated_api",
      partition: ["address"],
      algorithm: perWindow(500, 60, "clock"),
      when: { credential: false },
    },
    {
      // One of the application limits, which no header tells.
      name: "users_api",
      partition: ["account"],
      algorithm: perWindow(300, 600, "clock"),
      when: { methods: ["GET"], paths: ["/api/v4/users/{user}"] },
      hidden: true,
    },
  ],
  tell: tellAs("gitlab"),
  refusal: { status: 429, ...saysWhen, contentType: "text/plain", body: "Retry later\n" },
  source: "https://docs.gitlab.com/administration/settings/user_and_ip_rate_limits/",
  date: read,
};
