import type { RequestListener } from "node:http";
import { createConnection } from "node:net";
import { gzipSync } from "node:zlib";
import { createPlayer, type FetchHandler, passthrough, recordMisses } from "@tapedeck/replay";
import { forwardTo, listen } from "@tapedeck/serve";
import { readTapes } from "@tapedeck/tape/files";
import { expect, onTestFinished, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { exchangesIn, record } from "./recording.ts";

const beginning = '{"name":"the beginning';
const packed = gzipSync(beginning);

/** Sends a head and the beginning of a body, and closes the connection. */
const breakingOff =
  (headers: Readonly<Record<string, string | number>>, sent: string | Uint8Array = beginning): RequestListener =>
  (_request, response) => {
    response.writeHead(200, headers).write(sent, () => response.destroy());
  };

/** Asks by a bare connection, and returns all that comes until it is closed. */
async function received(url: string, onData: () => void = () => {}): Promise<string> {
  const socket = createConnection(Number(new URL(url).port), "127.0.0.1");
  let text = "";
  socket.on("data", (bytes) => {
    text += bytes;
    if (text.includes(beginning)) onData();
  });
  socket.on("error", (error: NodeJS.ErrnoException) => {
    text += error.code;
  });
  socket.write("GET /thing HTTP/1.1\r\nhost: localhost\r\n\r\n");
  await new Promise((closed) => socket.once("close", closed));
  return text;
}

async function served(handler: FetchHandler): Promise<string> {
  const server = await listen(handler);
  onTestFinished(() => server.close());
  return server.url;
}

const replayed = async (out: string) => served(createPlayer({ tapes: (await readTapes(out)).map(({ tape }) => tape) }));

test.each<readonly [how: string, service: RequestListener]>([
  ["of known length", breakingOff({ "content-length": 100 })],
  ["in chunks", breakingOff({ "content-type": "text/plain" })],
  ["in gzip", breakingOff({ "content-encoding": "gzip", "content-length": packed.length }, packed.subarray(0, -8))],
])(
  "an answer %s that breaks off reaches the client as far as it came, breaks off there, and in a replay, too",
  async (_how, service) => {
    const out = await tempFolder();
    await record({ from: await serveUpstream(service), out }, async ({ player }) => {
      expect(await received(await served(player))).toMatch(/^HTTP\/1.1 200 .*\{"name":"the beginning(?:\r\n)?$/s);
    });
    const [exchange] = await exchangesIn(out);
    expect(exchange?.response).toMatchObject({ body: { text: beginning }, cut: "truncation" });
    expect(await received(await replayed(out))).toMatch(/^HTTP\/1.1 200 .*\{"name":"the beginning\r\n$/s);
  },
);

test("a connection that the service resets is reset for the client, and in a replay, too", async () => {
  const sent = Promise.withResolvers<() => void>();
  const from = await serveUpstream((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).write(beginning);
    sent.resolve(() => response.socket?.resetAndDestroy());
  });
  const out = await tempFolder();
  await record({ from, out }, async ({ player }) => {
    const reset = async () => (await sent.promise)();
    expect(await received(await served(player), () => void reset())).toMatch(/beginning\r\nECONNRESET$/);
  });
  expect((await exchangesIn(out))[0]?.response.cut).toBe("reset");
  expect(await received(await replayed(out))).toMatch(/ECONNRESET$/);
});

test("an answer that breaks off does not replace a whole one on file, and is said to have failed", async () => {
  let isWhole = true;
  const from = await serveUpstream((request, response) =>
    isWhole ? response.end(`${beginning}"}`) : breakingOff({ "content-length": 100 })(request, response),
  );
  const out = await tempFolder();
  const ask = () =>
    record({ from, out }, async ({ player }) => {
      await received(await served(player));
    });
  await ask();
  isWhole = false;
  const again = await ask();
  expect((await exchangesIn(out)).map(({ response }) => response.body?.text)).toEqual([`${beginning}"}`]);
  expect(again.summary()).toMatchObject({ captured: 0, failed: [{ target: "/thing" }] });
});

test("a plan gets no answer that breaks off", async () => {
  const from = await serveUpstream(breakingOff({ "content-length": 100 }));
  const out = await tempFolder();
  await record({ from, out }, ({ ask }) =>
    expect(ask({ target: "/thing" })).rejects.toThrow("connection closed before the whole answer was there"),
  );
  expect(await exchangesIn(out)).toEqual([]);
});

test.each<readonly [who: string, handlerOf: (from: string) => FetchHandler]>([
  ["passes it on", (from) => passing(from)],
  ["asks a function for misses", (from) => recordMisses(createPlayer({ tapes: [] }), () => fetch(from), { from })],
])("a replay that %s breaks off where upstream did", async (_who, handlerOf) => {
  const from = await serveUpstream(breakingOff({ "content-length": 100 }));
  expect(await received(await served(handlerOf(from)))).toMatch(/^HTTP\/1.1 200 .*beginning$/s);
});

function passing(from: string): FetchHandler {
  const player = createPlayer({ tapes: [] });
  return passthrough(player, forwardTo(from), { paths: ["/**"], player });
}
