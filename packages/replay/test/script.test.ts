// What a client says over a WebSocket in bytes is compared as what a recording hides of it.
import { createSanitizer, type RecordedMessage } from "@tapedeck/tape";
import { latin1Bytes, toBase64 } from "@tapedeck/tape/internal";
import { expect, test } from "vitest";
import type { Peer } from "../src/deliver/outcome.ts";
import { createPlayer } from "../src/handlers/player.ts";
import { ask, exchange, headers, recordedAt, tape } from "./exchanges.ts";

type Said = ReadonlyArray<readonly [from: RecordedMessage["from"], bytes: string]>;

/** Replays to a client what a recorder wrote of one; returns what it heard, how it ended, and how a miss was told. */
async function talked(recorded: Said, client: readonly string[]): Promise<readonly string[]> {
  const messages = recorded.map(([from, bytes]): RecordedMessage => {
    return { from, afterMs: 0, data: { encoding: "base64", text: toBase64(latin1Bytes(bytes)) } };
  });
  const upgrade = headers(["upgrade", "websocket"]);
  const live = exchange({ target: "/mqtt", headers: upgrade }, { status: 101, headers: [], body: null, messages });
  const player = createPlayer({ tapes: [tape(createSanitizer({ recordedAt }).exchange(live))] });
  const outcome = player.answer(ask("/mqtt", { upgrade: "websocket", connection: "Upgrade" }));
  if (outcome.kind !== "socket") throw new Error("Cannot talk: no WebSocket was opened");
  const heard: string[] = [];
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const peer: Peer = {
    send(data) {
      heard.push(`${typeof data} ${typeof data === "string" ? data : String.fromCharCode(...data)}`);
      return undefined;
    },
    close(code) {
      heard.push(`closed ${code}`);
      resolve();
    },
    gone: new AbortController().signal,
  };
  const conversation = outcome.open(peer);
  for (const each of client) conversation.received(latin1Bytes(each));
  await over;
  return [...heard, ...player.misses().map(({ closest }) => JSON.stringify(closest?.differences))];
}

const field = (text: string): string => `\0${String.fromCharCode(text.length)}${text}`;
const connect = (password: string): readonly string[] => {
  const parts = [
    field("MQTT"),
    "\x04\xc2\0\x3c",
    field("c"),
    field("ada"),
    "\0",
    String.fromCharCode(password.length),
    password,
  ];
  return ["\x10", String.fromCharCode(parts.join("").length), ...parts];
};
const joined = (password: string): readonly string[] => [connect(password).join("")];
const granted = "\x20\x02\0\0";

test.each([
  ["one message", joined],
  ["a message for each field", connect],
])("the password of MQTT is compared in %s, and no miss tells it", async (_how, said) => {
  for (const password of ["h0rse-battery-7", "mosquitto"]) {
    const recorded: Said = [...said(password).map((each) => ["client", each] as const), ["server", granted]];
    expect(await talked(recorded, said(password))).toEqual([`object ${granted}`, "closed undefined"]);
    const other = `${password.slice(0, -1)}9`;
    const missed = await talked(recorded, said(other));
    expect(missed[0]).toBe("closed 1008");
    expect(missed.join("\n")).not.toContain(other);
    expect(missed.join("\n")).not.toContain(btoa(other).slice(0, 12));
    expect(missed).toHaveLength(2);
  }
});

test("a binary message of which a part is hidden is replayed as one, and so is one that a client sends back", async () => {
  const secret = JSON.stringify({ token: "k9Xq27LmZp04TtYw8Rr1aa", at: 1 });
  const recorded: Said = [
    ["server", secret],
    ["client", secret],
    ["server", "ok"],
  ];
  const issued = '{"token":"__redacted-field__","at":1}';
  expect(await talked(recorded, [issued])).toEqual([`object ${issued}`, "object ok", "closed undefined"]);
});
