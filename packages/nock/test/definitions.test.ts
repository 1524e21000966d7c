import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { bodyOf, type Exchange, type HeaderList, type Tape } from "@tapedeck/tape";
import { readTapes } from "@tapedeck/tape/files";
import { readMany, readNock, writeNock } from "@tapedeck/tape/formats";
import fc from "fast-check";
import nock from "nock";
import { afterEach, beforeEach, expect, test } from "vitest";
import { law } from "../../../.ci/property.ts";
import { serveUpstream } from "../../../.ci/test-resources.ts";

beforeEach(() => nock.disableNetConnect());
afterEach(() => {
  nock.cleanAll();
  nock.enableNetConnect();
  nock.restore();
  nock.activate();
});

const origin = "https://api.service.example";
const json: HeaderList = [["content-type", "application/json; charset=utf-8"]];

function exchange(
  target: string,
  response: Partial<Exchange["response"]>,
  request: Partial<Exchange["request"]> = {},
): Exchange {
  return {
    request: { method: "GET", target, principal: "anonymous", headers: [], body: null, ...request },
    response: { status: 200, headers: json, body: null, ...response },
  };
}

function define(...exchanges: readonly Exchange[]): void {
  const tape: Tape = { name: "x", origin, recordedAt: 1_767_225_600, exchanges };
  nock.define(JSON.parse(writeNock([tape]).content));
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test.each<readonly [shows: string, headers: HeaderList, body: Uint8Array]>([
  ["JSON", json, bytes('{"id":1,"names":["ä"]}')],
  ["JSON whose numbers lose digits elsewhere", json, bytes('{"id":1.0,"big":12345678901234567890}')],
  ["JSON with a name twice", json, bytes('{"a":1,"a":2}')],
  ["a bare number", json, bytes("0")],
  ["false", json, bytes("false")],
  ["null", json, bytes("null")],
  ["an empty string", json, bytes('""')],
  ["JSON of no type", [], bytes('{"a":1}')],
  ["text", [["content-type", "text/plain"]], bytes("not JSON\r\n")],
  ["text that looks like JSON", [["content-type", "text/plain"]], bytes(" [1] ")],
  ["bytes", [["content-type", "image/png"]], Uint8Array.of(0, 255, 1, 254)],
  ["nothing", json, new Uint8Array()],
])("nock 14 gives back %s, byte for byte", async (_shows, headers, body) => {
  define(exchange("/x", { headers, body: bodyOf(body) }));
  const response = await fetch(`${origin}/x`);
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array(body));
  expect(response.headers.get("content-type")).toBe(headers[0]?.[1] ?? null);
});

test("nock 14 gives back any JSON, byte for byte", async () => {
  await fc.assert(
    fc.asyncProperty(fc.json(), async (text) => {
      nock.cleanAll();
      define(exchange("/x", { body: bodyOf(bytes(text)) }));
      expect(await fetch(`${origin}/x`).then((response) => response.text())).toBe(text);
    }),
    law(100),
  );
});

test("nock 14 gives answers in their order, by query, method, body and condition", async () => {
  const revalidated = exchange("/etag", { status: 304 }, { headers: [["if-none-match", '"v1"']] });
  define(
    exchange("/zen", { body: bodyOf(bytes("1")) }),
    exchange("/zen", { body: bodyOf(bytes("2")) }),
    exchange("/list?page=2&q=a%20b", { body: bodyOf(bytes("[2]")) }),
    exchange("/list", { body: bodyOf(bytes("[1]")) }),
    exchange("/etag", { headers: [["etag", '"v1"']], body: bodyOf(bytes("[3]")) }),
    revalidated,
    exchange("/made", { status: 201 }, { method: "POST", headers: json, body: bodyOf(bytes('{"a": 1, "b": 2}')) }),
    exchange("/gone", { status: 204, headers: [] }, { method: "DELETE" }),
  );
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(origin + path, init);
    return [response.status, await response.text()];
  };
  expect(await ask("/zen")).toEqual([200, "1"]);
  expect(await ask("/zen")).toEqual([200, "2"]);
  expect(await ask("/list")).toEqual([200, "[1]"]);
  expect(await ask("/list?q=a+b&page=2")).toEqual([200, "[2]"]);
  expect(await ask("/etag", { headers: { "if-none-match": '"v1"' } })).toEqual([304, ""]);
  expect(await ask("/etag")).toEqual([200, "[3]"]);
  const sent = { method: "POST", headers: { "content-type": "application/json" } };
  expect(await ask("/made", { ...sent, body: '{"b":2,"a":1}' })).toEqual([201, ""]);
  expect(await ask("/gone", { method: "DELETE" })).toEqual([204, ""]);
  expect(nock.pendingMocks()).toEqual([]);
  await expect(ask("/zen")).rejects.toThrow(/fetch failed|No match/);
});

