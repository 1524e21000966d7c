import { noon } from "../one-policy.ts";

/** A service, the headers of its answer after which so much is left, and its dialect if it has one. */
export type Service = [shows: string, tell: (left: number) => Readonly<Record<string, string>>, dialect?: string];

const date = new Date((noon + 60) * 1000);

/** Services that allow twenty requests a minute, and advertise that in headers of their own. */
export const services: Service[] = [
  [
    "express-rate-limit, legacy",
    (left) => ({
      "x-ratelimit-limit": "20",
      "x-ratelimit-remaining": `${left}`,
      "x-ratelimit-reset": `${noon + 60}`,
    }),
    "express",
  ],
  [
    "express-rate-limit, draft-6",
    (left) => ({
      "ratelimit-policy": "20;w=60",
      "ratelimit-limit": "20",
      "ratelimit-remaining": `${left}`,
      "ratelimit-reset": "60",
    }),
    "ietf-06-policy",
  ],
  [
    "express-rate-limit, draft-7",
    (left) => ({ ratelimit: `limit=20, remaining=${left}, reset=60`, "ratelimit-policy": "20;w=60" }),
    "ietf-07",
  ],
  [
    "express-rate-limit, draft-8",
    (left) => ({
      ratelimit: `"20-in-1min"; r=${left}; t=60`,
      "ratelimit-policy": '"20-in-1min"; q=20; w=60; pk=:MDFlODU1MDY0ZjM1:',
    }),
    "ietf-08",
  ],
  [
    "items with a space, and a partition in each or in none",
    (left) => ({
      ratelimit: `"a"; r=${left}; t=60; pk=:MDFlODU1MDY0ZjM1:`,
      "ratelimit-policy": '"a"; q=20; w=60',
    }),
  ],
  ["draft 11", (left) => ({ ratelimit: `"a";r=${left};t=60`, "ratelimit-policy": '"a";q=20;w=60' }), "ietf"],
  [
    "@fastify/rate-limit",
    (left) => ({ "x-ratelimit-limit": "20", "x-ratelimit-remaining": `${left}`, "x-ratelimit-reset": "60" }),
    "fastify",
  ],
  [
    "koa-ratelimit",
    (left) => ({
      "x-ratelimit-limit": "20",
      "x-ratelimit-remaining": `${left}`,
      "x-ratelimit-reset": `${noon + 60}.000`,
    }),
    "koa",
  ],
  [
    "Twitch",
    (left) => ({ "ratelimit-limit": "20", "ratelimit-remaining": `${left}`, "ratelimit-reset": `${noon + 60}` }),
    "twitch",
  ],
  [
    "what rate-limiter-flexible shows",
    (left) => ({
      "retry-after": "60",
      "x-ratelimit-limit": "20",
      "x-ratelimit-remaining": `${left}`,
      "x-ratelimit-reset": "Thu Jan 01 2026 00:01:00 GMT+0000 (Coordinated Universal Time)",
    }),
  ],
  ["a word of one's own", (left) => ({ "x-quota-left": `${left}`, "x-quota-reset-in": "60s" })],
  [
    "one's own with a date",
    (left) => ({
      "x-api-quota": "20",
      "x-api-quota-used": `${20 - left}`,
      "x-api-quota-resets-at": date.toISOString(),
    }),
  ],
  ["milliseconds", (left) => ({ "x-throttle-remaining": `${left}`, "x-throttle-reset-ms": "60000" })],
  ["a date of HTTP", (left) => ({ "x-limits-left": `${left}`, "x-ratelimit-reset": date.toUTCString() })],
  [
    "Kong",
    (left) => ({
      "ratelimit-limit": "20",
      "ratelimit-remaining": `${left}`,
      "ratelimit-reset": "60",
      "x-ratelimit-limit-hour": "1000",
      "x-ratelimit-limit-minute": "20",
      "x-ratelimit-remaining-hour": `${980 + left}`,
      "x-ratelimit-remaining-minute": `${left}`,
    }),
  ],
  ["Docker Hub", (left) => ({ "ratelimit-limit": "20;w=60", "ratelimit-remaining": `${left};w=60` })],
  ["draft 03", (left) => ({ "x-ratelimit-limit": "20, 20;w=60, 90;w=3600", "x-ratelimit-remaining": `${left}` })],
  ["Azure", (left) => ({ "x-ms-ratelimit-remaining-subscription-reads": `${left}` })],
  [
    "HubSpot",
    (left) => ({
      "x-hubspot-ratelimit-daily": "250000",
      "x-hubspot-ratelimit-daily-remaining": `${249_980 + left}`,
      "x-hubspot-ratelimit-max": "20",
      "x-hubspot-ratelimit-remaining": `${left}`,
    }),
  ],
  [
    "Linear",
    (left) => ({
      "x-ratelimit-requests-limit": "20",
      "x-ratelimit-requests-remaining": `${left}`,
      "x-ratelimit-requests-reset": `${noon + 60}000`,
    }),
  ],
  [
    "nestjs-throttler, by name",
    (left) => ({
      "x-ratelimit-limit-short": "20",
      "x-ratelimit-remaining-short": `${left}`,
      "x-ratelimit-reset-short": "60",
    }),
  ],
  ["counters without a limit", (left) => ({ "x-requests-remaining": `${left}`, "x-requests-used": `${20 - left}` })],
  [
    "Strava, each two windows",
    (left) => ({
      "x-readratelimit-limit": "20,1000",
      "x-readratelimit-usage": `${20 - left},${20 - left}`,
      "x-ratelimit-limit": "200,2000",
      "x-ratelimit-usage": `${20 - left},${20 - left}`,
    }),
    "strava",
  ],
  [
    "Strava, before reads had their own",
    (left) => ({ "x-ratelimit-limit": "20,2000", "x-ratelimit-usage": `${20 - left},${20 - left}` }),
  ],
  [
    "Riot",
    (left) => ({
      "x-app-rate-limit": "20:60,100:120",
      "x-app-rate-limit-count": `${20 - left}:60,${20 - left}:120`,
      "x-method-rate-limit": "2000:600",
      "x-method-rate-limit-count": `${20 - left}:600`,
    }),
  ],
  ["Facebook", (left) => ({ "x-app-usage": `{"call_count":${100 - left * 5},"total_time":${20 - left}}` })],
  [
    "Facebook's business",
    (left) => ({
      "x-business-use-case-usage": `{"12":[{"type":"ads_insights","call_count":${100 - left * 5},"estimated_time_to_regain_access":0}]}`,
    }),
  ],
  ["Salesforce", (left) => ({ "sforce-limit-info": `api-usage=${20 - left}/20; per-app=${20 - left}/250(appName=a)` })],
  [
    "Zendesk, an endpoint's",
    (left) => ({
      "ratelimit-limit": "700",
      "ratelimit-remaining": `${680 + left}`,
      "ratelimit-reset": "60",
      "zendesk-ratelimit-tickets-index": `total=20; remaining=${left}; resets=60`,
    }),
  ],
  ["percent of what nobody says", (left) => ({ "x-ratelimit-remaining-percent": `${left * 5}` })],
  [
    "percent of what is told",
    (left) => ({ "x-quota-limit": "20", "x-quota-remaining": `${left}`, "x-quota-used-percent": `${100 - left * 5}` }),
  ],
  ["percent with its sign", (left) => ({ "x-quota-used": `${100 - left * 5}%`, "x-quota-reset": "60" })],
  ["a ratio", (left) => ({ "x-api-quota": `${20 - left}/20` })],
  ["a ratio of what remains", (left) => ({ "x-ratelimit-remaining": `${left}/20`, "x-ratelimit-reset": "60" })],
  ["JSON in a header", (left) => ({ "x-ratelimit": `{"limit":20,"remaining":${left},"reset":60}` })],
  ["Xero", (left) => ({ "x-daylimit-remaining": `${4980 + left}`, "x-minlimit-remaining": `${left}` })],
  [
    "Vimeo",
    (left) => ({
      "x-ratelimit-limit": "20",
      "x-ratelimit-remaining": `${left}`,
      "x-ratelimit-reset": `${date.toISOString().slice(0, 19)}+00:00`,
    }),
  ],
  ["Imgur", (left) => ({ "x-ratelimit-userlimit": "20", "x-ratelimit-userremaining": `${left}` })],
  ["Etsy", (left) => ({ "x-limit-per-day": "20", "x-remaining-today": `${left}` })],
];
