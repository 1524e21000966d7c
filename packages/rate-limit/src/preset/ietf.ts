import type { Policy } from "../scheme/scheme.ts";
import { json, type Preset, read, tellAs } from "./preset.ts";

const policies: readonly Policy[] = [
  {
    name: "minute",
    partition: ["account"],
    algorithm: { kind: "fixed-window", limit: 50, seconds: 60 },
  },
  {
    name: "hour",
    partition: ["account"],
    algorithm: { kind: "fixed-window", limit: 1000, seconds: 3600 },
  },
];

function revision(number: string, name: string): Preset {
  return {
    name,
    policies,
    tell: tellAs(name),
    refusal: {
      status: 429,
      retryAfter: "delta",
      contentType: "application/problem+json",
      body: json({
        type: "https://iana.org/assignments/http-problem-types#quota-exceeded",
        title: "Request cannot be satisfied as assigned quota has been exceeded",
        "violated-policies": ["{{policy}}"],
      }),
    },
    source: `https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/${number}/`,
    date: read,
  };
}

export const ietf: Preset = revision("11", "ietf");
export const ietf07: Preset = revision("07", "ietf-07");
export const ietf06: Preset = revision("06", "ietf-06");