test("nock 14 tells an alias from another, and from nobody", async () => {
  const as = (principal: string) => exchange("/user", { body: bodyOf(bytes(`"${principal}"`)) }, { principal });
  define(as("anonymous"), as("full"), as("narrow"));
  const ask = (headers: Record<string, string>) =>
    fetch(`${origin}/user`, { headers }).then((response) => response.json());
  expect(await ask({ authorization: "token narrow" })).toBe("narrow");
  expect(await ask({ authorization: "token full" })).toBe("full");
  expect(await ask({})).toBe("anonymous");
});

test("nock 14 answers all that the project's own recordings hold, from one exported file", async () => {
  const tapes = (await readTapes(fileURLToPath(new URL("../../../recordings", import.meta.url)))).map(
    ({ tape }) => tape,
  );
  nock.define(JSON.parse(writeNock(tapes).content));
  let asked = 0;
  for (const tape of tapes) {
    const principals = new Set(tape.exchanges.map(({ request }) => request.principal));
    for (const { request, response } of tape.exchanges) {
      const headers = new Headers(request.headers.map(([name, value]) => [name, value]));
      if (principals.size > 1 && request.principal !== "anonymous")
        headers.set("authorization", `token ${request.principal}`);
      const answer = await fetch(tape.origin + request.target, { method: request.method, headers });
      expect([request.target, answer.status]).toEqual([request.target, response.status]);
      const text = await answer.text();
      if (response.body?.encoding === "utf8" && request.method !== "HEAD") expect(text.length).toBeGreaterThan(0);
      asked += 1;
    }
  }
  expect(asked).toBe(39);
  expect(nock.pendingMocks()).toEqual([]);
});

test("readNock() takes what nock 14's recorder writes", async () => {
  nock.enableNetConnect();
  const base = await serveUpstream(async (request, response) => {
    const sent = Buffer.concat(await request.toArray()).toString();
    const answers: Record<string, () => void> = {
      "/json": () => response.setHeader("content-type", "application/json").end('{"a":[1]}'),
      "/text": () => response.setHeader("content-type", "text/plain").end("é"),
      "/gzip": () => response.setHeader("content-encoding", "gzip").end(gzipSync('{"packed":true}')),
      "/br": () => response.setHeader("content-encoding", "br").end(brotliCompressSync("packed")),
      "/bytes": () => response.end(Buffer.from([0, 255, 1])),
      "/echo": () => response.writeHead(201, ["x-a", "1", "x-a", "2"]).end(sent),
    };
    answers[request.url?.split("?")[0] ?? ""]?.();
  });
  nock.restore();
  nock.recorder.clear();
  nock.recorder.rec({ output_objects: true, dont_print: true, enable_reqheaders_recording: true });
  // The recorder takes an answer down in a later tick than the client has it.
  const recorded = (count: number) => expect.poll(() => nock.recorder.play()).toHaveLength(count);
  const headers = { authorization: "token planted-t0ken" };
  for (const [at, path] of ["/json?q=1", "/text", "/gzip", "/br", "/bytes"].entries()) {
    await fetch(base + path, { headers }).then((response) => response.arrayBuffer());
    await recorded(at + 1);
  }
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: '{"b":[2]}' };
  await fetch(`${base}/echo`, init).then((response) => response.text());
  await recorded(6);
  const definitions = nock.recorder.play();
  nock.recorder.clear();
  nock.restore();
  const { found, warnings } = readNock(JSON.stringify(definitions), "nocks.json");
  expect(warnings).toEqual([]);
  expect(
    found.map(({ exchange: { request, response } }) => [
      request.method,
      request.target,
      response.status,
      response.body,
    ]),
  ).toEqual([
    ["GET", "/json?q=1", 200, { encoding: "utf8", text: '{"a":[1]}' }],
    ["GET", "/text", 200, { encoding: "utf8", text: "é" }],
    ["GET", "/gzip", 200, { encoding: "utf8", text: '{"packed":true}' }],
    ["GET", "/br", 200, { encoding: "utf8", text: "packed" }],
    ["GET", "/bytes", 200, { encoding: "base64", text: "AP8B" }],
    ["POST", "/echo", 201, { encoding: "utf8", text: '{"b":[2]}' }],
  ]);
  expect(found[0]).toMatchObject({ origin: base, authorization: "token planted-t0ken" });
  expect(found[5]?.exchange.request.body).toEqual({ encoding: "utf8", text: '{"b":[2]}' });
  // A fetch has joined them before nock sees them.
  expect(found[5]?.exchange.response.headers.filter(([name]) => name === "x-a")).toEqual([["x-a", "1, 2"]]);
});

