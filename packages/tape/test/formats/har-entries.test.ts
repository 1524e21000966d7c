import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { readForeignFile, readHar } from "../../src/formats/index.ts";
import { RecordingSyntaxError } from "../../src/recording-error.ts";
import { har, type Parts } from "./one-entry.ts";

const sentAt = [["date", "Tue, 03 Feb 2026 04:05:06 GMT"]];
const header = (name: string, value: string) => ({ headers: [{ name, value }] });

test.each<readonly [shows: string, parts: Parts, said: RegExp]>([
  ["a blob: URL", { request: { url: "blob:https://x/1" } }, /^it was not asked of a server$/],
  ["an extension's URL", { request: { url: "chrome-extension://abc/x.js" } }, /^it was not asked of a server$/],
  [
    "a web socket by its URL",
    { request: { url: "wss://x/" } },
    /^it became a web socket, and what was said over it was not kept$/,
  ],
  [
    "a web socket by its status",
    { response: { status: 101 } },
    /^it became a web socket, and what was said over it was not kept$/,
  ],
  [
    "a message that is none",
    { entry: { _webSocketMessages: [{ type: "send", time: 1, opcode: 9, data: "" }] } },
    /^_webSocketMessages\/0\/opcode is no message over a WebSocket: wanted 1 \(text\) or 2 \(bytes\)$/,
  ],
  ["a tunnel", { request: { method: "CONNECT" } }, /^it opened a tunnel$/],
  ["what was blocked", { response: { status: 0 } }, /^nothing answered it: its status is 0$/],
  [
    "what failed, with the reason",
    { response: { status: 0, _error: "net::ERR_ABORTED" } },
    /its status is 0 \(net::ERR_ABORTED\)$/,
  ],
  [
    "what failed after its headers",
    { response: { _error: "net::ERR_FAILED" } },
    /^its answer broke off \(net::ERR_FAILED\)$/,
  ],
  [
    "what was cut",
    { response: { ...header("content-length", "100") } },
    /^its answer broke off, after 2 of 100 bytes$/,
  ],
  [
    "a body that was not kept",
    { response: { content: { size: 7 } } },
    /^the body of its answer was not kept \(7 bytes\)$/,
  ],
  [
    "a body that only its length tells of",
    { response: { ...header("content-length", "9"), content: {} } },
    /was not kept \(9 bytes\)$/,
  ],
  [
    "a request body that was not kept",
    { request: { method: "POST", bodySize: 5 } },
    /^the body of its request was not kept$/,
  ],
  [
    "a form of files",
    {
      request: {
        method: "POST",
        postData: { mimeType: "multipart/form-data", params: [{ name: "f", fileName: "a" }] },
      },
    },
    /^the body of its request was not kept$/,
  ],
  [
    "what lacks an answer",
    { response: { status: undefined } },
    /^it has no response\.status \(found nothing\) \(at \/log\/entries\/0\/response\/status\)$/,
  ],
  [
    "a body in no known encoding",
    { response: { content: { text: "x", encoding: "rot13" } } },
    /^the body of its answer cannot be read: its encoding is "rot13"$/,
  ],
  [
    "a body that is no text, which a replay would send with another character",
    { response: { content: { text: "a\ud800" } } },
    /^the body of its answer cannot be read: it is no text: half a character stands alone$/,
  ],
  [
    "a request body that is no text",
    { request: { method: "POST", postData: { mimeType: "text/plain", text: "\udfffa" } } },
    /half a character stands alone$/,
  ],
  [
    "chunks that are not what their header says",
    { response: { ...header("content-encoding", "gzip"), content: { text: '["AAAA"]', encoding: "base64" } } },
    /^the body of its answer cannot be read: it is not what its content-encoding "gzip" says$/,
  ],
  [
    "a header with a control character",
    { response: header("x", "a\x7fb") },
    /^its header "x" has a control character \(U\+007F\) in its value$/,
  ],
  [
    "a header that no message can hold",
    { response: header("x", "\ud800") },
    /^its header "x" is no text: half a character stands alone$/,
  ],
])("readHar() leaves out %s, and says so", (_shows, parts, said) => {
  const { found, warnings } = readHar(har(parts), "x.har");
  expect(found).toEqual([]);
  expect(warnings).toMatchObject([
    { kind: "left out", place: expect.stringMatching(/^entry 1\b/), text: expect.stringMatching(said) },
  ]);
});

