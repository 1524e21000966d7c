// Jest's are tried where Jest runs: packages/testing/test/runners/jest.
import { once } from "node:events";
import http from "node:http";
import { mock } from "node:test";
import FakeTimers from "@sinonjs/fake-timers";
import { createPlayer } from "@tapedeck/replay";
import { expect, test, vi } from "vitest";
import { mount, mountFallback, openNetwork } from "../src/index.ts";

const origin = "http://api.service.example";

const sinon: FakeTimers.Clock[] = [];

test.each<readonly [whose: string, fake: () => unknown, unfake: () => unknown]>([
  ["Vitest's", () => vi.useFakeTimers(), () => vi.useRealTimers()],
  ["node:test's", () => mock.timers.enable(), () => mock.timers.reset()],
  // nextTick stays: Node's own streams wait for it.
  ["sinon's", () => sinon.push(FakeTimers.install({ toNotFake: ["nextTick"] })), () => sinon.pop()?.uninstall()],
])("a player answers under %s fake timers, mounted or as a fallback", async (_whose, fake, unfake) => {
  const player = createPlayer({ tapes: [] });
  mount(player, { origin });
  mountFallback(player, () => true);
  fake();
  try {
    for (const base of [origin, "http://elsewhere.example"]) {
      const response = await fetch(`${base}/x`);
      expect([response.status, (await response.text()).length > 0]).toEqual([501, true]);
      const [message] = (await once(http.get(`${base}/x`), "response")) as [http.IncomingMessage];
      expect([message.statusCode, (await message.toArray()).length > 0]).toEqual([501, true]);
    }
  } finally {
    unfake();
    openNetwork();
  }
});
