import { compileApi } from "@tapedeck/api";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPlayer } from "../src/handlers/player.ts";
import { createSharedPlayer } from "../src/handlers/shared-player.ts";
import { createQuotaStore } from "../src/limit/quota-store.ts";
import { ask, exchange, recordedAt, tape, utf8 } from "./exchanges.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: recordedAt * 1000 });
});
afterEach(() => {
  vi.useRealTimers();
});

const leaseSeconds = 60;
const algorithm = { kind: "concurrency", limit: 1, leaseSeconds } as const;
const policy = { name: "one", unit: "concurrent-requests", algorithm } as const;
const rateLimits = { name: "own", policies: [policy], tell: "silent", refusal: { status: 429 } };
const options = {
  tapes: [tape(exchange({}, { body: utf8("1") }))],
  api: compileApi({ name: "own", rateLimits }),
  clock: () => Date.now() / 1000,
};
const request = ask("/users/ada");

test.each<[string, readonly number[]]>([
  ["runs", [100, 300, 1000]],
  ["is moved far", [86_400]],
])("an answer that takes longer than its lease keeps its place, while the clock %s", async (_shows, moments) => {
  const player = createPlayer(options);
  const underway = player.answer(request);
  for (const seconds of moments) {
    vi.setSystemTime((recordedAt + seconds) * 1000);
    expect(player.answer(request).status).toBe(429);
  }
  underway.ended?.("sent");
  expect(player.answer(request).status).toBe(200);
});

test("an answer keeps its place in a shared store while its own player is asked nothing, and no longer", async () => {
  const store = createQuotaStore();
  const [one, other] = [createSharedPlayer({ ...options, store }), createSharedPlayer({ ...options, store })];
  const underway = await one.answer(request);
  for (const seconds of [50, 100, 1000]) {
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    expect((await other.answer(request)).status).toBe(429);
  }
  underway.ended?.("sent");
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
  expect((await other.answer(request)).status).toBe(200);
});
