import type { Policy } from "../generated/scheme.ts";
import { type Preset, perWindow, read, saysWhen, tellAs } from "./preset.ts";

const route = perWindow(5, 5);
const majors = ["channel", "guild", "webhook"];
const pathsOf = (major: string): readonly string[] => [`/api/*/${major}s/{${major}}/**`, `/${major}s/{${major}}/**`];

export const discord: Preset = {
  name: "discord",
  policies: [
    // A path's first id partitions the limit of a route; `operation` names the route if it is known.
    ...majors.map((major): Policy => {
      const partition = ["credential", "method", `param:${major}`] as const;
      return { name: major, partition, algorithm: route, when: { paths: pathsOf(major) }, scope: "user" };
    }),
    {
      name: "other",
      partition: ["credential", "operation"],
      algorithm: route,
      unless: { paths: majors.flatMap(pathsOf) },
      scope: "user",
    },
    { name: "global", partition: ["credential"], algorithm: perWindow(50, 1), scope: "global", hidden: true },
    {
      name: "invalid",
      partition: ["address"],
      algorithm: perWindow(10_000, 600),
      cost: { default: 0, requires: 1, byStatus: { "401": 1, "403": 1, "429": 1 } },
      onRefusal: { charge: 1 },
      hidden: true,
      refusal: { status: 429, ...saysWhen, contentType: "text/plain; charset=UTF-8", body: "error code: 1015" },
    },
  ],
  tell: tellAs("discord"),
  refusal: {
    status: 429,
    ...saysWhen,
    body: '{"message":"You are being rate limited.","retry_after":{{retryAfter}},"global":{{global}}}',
  },
  source: "https://github.com/discord/discord-api-docs/blob/main/docs/topics/rate-limits.md",
  date: read,
};
