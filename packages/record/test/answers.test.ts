import type { ServerResponse } from "node:http";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { bytesOf, type RecordedResponse } from "@tapedeck/tape";
import { expect, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { exchangesIn, exchangesOf, record } from "./recording.ts";

const json = { "content-type": "application/json; charset=utf-8" };
const ada = '{"login":"ada"}';
const adaKept = { encoding: "utf8", text: '{"login":"ada"}' } as const;
const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);

const never = "Thu, 01 Jan 1970 00:00:00 GMT";

type Answer = (response: ServerResponse) => void;
const answer =
  (status: number, headers: Record<string, string | string[]>, body?: string | Uint8Array): Answer =>
  (response) => {
    response.sendDate = false;
    response.writeHead(status, headers).end(body);
  };

const kinds: readonly [kind: string, answer: Answer, kept: Partial<RecordedResponse>][] = [
  ["a JSON body", answer(200, json, ada), { status: 200, body: adaKept }],
  ["a gzip body", answer(200, { ...json, "content-encoding": "gzip" }, gzipSync(ada)), { status: 200, body: adaKept }],
  ["a br body", answer(200, { ...json, "content-encoding": "br" }, brotliCompressSync(ada)), { body: adaKept }],
  ["a deflate body", answer(200, { ...json, "content-encoding": "deflate" }, deflateSync(ada)), { body: adaKept }],
  [
    "a raw deflate body",
    answer(200, { ...json, "content-encoding": "deflate" }, deflateRawSync(ada)),
    { body: adaKept },
  ],
  [
    "a zstd body, which the recorder did not ask for",
    answer(200, { ...json, "content-encoding": "zstd" }, zstdCompressSync(ada)),
    { body: adaKept },
  ],
  [
    "a body encoded twice",
    answer(200, { ...json, "content-encoding": "gzip, br" }, brotliCompressSync(gzipSync(ada))),
    { body: adaKept },
  ],
  ["a status beyond 599, as LinkedIn's", answer(999, json, ada), { status: 999, body: adaKept }],
  ["an identity body", answer(200, { ...json, "content-encoding": "identity" }, ada), { body: adaKept }],
  [
    "a binary body",
    answer(200, { "content-type": "image/png" }, bytes),
    { body: { encoding: "base64", text: Buffer.from(bytes).toString("base64") } },
  ],
  [
    "a binary body in gzip",
    answer(200, { "content-encoding": "gzip" }, gzipSync(bytes)),
    { body: { encoding: "base64", text: Buffer.from(bytes).toString("base64") } },
  ],
  [
    "a text body",
    answer(200, { "content-type": "text/plain" }, "Ünïcode\n"),
    { body: { encoding: "utf8", text: "Ünïcode\n" } },
  ],
  [
    "a body in a coding that only a name says, with its header",
    answer(200, { "content-encoding": "UTF-8", "content-length": String(ada.length) }, ada),
    { body: adaKept, headers: [["content-encoding", "UTF-8"]] },
  ],
  ["an empty body", answer(200, json), { status: 200, body: null }],
  ["an empty gzip body", answer(200, { "content-encoding": "gzip" }), { status: 200, body: null }],
  ["204", answer(204, {}), { status: 204, headers: [], body: null }],
  ["205 that has a body against HTTP", answer(205, json, ada), { status: 205, body: null }],
  ["304", answer(304, { etag: 'W/"1"' }), { status: 304, headers: [["etag", 'W/"1"']], body: null }],
  ["404", answer(404, json, '{"message":"Not Found"}'), { status: 404 }],
  ["500", answer(500, { "content-type": "text/plain" }, "oh"), { status: 500, body: { encoding: "utf8", text: "oh" } }],
  [
    "a redirect, unfollowed",
    answer(301, { location: "/repositories/7" }),
    { status: 301, headers: [["location", "/repositories/7"]] },
  ],
  [
    "repeated headers one by one",
    answer(200, { vary: ["Accept", "Origin"] }),
    {
      headers: [
        ["vary", "Accept"],
        ["vary", "Origin"],
      ],
    },
  ],
  [
    "a cookie that is valid, and one that was taken away, of a service that sends no date",
    answer(200, {
      "set-cookie": [`theme=1; expires=${new Date(Date.now() + 86_400_000).toUTCString()}`, `old=; expires=${never}`],
    }),
    {
      headers: [
        ["date", "Thu, 01 Jan 2026 00:00:00 GMT"],
        ["set-cookie", "theme=1; expires=Fri, 31 Dec 9999 23:59:59 GMT"],
        ["set-cookie", `old=; expires=${never}`],
      ],
    },
  ],
  [
    "repeated cookies, hidden, one by one",
    answer(200, { "set-cookie": ["sid=1; Path=/", "session=2; Path=/"] }),
    {
      headers: [
        ["set-cookie", "sid=__redacted-cookie__; Path=/"],
        ["set-cookie", "session=__redacted-cookie.c1b79e__; Path=/"],
      ],
    },
  ],
];

