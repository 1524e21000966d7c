import { compileApi, plain } from "@tapedeck/api";
import type { Exchange } from "@tapedeck/tape";
import { expect, test } from "vitest";
import { createPlayer, stoppedClock } from "../src/index.ts";
import { findOverrun, findOverrunLater } from "../src/limit/overrun.ts";

const recordedAt = 1_767_225_600;

function recordingOf(count: number): Exchange[] {
  return Array.from({ length: count }, (_, nth) => ({
    request: { method: "GET", target: `/things/${nth}`, principal: "anonymous", headers: [], body: null },
    response: { status: 200, headers: [], body: null },
  }));
}

test.each<
  [shows: string, exchanges: number, limit: number | null, nth: number | null, looked: number, beyond?: number]
>([
  ["few that are more than the limit", 12, 10, 11, 11],
  ["as many as the limit allows, looked at by none", 12, 12, null, 0],
  ["many, where the limit is soon used up", 10_500, 60, 61, 61],
  ["many without a limit, looked at by none", 10_500, null, null, 0],
  ["many under a limit that allows more than is looked at without a pause", 10_500, 10_200, null, 10_001, 10_201],
])("findOverrun() of %s", async (_shows, exchanges, limit, nth, most, beyond) => {
  const algorithm = { kind: "fixed-window", limit: limit ?? 0, seconds: 60 } as const;
  // A price of its own, as of what is free, makes none of them dearer.
  const cost = { byStatus: { "304": 0, "5xx": 0 } };
  const told = { policies: [{ name: "all", algorithm, cost }], name: "own", tell: [], refusal: { status: 429 } };
  const description = { name: "own", ...(limit !== null && { rateLimits: told }) };
  const player = createPlayer({
    tapes: [{ name: "own", origin: "https://api.own.example", recordedAt, exchanges: recordingOf(exchanges) }],
    api: compileApi(description, { base: plain }),
    clock: stoppedClock(recordedAt),
  });
  let looked = 0;
  const counted = Object.assign(Object.create(player), {
    *recorded() {
      for (const each of player.recorded()) {
        looked += 1;
        yield each;
      }
    },
  });
  expect(findOverrun(counted)?.nth ?? null).toBe(nth);
  expect(looked).toBe(most);
  let pauses = 0;
  const later = await findOverrunLater(player, {}, async () => ++pauses < 9);
  expect([later?.nth ?? null, pauses]).toEqual(beyond === undefined ? [nth, 0] : [beyond, 1]);
  expect(await findOverrunLater(player, {}, async () => false)).toEqual(findOverrun(player));
});
