import type { HeaderList, RecordedResponse } from "@tapedeck/tape";
import { expect, test } from "vitest";
import { pauseAfter, principalStanding } from "../src/standing.ts";

// 2026-01-01T00:00:00Z
const now = 1_767_225_600;
const answer = (status: number, headers: Record<string, string> = {}, text?: string): RecordedResponse => ({
  status,
  headers: Object.entries(headers),
  body: text === undefined ? null : { encoding: "utf8", text },
});
const spent = { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(now + 300) };
const secondary = '{"message":"You have exceeded a secondary rate limit"}';
const documented = '{"message":"Wait","documentation_url":"https://d.example/rest#about-secondary-rate-limits"}';

test.each<readonly [shows: string, response: RecordedResponse, attempt: number, wanted: readonly unknown[] | null]>([
  ["nothing of a good answer", answer(200), 1, null],
  ["nothing of a plain refusal", answer(403), 1, null],
  ["nothing of what was not found", answer(404), 1, null],
  ["nothing of a method that the service does not know", answer(501), 1, null],
  ["a second at a first error", answer(502), 1, ["server error", 1]],
  ["twice as long at each further one", answer(503), 4, ["server error", 8]],
  ["a minute at most", answer(500), 20, ["server error", 60]],
  ["as long as an error says", answer(503, { "retry-after": "17" }), 1, ["server error", 17]],
  ["until the window ends", answer(403, spent), 1, ["rate limit", 301]],
  [
    "until then by the clock that named it",
    answer(429, { ...spent, date: "Thu, 01 Jan 2026 00:03:20 GMT" }),
    1,
    ["rate limit", 101],
  ],
  ["as long as a refusal says", answer(429, { ...spent, "retry-after": "5" }), 1, ["rate limit", 5]],
  ["a minute after a secondary limit", answer(403, {}, secondary), 1, ["secondary limit", 60]],
  ["longer after the next", answer(429, {}, secondary), 3, ["secondary limit", 240]],
  ["by its documentation too", answer(403, {}, documented), 1, ["secondary limit", 60]],
  ["as long as a secondary limit says", answer(403, { "retry-after": "9" }, secondary), 2, ["secondary limit", 9]],
  ["as long as any refusal says", answer(403, { "retry-after": "3" }), 1, ["retry-after", 3]],
  [
    "until the date that it says",
    answer(429, { "retry-after": "Thu, 01 Jan 2026 00:00:10 GMT" }),
    1,
    ["retry-after", 10],
  ],
  ["a minute where 429 says nothing", answer(429), 1, ["rate limit", 60]],
  ["until the IETF form's end", answer(429, { ratelimit: '"h";r=0;t=30' }), 1, ["rate limit", 31]],
  ["for a 200 that refuses", answer(200, {}, '{"errors":[{"type":"RATE_LIMITED"}]}'), 1, ["rate limit", 61]],
  ["as long as Discord's body says", answer(429, {}, '{"retry_after":1.5,"global":true}'), 1, ["retry-after", 1.5]],
  ["as long as a header in milliseconds says", answer(429, { "retry-after-ms": "1500" }), 1, ["retry-after", 1.5]],
])("pauseAfter() waits %s", (_shows, response, attempt, wanted) => {
  const pause = pauseAfter(response, attempt, now);
  expect(pause && [pause.reason, pause.seconds]).toEqual(wanted);
});

test.each<readonly [shows: string, headers: HeaderList, standing: readonly number[] | null]>([
  ["all", Object.entries({ ...spent, "x-ratelimit-remaining": "7" }), [60, 7, now + 300]],
  ["a clock that is ahead", [...Object.entries(spent), ["date", "Thu, 01 Jan 2026 00:03:20 GMT"]], [60, 0, now + 100]],
  ["no end: a minute", Object.entries({ ...spent, "x-ratelimit-reset": "soon" }), [60, 0, now + 60]],
  ["an end that is past", Object.entries({ ...spent, "x-ratelimit-reset": String(now - 100) }), [60, 0, now]],
  ["no limit", [["x-ratelimit-remaining", "7"]], null],
  [
    "the IETF form",
    Object.entries({ ratelimit: '"h";r=7;t=30', "ratelimit-policy": '"h";q=60;w=3600' }),
    [60, 7, now + 30],
  ],
  [
    "drafts of it",
    Object.entries({ "ratelimit-limit": "60", "ratelimit-remaining": "7", "ratelimit-reset": "30" }),
    [60, 7, now + 30],
  ],
  [
    "the policy with the smallest share left",
    Object.entries({ ratelimit: '"h";r=50;t=30, "m";r=2;t=9', "ratelimit-policy": '"h";q=60, "m";q=5' }),
    [5, 2, now + 9],
  ],
  [
    "requests, and no tokens",
    Object.entries({
      "x-ratelimit-limit-requests": "500",
      "x-ratelimit-remaining-requests": "499",
      "x-ratelimit-reset-requests": "120ms",
      "x-ratelimit-limit-tokens": "30000",
      "x-ratelimit-remaining-tokens": "7",
    }),
    [500, 499, now + 0.12],
  ],
  [
    "Discord's",
    Object.entries({ "x-ratelimit-limit": "5", "x-ratelimit-remaining": "4", "x-ratelimit-reset-after": "1.5" }),
    [5, 4, now + 1.5],
  ],
  [
    "nonsense",
    [
      ["x-ratelimit-limit", "many"],
      ["x-ratelimit-remaining", "7"],
    ],
    null,
  ],
])("principalStanding() reads %s", (_shows, headers, wanted) => {
  const standing = principalStanding({ status: 200, headers }, now);
  expect(standing && [standing.limit, standing.remaining, standing.resetsAt]).toEqual(wanted);
});