test.each(["/thing?", "//thing//x", "/a/../thing", "/a/%2e%2e/./thing", "/{a}|^`\"<>?q='x'", "/back\\slash"])(
  "the service is asked for %s as it stands, and so it is on file",
  async (target) => {
    const asked: string[] = [];
    const from = await serveUpstream(({ url = "" }, response) => response.end(asked.push(url) && "well"));
    const exchanges = await exchangesOf({ from }, ({ player }) =>
      player.answer({ method: "GET", target, headers: {}, body: null, base: "http://localhost", address: "127.0.0.1" }),
    );
    expect([asked, exchanges.map(({ request }) => request.target)]).toEqual([[target], [target]]);
  },
);

test.each(kinds)("recorder keeps %s", async (_kind, answer, kept) => {
  const from = await serveUpstream((_request, response) => answer(response));
  const out = await tempFolder();
  const recorder = await record({ from, out }, (recorder) => recorder.ask({ target: "/thing" }));
  const [exchange] = await exchangesIn(out);
  expect(exchange?.request).toEqual({
    body: null,
    headers: [],
    method: "GET",
    principal: "anonymous",
    target: "/thing",
  });
  const lost = {
    ...exchange?.response,
    headers: exchange?.response.headers.filter(([name]) => name !== "content-type"),
  };
  expect("headers" in kept ? lost : exchange?.response).toMatchObject(kept);
  expect(recorder.summary()).toMatchObject({ captured: 1, failed: [], unchanged: 0 });
});

test.each([
  ["HEAD with the length of the body that GET has", { method: "HEAD" }, "content-length", String(ada.length)],
  ["a part by the range that was asked for", { headers: { range: "bytes=0-1" } }, "content-range", "bytes 0-1/*"],
] as const)("recorder keeps %s", async (_what, asked, name, value) => {
  const from = await serveUpstream((request, response) => {
    const isCoded = String(request.headers["accept-encoding"]).includes("gzip");
    const body = isCoded ? gzipSync(ada) : ada;
    // As servers that compress do, which then cannot count the bytes of a part.
    if (request.headers.range === undefined || isCoded) response.writeHead(200, { "content-length": body.length });
    else response.writeHead(206, { "content-range": "bytes 0-1/*" });
    response.end(body);
  });
  const [exchange] = await exchangesOf({ from }, (recorder) => recorder.ask({ target: "/users/ada", ...asked }));
  expect(exchange?.response.headers).toContainEqual([name, value]);
});

test("recorder asks for exactly the query that it was given, and writes down the same", async () => {
  const asked: (string | undefined)[] = [];
  const from = await serveUpstream((request, response) => {
    asked.push(request.url);
    response.end("ok");
  });
  const targets = [
    "/q?q=a+b",
    "/q?b=1&a=2&b=3",
    "/q?x[]=1&x[25]=2",
    "/q?flag",
    "/q?bad=%zz&%zz",
    "/q?10=a&9=b&__proto__=c",
  ];
  const exchanges = await exchangesOf({ from }, async (recorder) => {
    for (const target of targets) await recorder.ask({ target });
  });
  expect(asked).toEqual(targets);
  const kept = exchanges.map(({ request }) => request.target);
  expect(kept.toSorted()).toEqual(targets.toSorted());
});

/** Serves what takes bodies, and tells the last one. */
async function receiving(): Promise<{ readonly from: string; readonly received: () => Buffer }> {
  let received = Buffer.alloc(0);
  const from = await serveUpstream(async (request, response) => {
    received = Buffer.concat(await request.toArray());
    response.end("ok");
  });
  return { from, received: () => received };
}

