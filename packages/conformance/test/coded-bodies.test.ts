// A request's body in a content coding: recorded as what it says, and found again at every adapter.
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { mount, openNetwork } from "@tapedeck/nock";
import { createRecorder } from "@tapedeck/record";
import { createPlayer, type Player } from "@tapedeck/replay";
import { listen } from "@tapedeck/serve";
import { readTapes } from "@tapedeck/tape/files";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { sharedFolder } from "../../../.ci/test-resources.ts";

const codings: Readonly<Record<string, readonly [coding: string, encode: (text: string) => Uint8Array]>> = {
  gzip: ["gzip", gzipSync],
  brotli: ["br", brotliCompressSync],
  zlib: ["deflate", deflateSync],
  "the raw stream within zlib": ["deflate", deflateRawSync],
  "two of them": ["deflate, gzip", (text) => gzipSync(deflateSync(text))],
  "one that is unknown": ["rot13", (text) => new TextEncoder().encode(text)],
  "one that it is not in": ["gzip", (text) => new TextEncoder().encode(text)],
};
const token = "s3cr3t-t0ken";

const folder = sharedFolder();
let player: Player;

const bodyOf = (name: string): string => `{"name":"${name}","hint":"${token}"}`;

const messageOf = (name: string): RequestInit => {
  const [coding = "", encode] = codings[name] ?? [];
  const headers = { "content-encoding": coding, "content-type": "application/json" };
  return { method: "POST", headers, body: encode?.(bodyOf(name)) as Uint8Array<ArrayBuffer> };
};

beforeAll(async () => {
  const server = createServer((_request, response) => response.writeHead(201).end());
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const from = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const recorder = await createRecorder({ from, out: folder, tokens: { full: token } });
  for (const name of Object.keys(codings)) await recorder.player(new Request(`${from}/posts`, messageOf(name)));
  await recorder.close();
  server.closeAllConnections();
  server.close();
  player = createPlayer({
    tapes: (await readTapes(folder)).map(({ tape }) => tape),
    tokens: { full: token },
  });
});
afterEach(openNetwork);

test("a recording says what was sent, without what is secret in it", async () => {
  const bodies = (await readTapes(folder)).flatMap(({ tape }) => tape.exchanges.map((each) => each.request.body?.text));
  expect(bodies).toHaveLength(Object.keys(codings).length);
  for (const body of bodies) expect(body).toContain("__redacted-full__");
});

describe.each(Object.keys(codings))("a body in %s is answered as recorded", (name) => {
  test("by the function", async () => {
    expect((await player(new Request("http://localhost/posts", messageOf(name)))).status).toBe(201);
  });

  test("at a socket", async () => {
    const adapter = await listen(player, {});
    const response = await fetch(`${adapter.url}/posts`, messageOf(name));
    await adapter.close();
    expect(response.status).toBe(201);
  });

  test("in the process, by fetch and by node:http", async () => {
    mount(player, { origin: "http://localhost" });
    const { headers, body, ...rest } = messageOf(name);
    expect((await fetch("http://localhost/posts", messageOf(name))).status).toBe(201);
    const status = await new Promise((resolve, reject) => {
      const asked = request("http://localhost/posts", {
        ...rest,
        headers: headers as Record<string, string>,
      } as object);
      asked.on("response", (response) => text(response).then(() => resolve(response.statusCode), reject));
      asked.on("error", reject).end(body);
    });
    expect(status).toBe(201);
  });
});

test("another body is a miss, in whatever coding", async () => {
  for (const [coding, encode] of Object.values(codings)) {
    const message = { method: "POST", headers: { "content-encoding": coding }, body: encode("{}") } as RequestInit;
    expect((await player(new Request("http://localhost/posts", message))).status).toBe(501);
  }
});
