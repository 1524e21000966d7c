// Streams on a test's tape: recorded while they flow, and replayed chunk by chunk without a socket.
import { once } from "node:events";
import http, { type ServerResponse } from "node:http";
import { openNetwork } from "@tapedeck/nock";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { serveUpstream } from "../../../.ci/test-resources.ts";
import { type Taped, type TestMode, type UseTapeOptions, useTape } from "../src/index.ts";
import { makeTapeFolder, type TapeFolder } from "./tape-folder.ts";

const events = ["data: one\n\n", "data: two\n\n", "data: three\n\n"];

let folder: TapeFolder;
let from: string;
let asked: number;
let live: PromiseWithResolvers<ServerResponse>;

beforeEach(async () => {
  vi.stubEnv("CI", undefined);
  vi.spyOn(console, "error").mockImplementation(() => {});
  folder = await makeTapeFolder();
  asked = 0;
  live = Promise.withResolvers();
  from = await serveUpstream((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
    asked += 1;
    live.resolve(response);
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  openNetwork();
  await folder.remove();
});

const taped = (mode: TestMode, options: Partial<UseTapeOptions> = {}): Taped =>
  useTape({ from, dir: folder.path, mode, ...options });

type Read = () => Promise<string | null>;

async function byFetch(signal?: AbortSignal): Promise<Read> {
  const { body } = await fetch(`${from}/events`, { ...(signal && { signal }) });
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  return async () => {
    const { value } = await reader.read();
    return value === undefined ? null : new TextDecoder().decode(value);
  };
}

/** Through nock the head of an answer comes to node:http with its first chunk. */
async function byHttp(): Promise<Read> {
  const reading = once(http.get(`${from}/events`), "response").then(([response]) => response[Symbol.asyncIterator]());
  return async () => {
    const { done, value } = await (await reading).next();
    return done ? null : String(value);
  };
}

const clients: ReadonlyArray<[name: string, client: () => Promise<Read>]> = [
  ["fetch", byFetch],
  ["node:http", byHttp],
];

test.each(
  clients.flatMap(([name, client]) => (["record", "auto"] as const).map((mode) => [mode, name, client] as const)),
)("%s passes a stream on to %s as it comes; a replay gives it by the clock", async (mode, _name, client) => {
  await taped(mode)("tape", async () => {
    const read = await client();
    const service = await live.promise;
    for (const event of events) {
      service.write(event);
      expect(await read()).toBe(event);
    }
    service.end();
    expect(await read()).toBeNull();
  })();
  // Times differ from run to run: the file is told what the test goes by.
  const replay = taped("replay", {
    pace: "clock",
    beforeReplay: (exchange) => ({
      ...exchange,
      response: { ...exchange.response, chunks: (exchange.response.chunks ?? []).map(([bytes]) => [bytes, 1000]) },
    }),
  });
  await replay("tape", async ({ clock, player }) => {
    const read = await client();
    while (player.journal().length === 0) await new Promise(setImmediate);
    for (const event of events) {
      const next = read();
      expect(await Promise.race([next, new Promise((resolve) => setImmediate(() => resolve("nothing yet")))])).toBe(
        "nothing yet",
      );
      clock.advance(1);
      expect(await next).toBe(event);
    }
    expect(await read()).toBeNull();
  })();
  expect(asked).toBe(1);
});

test("a client that leaves a stream ends it at the service too, and the replay knows", async () => {
  const gone = new AbortController();
  await taped("record")("tape", async () => {
    const read = await byFetch(gone.signal);
    const service = await live.promise;
    service.write(events[0]);
    expect(await read()).toBe(events[0]);
    const closed = once(service, "close");
    gone.abort();
    await closed;
  })();
  const again = new AbortController();
  await taped("replay")("tape", async ({ player }) => {
    const read = await byFetch(again.signal);
    expect(await read()).toBe(events[0]);
    const left = read();
    again.abort();
    await expect(left).rejects.toMatchObject({ name: "AbortError" });
    while (player.journal()[0]?.ended === undefined) await new Promise(setImmediate);
    expect(player.journal()[0]?.ended).toBe("aborted");
  })();
});

test.each<TestMode>(["replay", "record"])(
  "a WebSocket is refused in mode %s, with what to do instead",
  async (mode) => {
    const opened = taped(mode, { strict: false })("live", async () => {
      const headers = { connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": "13" };
      await once(http.get(`${from}/live`, { headers }), "response");
    });
    await expect(opened()).rejects.toThrow(
      /Cannot open a WebSocket to .*\/live: tape "live".*\n.*npx @tapedeck\/cli replay.*\n.*record --proxy/,
    );
  },
);