test.each([
  ["text", new TextEncoder().encode('{"name":"x"}'), { encoding: "utf8", text: '{"name":"x"}' }],
  ["binary", bytes, { encoding: "base64", text: Buffer.from(bytes).toString("base64") }],
])("recorder sends and keeps a %s request body", async (_kind, body, kept) => {
  const { from, received } = await receiving();
  const [exchange] = await exchangesOf({ from }, (recorder) =>
    recorder.ask({ method: "POST", target: "/things", headers: { "content-type": "application/json" }, body }),
  );
  expect(new Uint8Array(received())).toEqual(body);
  expect(exchange?.request.body).toEqual(kept);
});

test.each([
  ["gzip", "gzip", gzipSync, adaKept],
  ["br", "br", brotliCompressSync, adaKept],
  ["deflate", "deflate", deflateSync, adaKept],
  ["two codings", "gzip, br", (text: string) => brotliCompressSync(gzipSync(text)), adaKept],
  ["a coding that is not known", "compress", (text: string) => text, adaKept],
  [
    "a coding that it is not in",
    "gzip",
    () => bytes,
    { encoding: "base64", text: Buffer.from(bytes).toString("base64") },
  ],
])("recorder keeps a request body in %s readable, and sends it as it came", async (_kind, coding, encode, kept) => {
  const { from, received } = await receiving();
  const out = await tempFolder();
  const body = Buffer.from(encode(ada));
  const recorder = await record({ from, out }, (recorder) =>
    recorder.ask({ method: "POST", target: "/things", headers: { ...json, "content-encoding": coding }, body }),
  );
  expect(received()).toEqual(body);
  const [exchange] = await exchangesIn(out);
  expect(exchange?.request.body).toEqual(kept);
  expect(recorder.summary()).toMatchObject({ captured: 1, failed: [] });
});

test("recorder hides what a compressed request body holds", async () => {
  const from = await serveUpstream((_request, response) => response.end("ok"));
  const out = await tempFolder();
  const token = "kn0wn-t0ken-1234";
  const body = gzipSync(JSON.stringify({ note: `it is ${token}`, password: "hunter2" }));
  await record({ from, out, tokens: { full: token } }, ({ player }) =>
    player(
      new Request("http://any.where/a", { method: "POST", headers: { ...json, "content-encoding": "gzip" }, body }),
    ),
  );
  const [exchange] = await exchangesIn(out);
  expect(exchange?.request.body?.text).toBe(
    '{"note":"it is __redacted-full__","password":"__redacted-password.e21__"}',
  );
});

test("ask() resolves to the exchange as it came: unpinned, unhidden, decoded", async () => {
  const from = await serveUpstream((_request, response) => {
    response
      .writeHead(200, { "content-encoding": "gzip", "set-cookie": "a=12345678", "x-ratelimit-used": "17" })
      .end(gzipSync(ada));
  });
  const out = await tempFolder();
  await record({ from, out }, async (recorder) => {
    const { response } = await recorder.ask({ target: "/user" });
    expect(new TextDecoder().decode(bytesOf(response.body))).toBe(ada);
    expect(response.headers).toContainEqual(["set-cookie", "a=12345678"]);
    expect(response.headers).toContainEqual(["x-ratelimit-used", "17"]);
  });
});

test.each([
  ["that says how long it is", (response: ServerResponse) => response.setHeader("content-length", 10_000_000)],
  ["that does not end", () => {}],
])("an answer %s and is larger than the recorder takes fails alone", async (_shows, begin) => {
  const from = await serveUpstream((request, response) => {
    if (request.url !== "/large") return response.end("ok");
    begin(response);
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, "x")));
      if (!response.destroyed) response.once("drain", more);
    };
    return more();
  });
  const exchanges = await exchangesOf({ from, maxBodyBytes: 1_000_000 }, async ({ ask }) => {
    await expect(ask({ target: "/large" })).rejects.toThrow(/its body is larger than the recorder takes/);
    await ask({ target: "/small" });
  });
  expect(exchanges.map(({ request }) => request.target)).toEqual(["/small"]);
});
