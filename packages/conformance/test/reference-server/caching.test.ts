import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Origin, startOrigin } from "../../src/reference-server/origin.ts";
import { type ReceivedResponse, sendRequest } from "./send-request.ts";

const tokens = { "t-full": { account: "ada", scopes: ["repo"] }, "t-narrow": { account: "ada", scopes: [] } };

let origin: Origin;
let whole: ReceivedResponse;
const ask = (headers: Record<string, string>, method = "GET", path = "/users/ada") =>
  sendRequest(origin.url + path, { method, headers });
beforeAll(async () => {
  origin = await startOrigin({ now: () => 1_700_000_000, tokens, limits: { anonymous: 1000 } });
  whole = await ask({});
});
afterAll(() => origin.close());

const etag = () => whole.headers["etag"] ?? "";
const strong = () => etag().replace("W/", "");

describe("etag", () => {
  test("stays while body and view stay", async () => {
    expect((await ask({})).headers["etag"]).toBe(etag());
  });

  test("tells apart bodies and views", async () => {
    const full = await ask({ authorization: "token t-full" });
    const narrow = await ask({ authorization: "token t-narrow" });
    expect([full.text, narrow.text]).toEqual([whole.text, whole.text]);
    const other = await ask({}, "GET", "/users/grace-lin");
    const tags = [whole, full, narrow, other].map(({ headers }) => headers["etag"]);
    expect(new Set(tags).size).toBe(4);
  });
});

describe("conditional request", () => {
  const modified = "Sat, 20 Jan 2024 16:45:30 GMT";
  const later = "Sun, 21 Jan 2024 00:00:00 GMT";
  const earlier = "Sat, 20 Jan 2024 16:45:29 GMT";
  test.each<[string, () => Record<string, string>, number]>([
    ["If-None-Match with the tag", () => ({ "if-none-match": etag() }), 304],
    ["If-None-Match compares weakly", () => ({ "if-none-match": strong() }), 304],
    ["If-None-Match with a list", () => ({ "if-none-match": `"a,b", W/"c",${etag()}` }), 304],
    ["If-None-Match with *", () => ({ "if-none-match": "*" }), 304],
    ["If-None-Match with another tag", () => ({ "if-none-match": '"other"' }), 200],
    [
      "If-None-Match with another caller's tag",
      () => ({ "if-none-match": etag(), authorization: "token t-full" }),
      200,
    ],
    ["If-Modified-Since the moment", () => ({ "if-modified-since": modified }), 304],
    ["If-Modified-Since later", () => ({ "if-modified-since": later }), 304],
    ["If-Modified-Since earlier", () => ({ "if-modified-since": earlier }), 200],
    ["If-Modified-Since nonsense", () => ({ "if-modified-since": "soon" }), 200],
    [
      "If-Modified-Since counts for nothing beside",
      () => ({ "if-modified-since": later, "if-none-match": '"x"' }),
      200,
    ],
    ["a condition goes before a range", () => ({ "if-none-match": "*", range: "bytes=0-1" }), 304],
  ])("%s", async (_shows, headers, status) => {
    for (const method of ["GET", "HEAD"]) expect((await ask(headers(), method)).status).toBe(status);
  });

  test("304 has no body and no content headers, and keeps what caches need", async () => {
    const { headers, bytes } = await ask({ "if-none-match": "*", "accept-encoding": "gzip" });
    expect(bytes).toHaveLength(0);
    expect(Object.keys(headers).filter((name) => name.startsWith("content-") && !name.endsWith("-policy"))).toEqual([]);
    expect(headers["transfer-encoding"]).toBeUndefined();
    for (const name of ["etag", "cache-control", "vary", "last-modified", "x-ratelimit-limit", "x-ratelimit-reset"]) {
      expect(headers[name]).toBe(whole.headers[name]);
    }
  });

  test("finds nothing to compare in errors and /zen", async () => {
    expect((await ask({ "if-none-match": "*" }, "GET", "/users/nobody")).status).toBe(404);
    expect((await ask({ "if-none-match": "*" }, "GET", "/zen")).status).toBe(200);
  });
});

test("a token changes nothing in cache-control", async () => {
  const { headers } = await ask({ authorization: "token t-full" });
  expect(headers["cache-control"]).toBe("public, max-age=60, s-maxage=60");
});