test("readMany() reads what nock.back keeps of each test", async () => {
  const base = await serveUpstream((request, response) =>
    response.setHeader("content-type", "text/plain").end(request.url),
  );
  const folder = await mkdtemp(join(tmpdir(), "tapedeck-nock-back-"));
  const { back } = nock;
  back.fixtures = folder;
  back.setMode("record");
  for (const name of ["a", "b"]) {
    const { nockDone } = await back(`${name}.json`);
    await new Promise<void>((resolve) => http.get(`${base}/${name}`, (answer) => answer.resume().on("end", resolve)));
    nockDone();
  }
  back.setMode("wild");
  const read = (name: string) => readFileSync(join(folder, name));
  const { found, warnings, tool } = readMany(["a.json", "b.json"], read) ?? {};
  await rm(folder, { recursive: true });
  expect([tool, warnings]).toEqual(["nock", []]);
  expect(found?.map(({ place, exchange }) => [place, exchange.response.body?.text])).toEqual([
    [`a.json, definition 1, GET ${base}/a`, "/a"],
    [`b.json, definition 1, GET ${base}/b`, "/b"],
  ]);
});

test.each<readonly [shows: string, definition: object, body: object]>([
  [
    "one hexadecimal text that is still gzipped",
    { responseIsBinary: true, response: gzipSync("hello").toString("hex"), rawHeaders: ["Content-Encoding", "gzip"] },
    { encoding: "utf8", text: "hello" },
  ],
  [
    "a list of chunks that are still gzipped",
    { response: [gzipSync("hello").toString("hex")], headers: { "content-encoding": "gzip" } },
    { encoding: "utf8", text: "hello" },
  ],
  [
    "bytes that were decoded, under a header that was left",
    {
      responseIsBinary: true,
      response: Buffer.from("hello").toString("hex"),
      rawHeaders: ["Content-Encoding", "gzip"],
    },
    { encoding: "utf8", text: "hello" },
  ],
])("readNock() takes %s", (_shows, definition, body) => {
  const text = JSON.stringify([{ scope: "https://api.service.example:443", path: "/x", status: 200, ...definition }]);
  const { found, warnings } = readNock(text, "nocks.json");
  expect(warnings).toEqual([]);
  expect(found[0]?.exchange.response.body).toEqual(body);
});

test("readNock() leaves out what no message can hold, and keeps a name beyond Latin-1 as its bytes", () => {
  const definition = { scope: "https://api.service.example:443", path: "/x", status: 200, response: "x" };
  const text = JSON.stringify([
    { ...definition, rawHeaders: ["x", "a\r\nb: c"] },
    { ...definition, rawHeaders: ["content-disposition", 'filename="ключ"'] },
  ]);
  const { found, warnings } = readNock(text, "nocks.json");
  expect(warnings.map(({ kind, text }) => [kind, text])).toEqual([
    ["left out", 'its header "x" has a line break in its value'],
    ["changed", expect.stringContaining('its header "content-disposition" holds characters that no header has')],
  ]);
  expect(Buffer.from(found[0]?.exchange.response.headers[0]?.[1] ?? "", "latin1").toString()).toBe('filename="ключ"');
});
