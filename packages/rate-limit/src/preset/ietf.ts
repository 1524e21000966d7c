import { type Preset, perWindow, read, refusing, saysWhen, tellAs } from "./preset.ts";

function revision(number: string, name: string): Preset {
  return {
    name,
    policies: [
      { name: "minute", partition: ["account"], algorithm: perWindow(50, 60) },
      { name: "hour", partition: ["account"], algorithm: perWindow(1000, 3600) },
    ],
    tell: tellAs(name),
    refusal: refusing(
      {
        type: "https://iana.org/assignments/http-problem-types#quota-exceeded",
        title: "Request cannot be satisfied as assigned quota has been exceeded",
        "violated-policies": ["{{policy}}"],
      },
      { ...saysWhen, contentType: "application/problem+json" },
    ),
    source: `https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/${number}/`,
    date: read,
  };
}

export const ietf: Preset = revision("11", "ietf");
export const ietf07: Preset = revision("07", "ietf-07");
export const ietf06: Preset = revision("06", "ietf-06");
