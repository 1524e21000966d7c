import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { FetchHandler, IncomingRequest, OutgoingResponse } from "@tapedeck/replay";
import { expect, test } from "vitest";
import { listen } from "../src/index.ts";
import { codingFor, compressed } from "../src/server/compress.ts";
import { headOf, say } from "./raw.ts";
import { playerOf, tape } from "./tape.ts";

const long = new TextEncoder().encode(JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id }))));

function asking(accepted?: string, method = "GET"): IncomingRequest {
  const headers = accepted === undefined ? {} : { "accept-encoding": accepted };
  return { method, target: "/", headers, body: null, base: "http://127.0.0.1", address: "127.0.0.1" };
}

function replying(
  further: Readonly<Record<string, string>> = {},
  body: OutgoingResponse["body"] = long,
  status = 200,
): OutgoingResponse {
  const fields = {
    "content-type": "application/json; charset=utf-8",
    "content-length": String((body ?? long).length),
    etag: 'W/"a"',
    vary: "Accept, Accept-Encoding",
    ...further,
  };
  return { status, headers: Object.entries(fields), body };
}

test.each([
  ["nothing", undefined, null],
  ["an empty list", "", null],
  ["gzip", "gzip", "gzip"],
  ["both alike", "gzip, deflate, br", "br"],
  ["gzip more", "br;q=0.5, gzip", "gzip"],
  ["br more", "gzip;q=0.8 , br;q=0.9", "br"],
  ["none of the two", "deflate, zstd", null],
  ["gzip not at all", "gzip;q=0", null],
  ["anything", "*", "br"],
  ["anything but br", "*, br;q=0", "gzip"],
  ["the body as it is more", "identity, gzip;q=0.5", null],
  ["in capitals", "GZIP", "gzip"],
  ["with a weight that is none", "gzip;q=high", null],
])("codingFor() of a caller who accepts %s", (_shows, accepted, coding) => {
  expect(codingFor(accepted)).toBe(coding);
});

test.each([
  ["gzip", gunzipSync],
  ["br", brotliDecompressSync],
])("compressed() by %s decodes to the body, and says what it is", (coding, decode) => {
  const { headers, body, status } = compressed(asking(coding), replying());
  expect(status).toBe(200);
  expect(new Uint8Array(decode(body ?? new Uint8Array()))).toEqual(long);
  expect(body?.length).toBeLessThan(long.length);
  expect(Object.fromEntries(headers)).toEqual({
    "content-type": "application/json; charset=utf-8",
    "content-encoding": coding,
    "content-length": String(body?.length),
    etag: 'W/"a"',
    vary: "Accept, Accept-Encoding",
  });
});

test("compressed() compresses a body once, whoever asks for it", () => {
  const [first, second] = [compressed(asking("br"), replying()), compressed(asking("br"), replying())];
  expect(second.body).toBe(first.body);
  expect(compressed(asking("gzip"), replying()).body).not.toBe(first.body);
});

test("compressed() weakens a strong etag: the bytes are others", () => {
  const etag = ({ headers }: OutgoingResponse): string | undefined => headers.find(([name]) => name === "etag")?.[1];
  expect(etag(compressed(asking("br"), replying({ etag: '"a"' })))).toBe('W/"a"');
  expect(etag(compressed(asking(), replying({ etag: '"a"' })))).toBe('"a"');
});

test("compressed() gives HEAD what GET gives, but for the length, which nobody counted", () => {
  const names = (reply: OutgoingResponse): unknown => reply.headers.filter(([name]) => name !== "content-length");
  const head = compressed(asking("br", "HEAD"), { ...replying(), body: null });
  expect(head.body).toBeNull();
  expect(head.headers).toEqual(names(compressed(asking("br"), replying())));
});

const short = long.slice(0, 1023);
test.each([
  ["a part", replying({ "content-range": "bytes 0-1399/9999" }, long, 206)],
  ["a short body", replying({}, short)],
  ["a HEAD for a short body", { ...replying({}, short), body: null }],
  ["what is compressed already", replying({ "content-encoding": "gzip" })],
  ["an image", replying({ "content-type": "image/png" })],
  ["what nobody may transform", replying({ "cache-control": "public, no-transform" })],
  ["an answer without a body", { status: 304, headers: [["etag", 'W/"a"']], body: null }],
] as ReadonlyArray<[string, OutgoingResponse]>)("compressed() leaves %s as it is", (_shows, reply) => {
  expect(compressed(asking("gzip, br"), reply)).toBe(reply);
});

test.each([
  ["is added where it is not named", "Accept", ["Accept", "Accept-Encoding"]],
  ["is not named twice", "accept-encoding", ["accept-encoding"]],
  ["is not added to *", "*", ["*"]],
])("compressed(): Accept-Encoding in vary %s, also for who accepts none", (_shows, vary, expected) => {
  for (const accepted of ["gzip", undefined]) {
    const { headers } = compressed(asking(accepted), replying({ vary }));
    expect(headers.flatMap(([name, value]) => (name === "vary" ? [value] : []))).toEqual(expected);
  }
});

const handlers: Readonly<Record<string, FetchHandler>> = {
  "a player": playerOf({
    tapes: [
      {
        ...tape,
        exchanges: tape.exchanges.map(({ request, response }) => ({
          request,
          response: {
            ...response,
            headers: [["accept-ranges", "bytes"], ...response.headers],
            body: { encoding: "utf8", text: new TextDecoder().decode(long) },
          },
        })),
      },
    ],
  }),
  "a fetch function": async () =>
    new Response(long, { headers: { "content-type": "application/json", vary: "Accept-Encoding" } }),
};

test.each(Object.entries(handlers))(
  "caching-3: listen() compresses what %s answers, but only if told to",
  async (_what, handler) => {
    const lines = ["GET /users/ada HTTP/1.1", "Host: localhost", "Accept-Encoding: gzip"];
    const encodings: Array<string | undefined> = [];
    for (const options of [{ compress: true }, {}]) {
      const server = await listen(handler, options);
      const response = await fetch(`${server.url}/users/ada`, { headers: { "accept-encoding": "br" } });
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(long);
      const { headers } = headOf(await say(server.port, lines));
      encodings.push(headers.find(([name]) => name === "content-encoding")?.[1]);
      const ranged = await say(server.port, [...lines, "Range: bytes=0-1499"]);
      if (handler.answer) expect(headOf(ranged).status).toBe(206);
      if (handler.answer) expect(ranged).not.toMatch(/content-encoding/i);
      await server.close();
    }
    expect(encodings).toEqual(["gzip", undefined]);
  },
);