describe("range", () => {
  test.each<[string, string, number, (text: string) => string]>([
    ["from the start", "bytes=0-9", 206, (text) => text.slice(0, 10)],
    ["to the end", "bytes=20-", 206, (text) => text.slice(20)],
    ["the last bytes", "bytes=-7", 206, (text) => text.slice(-7)],
    ["more than there is", "bytes=0-99999", 206, (text) => text],
    ["several", "bytes=0-1,4-5", 200, (text) => text],
    ["backwards", "bytes=9-3", 200, (text) => text],
    ["another unit", "lines=0-1", 200, (text) => text],
    ["nonsense", "bytes=-", 200, (text) => text],
  ])("%s", async (_shows, range, status, part) => {
    const reply = await ask({ range, "accept-encoding": "identity" }, "GET", "/repos/paper-boats/crane");
    const { text } = await ask({}, "GET", "/repos/paper-boats/crane");
    expect([reply.status, reply.text]).toEqual([status, part(text)]);
    expect(reply.headers["content-length"]).toBe(String(reply.bytes.length));
  });

  test("is named in content-range, and never compressed", async () => {
    const { headers } = await ask({ range: "bytes=2-5", "accept-encoding": "gzip" });
    expect(headers["content-range"]).toBe(`bytes 2-5/${whole.bytes.length}`);
    expect(headers["content-encoding"]).toBeUndefined();
    expect(headers["etag"]).toBe(etag());
  });

  test.each([
    ["starts far past the end", () => "bytes=99999-"],
    ["starts right after the end", () => `bytes=${whole.bytes.length}-`],
    ["wants the last none", () => "bytes=-0"],
  ])("cannot be satisfied when it %s", async (_shows, range) => {
    const { status, headers } = await ask({ range: range() });
    expect([status, headers["content-range"]]).toEqual([416, `bytes */${whole.bytes.length}`]);
  });

  test("is left aside for HEAD, If-Range and errors", async () => {
    expect((await ask({ range: "bytes=0-1" }, "HEAD")).status).toBe(200);
    expect((await ask({ range: "bytes=0-1", "if-range": etag() })).status).toBe(200);
    expect((await ask({ range: "bytes=0-1" }, "GET", "/users/nobody")).status).toBe(404);
  });
});

describe("compression", () => {
  test.each([
    ["gzip", "gzip", true],
    ["one of several", "br, GZIP;q=0.5, deflate", true],
    ["anything", "*", true],
    ["not gzip", "gzip;q=0, *", false],
    ["another", "br", false],
    ["none", "", false],
  ])("when Accept-Encoding asks for %s", async (_shows, encoding, compressed) => {
    const { headers, bytes } = await ask({ "accept-encoding": encoding });
    expect(headers["content-encoding"]).toBe(compressed ? "gzip" : undefined);
    expect(headers["content-length"]).toBe(String(bytes.length));
    expect((compressed ? gunzipSync(bytes) : bytes).toString()).toBe(whole.text);
    expect(headers["etag"]).toBe(etag());
  });

  test("covers errors and /zen", async () => {
    for (const path of ["/nowhere", "/zen"]) {
      expect((await ask({ "accept-encoding": "gzip" }, "GET", path)).headers["content-encoding"]).toBe("gzip");
    }
  });
});

describe("methods", () => {
  test.each(["/users/ada", "/orgs/lighthouse/repos", "/nowhere", "/user"])(
    "HEAD %s is GET without a body",
    async (path) => {
      const live = new Set(["date", "x-service-request-id", "x-ratelimit-used", "x-ratelimit-remaining"]);
      const still = ({ headers }: ReceivedResponse) => Object.entries(headers).filter(([name]) => !live.has(name));
      const [head, get] = [await ask({}, "HEAD", path), await ask({}, "GET", path)];
      expect(head.bytes).toHaveLength(0);
      expect(head.status).toBe(get.status);
      expect(still(head)).toEqual(still(get));
    },
  );

  test.each(["/users/ada", "/nowhere"])("OPTIONS %s is answered as a preflight", async (path) => {
    const { status, headers, bytes } = await ask({ origin: "https://app.example" }, "OPTIONS", path);
    expect(status).toBe(204);
    expect(bytes).toHaveLength(0);
    expect(headers).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-expose-headers": whole.headers["access-control-expose-headers"],
      "access-control-max-age": "86400",
      "access-control-allow-methods": "GET, HEAD, OPTIONS",
    });
    expect(headers["content-length"]).toBeUndefined();
  });
});
