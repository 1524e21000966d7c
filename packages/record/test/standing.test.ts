import type { HeaderList, RecordedResponse } from "@tapedeck/tape";
import { expect, test } from "vitest";
import { pauseAfter, standingOf } from "../src/standing.ts";

const now = 1000;
const answer = (status: number, headers: Record<string, string> = {}, text?: string): RecordedResponse => ({
  status,
  headers: Object.entries(headers),
  body: text === undefined ? null : { encoding: "utf8", text },
});
const spent = { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1300" };
const secondary = '{"message":"You have exceeded a secondary rate limit"}';
const documented = '{"message":"Wait","documentation_url":"https://d.example/rest#about-secondary-rate-limits"}';

test.each<readonly [shows: string, response: RecordedResponse, attempt: number, wanted: readonly unknown[] | null]>([
  ["nothing of a good answer", answer(200), 1, null],
  ["nothing of a plain refusal", answer(403), 1, null],
  ["nothing of what was not found", answer(404), 1, null],
  ["nothing of a method that is not implemented", answer(501), 1, null],
  ["a second at a first error", answer(502), 1, ["server error", 1]],
  ["twice as long at each further one", answer(503), 4, ["server error", 8]],
  ["a minute at most", answer(500), 20, ["server error", 60]],
  ["as long as an error says", answer(503, { "retry-after": "17" }), 1, ["server error", 17]],
  ["until the window ends", answer(403, spent), 1, ["rate limit", 301]],
  [
    "until then by the clock that named it",
    answer(429, { ...spent, date: "Thu, 01 Jan 1970 00:20:00 GMT" }),
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
    answer(429, { "retry-after": "Thu, 01 Jan 1970 00:16:50 GMT" }),
    1,
    ["retry-after", 10],
  ],
  ["a minute where 429 says nothing", answer(429), 1, ["rate limit", 60]],
])("pauseAfter() waits %s", (_shows, response, attempt, wanted) => {
  const pause = pauseAfter(response, attempt, now);
  expect(pause && [pause.reason, pause.seconds]).toEqual(wanted);
});

test.each<readonly [shows: string, headers: HeaderList, standing: readonly number[] | null]>([
  ["all", Object.entries({ ...spent, "x-ratelimit-remaining": "7" }), [60, 7, 1300]],
  ["a clock that is ahead", [...Object.entries(spent), ["date", "Thu, 01 Jan 1970 00:20:00 GMT"]], [60, 0, 1100]],
  ["no end: a minute", Object.entries({ ...spent, "x-ratelimit-reset": "soon" }), [60, 0, 1060]],
  ["an end that is past", Object.entries({ ...spent, "x-ratelimit-reset": "900" }), [60, 0, 1000]],
  ["no limit", [["x-ratelimit-remaining", "7"]], null],
  [
    "nonsense",
    [
      ["x-ratelimit-limit", "many"],
      ["x-ratelimit-remaining", "7"],
    ],
    null,
  ],
])("standingOf() reads %s", (_shows, headers, wanted) => {
  const standing = standingOf(headers, now);
  expect(standing && [standing.limit, standing.remaining, standing.resetsAt]).toEqual(wanted);
});
