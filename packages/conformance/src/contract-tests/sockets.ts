import assert from "node:assert/strict";
import type { RecordedMessage, RecordedResponse } from "@tapedeck/tape";
import type { ContractTest } from "../contract-test.ts";
import { bare, bareTape } from "../fixtures/bare-tape.ts";
import { recordedOrigin } from "../fixtures/fixtures.ts";
import type { PlayerSession } from "../with-adapter.ts";

const longText = "long ".repeat(40_000);

function message(from: RecordedMessage["from"], data: string | readonly number[], afterMs = 1000): RecordedMessage {
  if (typeof data === "string") return { from, afterMs, data: { encoding: "utf8", text: data } };
  return { from, afterMs, data: { encoding: "base64", text: btoa(String.fromCharCode(...data)) } };
}

const live: Partial<RecordedResponse> = {
  status: 101,
  headers: [["sec-websocket-protocol", "v2"]],
  messages: [
    message("server", `{"join":"${recordedOrigin.replace("http", "ws")}/live"}`),
    message("client", '{"say":"one"}'),
    message("client", [16, 4]),
    message("server", [0, 255]),
    message("server", longText),
  ],
  closed: { from: "server", code: 4001, reason: "bye" },
};
const tape = bareTape("sockets", bare("/live", live, { headers: [["upgrade", "websocket"]] }));

interface Talk {
  readonly protocol: string;
  readonly heard: readonly unknown[];
  readonly code: number;
  readonly reason: string;
}

const recordedWords = ['{"say":"one"}', Uint8Array.of(16, 4)];

/** Sends messages once the server has sent something, and receives everything until the end. */
function talk({ socketUrl }: PlayerSession, said = recordedWords, heard: unknown[] = []): Promise<Talk> {
  const client = new WebSocket(`${socketUrl}/live`, ["v2"]);
  client.binaryType = "arraybuffer";
  client.addEventListener("message", ({ data }: { readonly data: unknown }) => {
    heard.push(data instanceof ArrayBuffer ? [...new Uint8Array(data)] : data);
    if (heard.length > 1) return;
    for (const each of said) client.send(each);
  });
  return new Promise((resolve) =>
    client.addEventListener("close", ({ code, reason }) => resolve({ protocol: client.protocol, heard, code, reason })),
  );
}

/** Contract tests of WebSockets. */
export const sockets: readonly ContractTest[] = [
  {
    id: "sockets-1",
    setting: { tapes: [tape] },
    run: async (session) => {
      const { heard, ...end } = await talk(session);
      assert.deepEqual(end, { protocol: "v2", code: 4001, reason: "bye" });
      assert.deepEqual(heard, [`{"join":"${session.socketUrl}/live"}`, [0, 255], longText]);
      assert.deepEqual([session.player.misses().length, session.player.unplayed().length], [0, 0]);
    },
  },
  {
    id: "sockets-2",
    setting: { tapes: [tape] },
    run: async (session) => {
      // Nothing after it: Deno sends no close frame where a message arrives late, while it closes.
      const { heard, code, reason } = await talk(session, ['{"say":"two"}']);
      assert.deepEqual([heard.length, code, reason.slice(0, 19)], [1, 1008, "tapedeck: message 1"]);
      assert.deepEqual(session.player.misses()[0]?.closest?.differences, [
        { part: "message 1", at: "/say", asked: '"two"', recorded: '"one"' },
      ]);
    },
  },
  {
    id: "sockets-3",
    setting: { tapes: [tape], pace: "clock" },
    run: async (session) => {
      const tick = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
      const heard: unknown[] = [];
      let over = false;
      talk(session, recordedWords, heard).then(() => {
        over = true;
      });
      while (session.player.journal().length === 0) await tick();
      for (let turn = 0; turn < 20; turn += 1) await tick();
      assert.equal(heard.length, 0);
      // The first second counts from the open connection, which the client knows before some servers do.
      while (!over) {
        session.clock.advance(1);
        await tick();
      }
      assert.equal(heard.length, 3);
    },
  },
  {
    id: "sockets-4",
    setting: { tapes: [tape] },
    run: async ({ ask, player }) => {
      const answer = await ask("/live");
      assert.equal(answer.status, 501);
      assert.deepEqual(player.misses()[0]?.closest?.differences, [
        { part: "condition", at: "upgrade", asked: "", recorded: "websocket" },
      ]);
    },
  },
];
