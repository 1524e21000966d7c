// A tape answers whatever Jest has faked; jest.test.ts runs this.
import { once } from "node:events";
import http from "node:http";
import { expect, jest, test } from "@jest/globals";
import { useTape } from "@tapedeck/testing";

const from = "http://api.service.example";
const taped = useTape({ from, name: ".", dir: "test/jest/recordings", mode: "replay", strict: false });

test.each<readonly [what: string, fake: () => unknown]>([
  ["nothing", () => {}],
  ["everything", () => jest.useFakeTimers()],
  ["everything, and time goes on", () => jest.useFakeTimers({ advanceTimers: true })],
  ["timers in the older way", () => jest.useFakeTimers({ legacyFakeTimers: true })],
])("where %s is faked", async (_what, fake) => {
  await taped(".", async (tape) => {
    fake();
    try {
      await expect(fetch(`${from}/zen`)).rejects.toThrow("Cannot replay GET /zen");
      await expect(once(http.get(`${from}/zen`), "response")).rejects.toThrow("Cannot replay GET /zen");
      expect(tape.refusals().length).toBe(2);
    } finally {
      jest.useRealTimers();
    }
  })();
});
