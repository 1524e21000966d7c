import assert from "node:assert/strict";
import type { Exchange, RecordedResponse } from "@tapedeck/tape";
import type { ContractTest } from "../contract-test.ts";
import { bare, bareTape } from "../fixtures/bare-tape.ts";
import { text } from "../message.ts";
import type { PlayerSession } from "../with-adapter.ts";

const events = ["data: one\n\n", "data: zw\u00f6lf\n\n", "data: three\n\n"];

function streamed(target: string, response: Partial<RecordedResponse>): Exchange {
  return bare(target, {
    headers: [["content-type", "text/event-stream"]],
    body: { encoding: "utf8", text: events.join("") },
    chunks: events.map((each) => [new TextEncoder().encode(each).length, 1000]),
    ...response,
  });
}

const tape = bareTape(
  "streams",
  streamed("/events", {}),
  streamed("/broken", { cut: "truncation" }),
  bare("/reset", { status: 0, chunks: [], cut: "reset" }),
);

/** Resolves when the journal says how sending the last answer ended. */
async function endedIn({ player }: PlayerSession): Promise<string | undefined> {
  for (let turn = 0; turn < 60_000 && player.journal().at(-1)?.ended === undefined; turn += 1)
    await new Promise((resolve) => setTimeout(resolve, 0));
  return player.journal().at(-1)?.ended;
}

/** Contract tests of streams. */
export const streams: readonly ContractTest[] = [
  {
    id: "streams-1",
    setting: { tapes: [tape] },
    run: async ({ ask }) => {
      const answer = await ask("/events");
      assert.deepEqual([answer.status, text(answer)], [200, events.join("")]);
    },
  },
  {
    id: "streams-2",
    setting: { tapes: [tape], pace: "clock" },
    run: async ({ ask, clock, player }) => {
      let done = false;
      const coming = ask("/events").then((answer) => {
        done = true;
        return answer;
      });
      while (player.journal().length === 0) await new Promise((resolve) => setTimeout(resolve, 0));
      clock.advance(2);
      await new Promise((resolve) => setTimeout(resolve, 0));
      assert.equal(done, false);
      clock.advance(1);
      assert.equal(text(await coming), events.join(""));
    },
  },
  {
    id: "streams-3",
    setting: { tapes: [tape] },
    run: async (session) => {
      await assert.rejects(session.ask("/broken"));
      assert.equal(await endedIn(session), "broken");
    },
  },
  {
    id: "streams-4",
    setting: { tapes: [tape] },
    run: async (session) => {
      await assert.rejects(session.ask("/reset"));
      assert.equal(await endedIn(session), "broken");
    },
  },
];
