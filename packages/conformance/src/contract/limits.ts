import type { Group } from "./group.ts";

/** Who counts, and what is counted. */
export const limitRows: Readonly<Record<string, Group>> = {
  refusal: {
    source: "beyond-the-spec, Errors",
    rows: [
      {
        n: 1,
        sentence:
          "Who has nothing left gets 403; the message begins `API rate limit exceeded for`, the link ends in `#rate-limiting`; remaining 0, used = limit, the window's reset; no `retry-after`; nothing charged.",
        rule: "refusals.test.ts",
        live: ["a refusal says that the limit is used up, and is not counted"],
      },
      { n: 2, sentence: "429 is a setting, and so is `retry-after`.", rule: "refusals.test.ts" },
      {
        n: 3,
        sentence: "A refusal that was recorded is given as it was recorded, under the live counters.",
        rule: "refusals.test.ts",
      },
      {
        n: 4,
        sentence: "Who has nothing left is refused all that costs, and nothing that is free.",
        rule: "refusals.test.ts",
      },
      {
        n: 5,
        sentence:
          "A secondary limit is off by default; it refuses with 403 or 429, names itself, may tell how long to wait, and leaves what remains.",
        rule: "refusals.test.ts",
      },
      { n: 6, sentence: "A refused request changes nothing." },
    ],
  },
  principals: {
    source: "service-api 5; beyond-the-spec, Principals and credentials",
    rows: [
      {
        n: 1,
        sentence: "`token T`, `Bearer T` and Basic `account:T` are one caller, and may be mixed.",
        rule: "principals.test.ts",
        live: ["the forms of one credential share a bucket"],
      },
      {
        n: 2,
        sentence: "A principal is named by an alias; its token is never written down.",
        rule: "principals.test.ts",
      },
      {
        n: 3,
        sentence: "With no known credentials, every well-formed one is the principal `token`.",
        rule: "principals.test.ts",
      },
      {
        n: 4,
        sentence: "Two tokens of one account share one bucket, under the account's limit, whichever opens the window.",
        rule: "principals.test.ts",
      },
      { n: 5, sentence: "Two tokens of one account may see different data.", rule: "principals.test.ts" },
      {
        n: 6,
        sentence: "What was recorded for the caller comes first, then what was recorded without a credential.",
        rule: "principals.test.ts",
      },
      {
        n: 7,
        sentence:
          "What needs a credential is answered neither with the recording of another caller, nor with one without a credential.",
        rule: "principals.test.ts",
      },
      {
        n: 8,
        sentence: "A credential that is sent does not come back in an answer.",
        live: ["a credential does not come back in an answer"],
      },
      {
        n: 9,
        sentence: "What is private is not shown without a credential.",
        live: ["what is private is not shown without a credential"],
      },
    ],
  },
  limits: {
    source: "service-api 8; beyond-the-spec, Rate limit",
    rows: [
      {
        n: 1,
        sentence:
          "A window is fixed: 3600 seconds from the first request, the same reset within it in epoch seconds, then a new one.",
        rule: "limits.test.ts",
      },
      { n: 2, sentence: "60 requests a window for each address without a credential.", rule: "limits.test.ts" },
      {
        n: 3,
        sentence: "5000 requests a window with a credential.",
        rule: "limits.test.ts",
        live: ["a credential raises the limit"],
      },
      {
        n: 4,
        sentence: "An answer costs 1, also 404, 403, 409 and 422, 206 and 416.",
        rule: "limits.test.ts",
        live: ["a good answer costs one", "an error is charged like any answer"],
      },
      {
        n: 5,
        sentence: "A 5xx, a miss, a refusal and a preflight cost nothing.",
        rule: "limits.test.ts",
        live: ["a preflight costs nothing"],
      },
      {
        n: 6,
        sentence: "A 304 costs 1; nothing with a credential under `github`.",
        rule: "limits.test.ts",
        live: ["a 304 always costs the same"],
      },
      {
        n: 7,
        sentence:
          "`/rate_limit` tells how the caller stands and costs nothing under `github`; `service` does not know it.",
        rule: "limits.test.ts",
        live: ["the overview of the limit costs nothing", "the overview of the limit says what the headers say"],
      },
      {
        n: 8,
        sentence: "remaining + used = limit on every answer that has counters; recorded counters are never sent.",
        rule: "limits.test.ts",
        live: ["remaining + used = limit"],
      },
      { n: 9, sentence: "Date, length, counters and request id are those of this answer.", rule: "limits.test.ts" },
      {
        n: 10,
        sentence:
          "The reset that is told may jitter (`resetJitterSeconds`, 0 unless set): off by at most so many seconds, late in one window and early in the next; the window, its counters and `retry-after` stay, and `/rate_limit` says what its own headers say.",
        rule: "limits.test.ts",
      },
      {
        n: 11,
        sentence: "Inside a window remaining never rises and the reset never moves, also when the clock goes back.",
        live: ["remaining never rises inside a window", "the end of a window stays where it is"],
      },
      {
        n: 12,
        sentence: "Buckets of different principals never touch.",
        live: ["buckets of different principals never touch"],
      },
      {
        n: 13,
        sentence:
          "An account can have a limit of its own, whichever of its credentials asks, and a window a length of its own.",
      },
      { n: 14, sentence: "No window allows more than its limit." },
      { n: 15, sentence: "A thousand principals spend a thousand limits." },
      { n: 16, sentence: "A limit of 0, of 1, of 2^31 and of any other size is kept to its end." },
      {
        n: 17,
        sentence: "No window allows more than its limit, whatever the interleaving of several players on one store.",
      },
      { n: 18, sentence: "No window allows more than its limit to several processes on one shared counter." },
      { n: 19, sentence: "Every answer tells all four counters.", live: ["every answer tells all four counters"] },
      {
        n: 20,
        sentence:
          "Status, counters and etag are what a model of the specification makes them, whatever is asked in whatever order.",
      },
    ],
  },
  algorithms: {
    source: "packages/rate-limit, A scheme",
    rows: [
      {
        n: 1,
        sentence:
          "A fixed window, opened by the first request, the clock or the calendar, allows its limit and no more; remaining + used = limit.",
      },
      { n: 2, sentence: "A sliding log allows at most its limit in any so many seconds, and refuses nothing else." },
      { n: 3, sentence: "A sliding counter is within its known error of the log." },
      {
        n: 4,
        sentence: "A token or leaky bucket allows at most capacity + rate · t in any t seconds.",
        live: [
          "what is told to be left is at most the limit",
          "what is left rises no faster than its algorithm allows",
        ],
      },
      {
        n: 5,
        sentence:
          "No more than the limit is in flight; a place is held for as long as its answer takes, and free again once it was sent, was aborted, or broke.",
      },
      { n: 6, sentence: "Who waits as long as a refusal tells is allowed." },
      {
        n: 7,
        sentence:
          "Several processes on one store are allowed what one is, by every algorithm; what was in flight in one that was killed is free at the end of its lease.",
      },
    ],
  },
};
