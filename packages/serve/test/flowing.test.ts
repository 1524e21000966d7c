import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { createPlayer, type JournalEntry, type Player, type PlayerOptions, stoppedClock } from "@tapedeck/replay";
import type { Cut, RecordedResponse, Tape } from "@tapedeck/tape";
import { afterEach, describe, expect, test } from "vitest";
import { control, controlOf, type Listening, listen } from "../src/index.ts";

const start = 1_767_225_600;
const events = ["data: one\n\n", "data: two\n\n", "data: three\n\n"];

function tapeOf(response: Partial<RecordedResponse>): Tape {
  return {
    name: "stream",
    origin: "https://api.service.example",
    recordedAt: start,
    exchanges: [
      {
        request: { method: "GET", target: "/events", principal: "anonymous", headers: [], body: null },
        response: {
          status: 200,
          headers: [["content-type", "text/event-stream"]],
          body: { encoding: "utf8", text: events.join("") },
          chunks: events.map((each) => [each.length, 1000]),
          ...response,
        },
      },
    ],
  };
}

const open: Listening[] = [];

async function serving(
  response: Partial<RecordedResponse>,
  options: Partial<PlayerOptions> = {},
): Promise<{ readonly url: string; readonly player: Player }> {
  const player = createPlayer({ tapes: [tapeOf(response)], ...options });
  const server = await listen(player);
  open.push(server);
  return { url: server.url, player };
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

/** What comes over the wire until the connection ends, and the error that ends it: clients drop what they had then. */
async function wireOf(url: string): Promise<{ readonly text: string; readonly error: string | null }> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  let text = "";
  let error: string | null = null;
  socket.on("data", (chunk) => {
    text += String(chunk);
  });
  socket.on("error", ({ code = "" }: NodeJS.ErrnoException) => {
    error = code;
  });
  socket.write("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await new Promise((resolve) => socket.on("close", resolve));
  return { text, error };
}

/** Resolves when the journal says how the first request ended. */
async function endedIn(player: Player): Promise<JournalEntry["ended"]> {
  while (player.journal()[0]?.ended === undefined) await new Promise(setImmediate);
  return player.journal()[0]?.ended;
}

describe("a server sends what was recorded as a stream", () => {
  test("at once and whole, in chunks, without a length", async () => {
    const { url } = await serving({});
    const response = await fetch(`${url}/events`);
    expect(response.headers.get("content-length")).toBeNull();
    expect(await response.text()).toBe(events.join(""));
  });

  test("by the player's clock: a test that moves it gets what is due, and no more", async () => {
    const clock = stoppedClock(start);
    const { url } = await serving({}, { clock, pace: "clock" });
    const { body } = await fetch(`${url}/events`);
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    for (const event of events) {
      const next = reader.read();
      expect(await Promise.race([next, new Promise((resolve) => setImmediate(() => resolve("nothing yet")))])).toBe(
        "nothing yet",
      );
      clock.advance(1);
      expect(String(Buffer.from((await next).value ?? []))).toBe(event);
    }
    expect((await reader.read()).done).toBe(true);
  });

  test("a client that goes away is in the journal", async () => {
    const { url, player } = await serving({}, { clock: stoppedClock(start), pace: "clock" });
    const asked = request(`${url}/events`).end();
    const [response] = (await once(asked, "response")) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    response.destroy();
    expect(await endedIn(player)).toBe("aborted");
  });

  test.each([
    ["reset", "ECONNRESET", /^/],
    ["truncation", null, /d\r\ndata: three\n\n\r\n$/],
  ] as ReadonlyArray<[Cut, string | null, RegExp]>)("one that was cut by a %s breaks", async (cut, code, last) => {
    const { url, player } = await serving({ cut }, { clock: stoppedClock(start) });
    const { text, error } = await wireOf(url);
    expect(error).toBe(code);
    // A reset takes with it what was under way.
    expect(text).toMatch(last);
    expect(await endedIn(player)).toBe("broken");
  });

  test("an override flows, and fails where it is told to", async () => {
    const clock = stoppedClock(start);
    const player = createPlayer({ tapes: [tapeOf({})], clock });
    const server = await listen(player, { control: control(player) });
    open.push(server);
    const { addOverride, setPace } = controlOf(server.url);
    await setPace("clock");
    await addOverride("broken", [
      {
        target: "/events",
        chunks: [{ text: "data: 1\n\n" }, { text: "data: 2\n\n", afterMs: 500 }],
        fault: "truncation",
      },
      { target: "/gone", fault: "reset" },
    ]);
    const coming = wireOf(server.url);
    while (player.journal().length === 0) await new Promise(setImmediate);
    clock.advance(1);
    const { text, error } = await coming;
    expect([text.endsWith("9\r\ndata: 2\n\n\r\n"), error]).toEqual([true, null]);
    await expect(fetch(`${server.url}/gone`)).rejects.toMatchObject({ cause: { code: "ECONNRESET" } });
  });

  test("one that its client left stays open until this one leaves", async () => {
    const { url, player } = await serving({ cut: "client" });
    const gone = new AbortController();
    const { body } = await fetch(`${url}/events`, { signal: gone.signal });
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    let length = 0;
    while (length < events.join("").length) length += (await reader.read()).value?.length ?? 0;
    const left = reader.read();
    gone.abort();
    await expect(left).rejects.toMatchObject({ name: "AbortError" });
    expect(await endedIn(player)).toBe("aborted");
  });
});