test.each<readonly [shows: string, parts: Parts, exchange: object, said: readonly string[]]>([
  [
    "a 304 that shows the cache's body, without it",
    { request: header("If-None-Match", '"1"'), response: { status: 304 } },
    { response: { status: 304, body: null } },
    ["its 304 has a body, which came from the browser's cache: kept without"],
  ],
  [
    "a 304 to a request without a condition, as a 200",
    { response: { status: 304 } },
    { response: { status: 200, body: { encoding: "utf8", text: "[]" } } },
    ["its 304 has a body and its request no condition, for the browser's cache answered: kept as a 200"],
  ],
  [
    "a 205 without the body that it has",
    { response: { status: 205 } },
    { response: { status: 205, body: null } },
    ["its 205 has a body, which no 205 has: kept without"],
  ],
  [
    "text of another charset in UTF-8",
    { response: { ...header("content-type", "text/plain; charset=ISO-8859-1"), content: { text: "é" } } },
    { response: { headers: [["content-type", "text/plain; charset=utf-8"]], body: { text: "é" } } },
    ["its text was in iso-8859-1 and is kept in UTF-8"],
  ],
  [
    "a form that is kept as its fields",
    { request: { method: "POST", postData: { params: [{ name: "a", value: "1 & 2" }, { name: "b" }] } } },
    { request: { body: { encoding: "utf8", text: "a=1+%26+2&b=" } } },
    [],
  ],
  [
    "a URL to the letter, without its fragment",
    { request: { url: "https://api.service.example/a//b/%7e?q=[1]&q='#top" } },
    { request: { target: "/a//b/%7e?q=[1]&q='" } },
    [],
  ],
  [
    "a credential in a URL as one",
    { request: { url: "https://ada:planted-t0ken@api.service.example/x" } },
    { request: { target: "/x", principal: "token" } },
    [],
  ],
  [
    "an answer to HEAD, whatever its length",
    { request: { method: "HEAD" }, response: { ...header("content-length", "9"), content: { size: 9 } } },
    { response: { body: null } },
    [],
  ],
  [
    "an answer to HEAD without the body that it has",
    { request: { method: "HEAD" } },
    { response: { body: null } },
    ["its answer to a HEAD has a body, which no answer to a HEAD has: kept without"],
  ],
  ["a small method's name", { request: { method: "get" } }, { request: { method: "GET" } }, []],
  [
    "one that fetch sends in small letters, and says so",
    { request: { method: "patch" } },
    { request: { method: "PATCH" } },
    ["its method is not in capital letters: kept in them, and a client that sends it otherwise gets a miss"],
  ],
  [
    "one that no server on Node takes, and says so",
    { request: { method: "FOO" } },
    { request: { method: "FOO" } },
    ["its method FOO is kept, but a server on Node answers 400 to it: tests replay it in their process"],
  ],
  [
    "a body that is shorter for its byte order mark",
    { response: header("content-length", "5") },
    { response: { body: { text: "[]" } } },
    [],
  ],
])("readHar() takes %s", (_shows, parts, exchange, said) => {
  const { found, warnings } = readHar(har(parts), "x.har");
  expect(found[0]?.exchange).toMatchObject(exchange);
  expect(found[0]?.origin).toBe("https://api.service.example");
  expect(warnings.map(({ text }) => text)).toEqual(said);
});

test("readHar() takes a file that names no tool, and a newer minor version", () => {
  expect(readHar(har({}, { creator: undefined, version: "1.3" }), "x.har").tool).toBe("an unnamed tool");
});

test("readHar() says nothing secret", () => {
  const url = "https://api.service.example/x?access_token=planted-t0ken";
  const { warnings } = readHar(
    har({ request: { url }, response: { status: 0, _error: "token=planted-t0ken" } }),
    "x.har",
  );
  expect(warnings).toHaveLength(1);
  expect(JSON.stringify(warnings)).not.toContain("planted-t0ken");
});

test.each<readonly [shows: string, text: string, message: RegExp]>([
  [
    "a file cut in half",
    har({}).slice(0, 150),
    /it is not whole: it ends in the middle, at line 1, column 151; export it again from the tool that wrote it$/,
  ],
  ["an empty file", "", /it is empty; export it again/],
  ["no JSON", "<html>", /it is no JSON, at line 1, column 1; export it again/],
  [
    "a newer HAR",
    har({}, { version: "2.0" }),
    /it is HAR of version "2\.0" \(at \/log\/version\), and this tapedeck knows 1\.1 and 1\.2; save it as HAR 1\.2, or update tapedeck$/,
  ],
  ["a newer tapedeck's", har({}, { _tapedeck: { format: 9 } }), /it has format 9, .*update tapedeck$/],
  [
    "a name that stands twice",
    har({}).replace('"headers":', '"method":"PUT","headers":'),
    /a name stands twice in one object, at line 1, column \d+/,
  ],
])("readHar() refuses %s, and says where and what to do", (_shows, text, message) => {
  expect(() => readHar(text, "x.har")).toThrow(RecordingSyntaxError);
  expect(() => readHar(text, "x.har")).toThrow(message);
});

test("readHar() takes header values that are numbers, as Polly.js 6 writes a length that its client gave so", () => {
  const sent = { method: "PUT", postData: { text: "a" }, headers: [{ name: "content-length", value: 1 }] };
  const { found, warnings } = readHar(har({ request: sent }), "x.har");
  expect(warnings).toEqual([]);
  expect(found[0]?.exchange.request).toMatchObject({ headers: [["content-length", "1"]], body: { text: "a" } });
});

