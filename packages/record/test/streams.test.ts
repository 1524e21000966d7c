import { readdirSync, readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { createGzip } from "node:zlib";
import { bytesOf, type RecordedResponse } from "@tapedeck/tape";
import { describe, expect, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { exchangesIn, exchangesOf, record } from "./recording.ts";

/** Serves one stream, which the test writes to once it was asked for. */
async function streaming(
  headers: Readonly<Record<string, string>> = { "content-type": "text/event-stream" },
): Promise<{ readonly from: string; readonly asked: Promise<ServerResponse> }> {
  const { promise: asked, resolve } = Promise.withResolvers<ServerResponse>();
  const from = await serveUpstream((_request, response) => {
    response.writeHead(200, headers);
    response.flushHeaders();
    resolve(response);
  });
  return { from, asked };
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** Asks for the stream: the client's reader, and the service's response. */
async function opened(
  player: (request: Request) => Promise<Response>,
  { from, asked }: Awaited<ReturnType<typeof streaming>>,
): Promise<{ readonly reader: Reader; readonly upstream: ServerResponse }> {
  const response = await player(new Request(`${from}/events`));
  return { reader: response.body?.getReader() as Reader, upstream: await asked };
}

async function next(reader: Reader): Promise<string | null> {
  const { done, value } = await reader.read();
  return done ? null : new TextDecoder().decode(value);
}

async function recorded(out: string): Promise<RecordedResponse> {
  const [exchange] = await exchangesIn(out);
  return exchange?.response as RecordedResponse;
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

const lengthsOf = ({ chunks = [] }: RecordedResponse): number[] => chunks.map(([bytes]) => bytes);

describe("a stream through the recorder's player", () => {
  test.each(["", "gzip"])(
    "is passed on as it comes (coding %j), and recorded as text with its chunks",
    async (coding) => {
      const { from, asked } = await streaming({
        "content-type": "text/event-stream",
        ...(coding && { "content-encoding": coding }),
      });
      const out = await tempFolder();
      await record({ from, out }, async ({ player }) => {
        const { reader, upstream } = await opened(player, { from, asked });
        const gzip = createGzip();
        if (coding) gzip.pipe(upstream);
        for (const text of ["data: one\n\n", "data: {é}\n\n"]) {
          if (coding) {
            gzip.write(text);
            gzip.flush();
          } else upstream.write(text);
          // Upstream has sent no more than this.
          expect(await next(reader)).toBe(text);
        }
        (coding ? gzip : upstream).end();
        expect(await next(reader)).toBeNull();
      });
      const response = await recorded(out);
      expect(response.body).toEqual({ encoding: "utf8", text: "data: one\n\ndata: {é}\n\n" });
      expect(lengthsOf(response)).toEqual([11, 12]);
      expect(response.cut).toBeUndefined();
    },
  );

  test("holds up nothing that is asked while it flows, and comes before what is asked when it has ended", async () => {
    const events = Promise.withResolvers<ServerResponse>();
    const from = await serveUpstream((request, response) => {
      response.writeHead(200, { "content-type": request.url === "/z/events" ? "text/event-stream" : "text/plain" });
      if (request.url !== "/z/events") response.end("plain");
      else {
        response.flushHeaders();
        events.resolve(response);
      }
    });
    const tapes = await exchangesOf({ from }, async ({ player }) => {
      const ask = async (path: string) => (await player(new Request(from + path))).text();
      const stream = await player(new Request(`${from}/z/events`));
      const upstream = await events.promise;
      expect(await ask("/during")).toBe("plain");
      upstream.end("data: one\n\n");
      expect(await stream.text()).toBe("data: one\n\n");
      expect(await ask("/after")).toBe("plain");
    });
    const passes = tapes.map(({ request, pass = 0 }) => [request.target, pass]);
    expect(Object.fromEntries(passes)).toEqual({ "/after": 1, "/during": 0, "/z/events": 0 });
  });

  test("is stored in the order in which equal ones were opened, whichever ends first", async () => {
    const upstreams: ServerResponse[] = [];
    const from = await serveUpstream((_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      upstreams.push(response);
      response.write(`data: ${upstreams.length}\n\n`);
    });
    const tapes = await exchangesOf({ from }, async ({ player }) => {
      const streams: Response[] = [];
      for (const _each of ["first", "second", "third"]) streams.push(await player(new Request(`${from}/events`)));
      for (const at of [2, 0, 1]) {
        upstreams[at]?.end();
        expect(await streams[at]?.text()).toBe(`data: ${at + 1}\n\n`);
      }
    });
    expect(tapes.map(({ response }) => response.body)).toEqual(
      [1, 2, 3].map((nth) => ({ encoding: "utf8", text: `data: ${nth}\n\n` })),
    );
  });

  test.each([
    ["by its type", "text/event-stream"],
    ["for it goes on and on", "application/json"],
  ])("%s that its client leaves is recorded as far as it came, and said to be cut", async (_known, type) => {
    const { from, asked } = await streaming({ "content-type": type });
    const out = await tempFolder();
    await record({ from, out }, async ({ player }) => {
      const { reader, upstream } = await opened(player, { from, asked });
      upstream.write("data: one\n\n");
      await next(reader);
      const closed = new Promise((resolve) => upstream.once("close", resolve));
      await reader.cancel();
      // The recorder closes its connection to the service.
      await closed;
    });
    const response = await recorded(out);
    expect(response).toMatchObject({ body: { text: "data: one\n\n" }, cut: "client" });
    expect(lengthsOf(response)).toEqual([11]);
  });

  test("that the service breaks off is broken off for the client, and recorded as such", async () => {
    const { from, asked } = await streaming();
    const out = await tempFolder();
    await record({ from, out }, async ({ player }) => {
      const { reader, upstream } = await opened(player, { from, asked });
      upstream.write("data: one\n\n");
      expect(await next(reader)).toBe("data: one\n\n");
      upstream.destroy();
      await expect(reader.read()).rejects.toThrow("terminated");
    });
    expect(await recorded(out)).toMatchObject({ body: { text: "data: one\n\n" }, cut: "truncation" });
  });

  test("without an end is cut at its bound", async () => {
    const { from, asked } = await streaming();
    const out = await tempFolder();
    await record({ from, out, maxBodyBytes: 100 }, async ({ player }) => {
      const response = await player(new Request(`${from}/events`));
      const upstream = await asked;
      for (let at = 0; at < 20; at += 1) upstream.write("data: 0123456789\n\n");
      expect((await response.text()).length).toBeLessThanOrEqual(100);
    });
    expect(await recorded(out)).toMatchObject({ cut: "bound" });
  });

  test("holds a secret that came in two chunks: it is hidden, and the chunks end where they did", async () => {
    const { from, asked } = await streaming();
    const out = await tempFolder();
    const tokens = { full: "s3cr3t-t0ken-of-mine" };
    await record({ from, out, tokens }, async ({ player }) => {
      const { reader, upstream } = await opened(player, { from, asked });
      for (const text of ["data: s3cr3t-t0", "ken-of-mine\n\n", "data: two\n\n"]) {
        upstream.write(text);
        expect(await next(reader)).toBe(text);
      }
      upstream.end();
      expect(await next(reader)).toBeNull();
    });
    const response = await recorded(out);
    expect(response.body?.text).toBe("data: __redacted-full__\n\ndata: two\n\n");
    const lengths = lengthsOf(response);
    expect(lengths.at(-1)).toBe("data: two\n\n".length);
    expect(lengths.reduce((sum, each) => sum + each, 0)).toBe(response.body?.text?.length);
  });

  test("that grows beyond what is held lies in a file as it comes, its secrets hidden, its chunks cut where they were", async () => {
    const { from, asked } = await streaming();
    const out = await tempFolder();
    const events = Array.from(
      { length: 60 },
      (_, at) => `data: {"n":${at},"token":"Kx82hdG63nd93jdG${at}"}\n: ${"x".repeat(29_970)}\n\n`,
    );
    const onDisk = () =>
      filesIn(out)
        .map((file) => readFileSync(file, "utf8"))
        .join("");
    await record({ from, out }, async ({ player }) => {
      const { reader, upstream } = await opened(player, { from, asked });
      for (const event of events) {
        upstream.write(event);
        // What an event is as a whole, before the next one is sent.
        for (let came = ""; came !== event; came += await next(reader)) expect(event.startsWith(came)).toBe(true);
      }
      // It is written before it has ended.
      expect(onDisk().length).toBeGreaterThan(1_000_000);
      expect(onDisk()).not.toContain("Kx82hdG6");
      upstream.end();
      expect(await next(reader)).toBeNull();
    });
    const response = await recorded(out);
    expect(response.body).toMatchObject({ encoding: "file", isText: true });
    const kept = new TextDecoder().decode(bytesOf(response.body)).split("\n\n");
    expect(kept[59]?.slice(0, 64)).toMatch(/^data: \{"n":59,"token":"__redacted-field\.0060__"\}\n: xxx/);
    const ends = new Set(
      lengthsOf(response).map((_, at) =>
        lengthsOf(response)
          .slice(0, at + 1)
          .reduce((sum, each) => sum + each),
      ),
    );
    let end = 0;
    for (const event of kept.slice(0, 60)) {
      end += event.length + 2;
      expect(ends).toContain(end);
    }
  });
});

test("a plan's stream is recorded with its chunks, and cut when the recorder gives up", async () => {
  const { from, asked } = await streaming();
  const out = await tempFolder();
  await record({ from, out, timeoutSeconds: 1 }, async ({ ask }) => {
    const answer = ask({ target: "/events" });
    (await asked).write("data: one\n\n");
    expect((await answer).response.cut).toBe("bound");
  });
  expect(await recorded(out)).toMatchObject({ body: { text: "data: one\n\n" }, cut: "bound" });
});

test.each([
  ["from its beginning", 1],
  ["after its first MiB", 1024 * 1024],
])("a stream that comes byte by byte %s is taken in larger parts, its secret hidden", async (_when, first) => {
  const bytes = 100_000;
  const text = "data: ghp_0123456789abcdefghij0123456789abcdef ".padEnd(first + bytes, "word ");
  const from = await serveUpstream((_request, { socket }) => {
    socket?.write("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n");
    socket?.write(`${first.toString(16)}\r\n${text.slice(0, first)}\r\n`);
    socket?.write(`1\r\n${Array.from(text.slice(first)).join("\r\n1\r\n")}\r\n0\r\n\r\n`);
  });
  const out = await tempFolder();
  const parts: Uint8Array[] = [];
  await record({ from, out }, async ({ player }) => {
    const { body } = await player(new Request(`${from}/events`));
    for await (const part of body ?? []) parts.push(part);
  });
  expect(Buffer.concat(parts).toString() === text).toBe(true);
  const response = await recorded(out);
  const body = Buffer.from(bytesOf(response.body)).toString();
  expect(body.slice(0, 17)).toBe("data: __redacted-");
  expect(lengthsOf(response).reduce((sum, each) => sum + each, 0)).toBe(body.length);
  expect(Math.max(parts.length, lengthsOf(response).length)).toBeLessThan(bytes / 50);
});

test("recorded again, a stream of the same text changes no file, whenever its chunks came", async () => {
  const out = await tempFolder();
  const bodies: unknown[] = [];
  for (const parts of [["a\n", "b\n"], ["a\nb\n"]]) {
    const { from, asked } = await streaming();
    await record({ from, out, origin: "https://api.service.example" }, async ({ player }) => {
      const { reader, upstream } = await opened(player, { from, asked });
      for (const part of parts) {
        upstream.write(part);
        await next(reader);
      }
      upstream.end();
      await next(reader);
    });
    bodies.push(await recorded(out));
  }
  expect(bodies[1]).toEqual(bodies[0]);
});

test.each([
  ["application/x-ndjson", false, '{"a":1}\n', true],
  ["application/json-seq", false, '\x1e{"a":1}\n', true],
  ["application/grpc-web-text+proto", false, "AAAAAAA=", true],
  ["application/json", false, '{"a":1}', false],
  ["application/json", true, '{"a":1}', true],
])("%s (chunked: %j) is recorded as it comes, or as a whole", async (type, chunked, text, flows) => {
  const { from, asked } = await streaming({ "content-type": type, "content-encoding": "none" });
  const out = await tempFolder();
  await record({ from, out, chunked }, async ({ player }) => {
    const coming = player(new Request(`${from}/events`));
    const upstream = await asked;
    // Half of it, or nothing, is there before upstream has sent the rest.
    upstream.write(text.slice(0, 4));
    if (flows) expect(await next((await coming).body?.getReader() as Reader)).toBe(text.slice(0, 4));
    upstream.end(text.slice(4));
    if (!flows) expect(await (await coming).text()).toBe(text);
  });
  const response = await recorded(out);
  expect(response.chunks !== undefined).toBe(flows);
});