test("readHar() takes header values that are lists, as Polly.js 1 writes them, and what it counted wrong", () => {
  const text = har(
    {
      request: { headers: [{ name: "Accept", value: ["*/*"], _fromType: "array" }] },
      response: {
        headers: [
          { name: "Content-Type", value: "application/json" },
          { name: "set-cookie", value: ["a=1", "b=2"] },
          { name: "content-length", value: "99" },
        ],
      },
    },
    { creator: { name: "Polly.JS", version: "1.4.2" } },
  );
  const { found, warnings } = readHar(text, "x.har");
  expect(warnings).toEqual([]);
  expect(found[0]?.exchange.request.headers).toEqual([["accept", "*/*"]]);
  expect(found[0]?.exchange.response.headers.filter(([name]) => name === "set-cookie")).toEqual([
    ["set-cookie", "a=1"],
    ["set-cookie", "b=2"],
  ]);
});

test.each<readonly [shows: string, tool: string, expires: readonly [name: string, value: string], date: object]>([
  ["says when a cookie expires", "Tool", ["set-cookie", "a=1; Expires=Tue, 03 Feb 2026 05:05:06 GMT"], sentAt],
  ["says when it expires itself", "Tool", ["expires", "Tue, 03 Feb 2026 05:05:06 GMT"], sentAt],
  ["says when neither does", "Tool", ["set-cookie", "a=1"], []],
  ["is of a tape", "tapedeck", ["expires", "Tue, 03 Feb 2026 05:05:06 GMT"], []],
])(
  "readHar() gives an answer without a date the time of its request where it %s",
  (_shows, tool, [name, value], date) => {
    const text = har({ response: header(name, value) }, { creator: { name: tool, version: "1" } });
    const { headers } = readHar(text, "x.har").found[0]?.exchange.response ?? {};
    expect(headers?.filter(([name]) => name === "date")).toEqual(date);
  },
);

test("readHar() takes HAR that is kept as YAML", () => {
  const text = `log:
  _recordingName: a/b
  creator: { name: Polly.JS, version: 5.1.1 }
  version: '1.2'
  entries:
    - _id: 0123
      startedDateTime: '2026-02-03T04:05:06.789Z'
      request: { method: GET, url: 'https://api.service.example/x', headers: [{ name: accept, value: '*/*' }] }
      response:
        status: 200
        headers: []
        content: { mimeType: text/plain, size: 5, text: "no: 1" }
`;
  const { tool, found } = readHar(text, "recording.har.yaml");
  expect(tool).toBe("Polly.js 5.1.1");
  expect(found[0]?.exchange.response.body?.text).toBe("no: 1");
});

test("what is wrong with one entry takes none of the others along", () => {
  const good = {
    request: { method: "GET", url: "https://api.service.example/x", headers: [] },
    response: { status: 200, headers: [], content: {} },
  };
  const { found, warnings } = readHar(
    JSON.stringify({ log: { entries: [null, good, { ...good, response: null }] } }),
    "x.har",
  );
  expect(found).toHaveLength(1);
  expect(warnings.map(({ place, kind }) => [place, kind])).toEqual([
    ["entry 1", "left out"],
    ["entry 3", "left out"],
  ]);
});

test("readHar() reads what was said over a WebSocket, as Chromium writes it", () => {
  const { found, warnings } = readHar(
    har({
      request: { url: "wss://api.service.example/live" },
      response: { status: 101, headers: [{ name: "Upgrade", value: "websocket" }] },
      entry: {
        startedDateTime: "2026-02-03T04:05:06.500Z",
        _webSocketMessages: [
          { type: "receive", time: 1770091506.75, opcode: 1, data: "hello" },
          { type: "send", time: 1770091507.75, opcode: 2, data: "AP8=" },
        ],
      },
    }),
    "x.har",
  );
  expect(warnings).toEqual([]);
  expect(found[0]).toMatchObject({ origin: "https://api.service.example" });
  expect(found[0]?.exchange).toMatchObject({
    request: { target: "/live", headers: [["upgrade", "websocket"]] },
    response: {
      status: 101,
      headers: [],
      body: null,
      messages: [
        { from: "server", afterMs: 250, data: { encoding: "utf8", text: "hello" } },
        { from: "client", afterMs: 1000, data: { encoding: "base64", text: "AP8=" } },
      ],
    },
  });
});

test("readForeignFile() takes a HAR that is compressed, and says of YAML that it is no recording", () => {
  expect(readForeignFile(gzipSync(har({})), "x.har.gz").found).toHaveLength(1);
  expect(() => readForeignFile(Buffer.from("responses:\n- url: x\n"), "x.yaml")).toThrow("it is none of HAR as YAML");
});
