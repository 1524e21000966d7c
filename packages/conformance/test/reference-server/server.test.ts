// What the reference server answers is shown by replay-versus-reference.test.ts and by the laws of check, each of which
// a fault of its own breaks (check/faults.test.ts), and by the committed recordings, taken again; here is what none sees.
import { once } from "node:events";
import { connect } from "node:net";
import { gunzipSync } from "node:zlib";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { type Origin, startOrigin } from "../../src/reference-server/origin.ts";
import { sendRequest } from "./send-request.ts";

let origin: Origin;
beforeEach(async () => {
  origin = await startOrigin();
  onTestFinished(() => origin.close().catch(() => {}));
});

test("a token of nobody in the world is refused at the start, and not named", async () => {
  const starting = startOrigin({ tokens: { "t-lost": { account: "nobody", scopes: [] } } });
  await expect(starting).rejects.toThrow('a token belongs to "nobody"');
  await expect(starting).rejects.not.toThrow("t-lost");
});

// macOS gives its loopback one address alone.
test.skipIf(process.platform === "darwin")("buckets of the anonymous belong to addresses", async () => {
  const used = [];
  for (const from of ["127.0.0.1", "127.0.0.2", "127.0.0.1"])
    used.push((await sendRequest(`${origin.url}/zen`, { from })).headers["x-ratelimit-used"]);
  expect(used).toEqual(["1", "1", "2"]);
});

test.each([
  ["gzip", "gzip", true],
  ["one of several", "br, GZIP;q=0.5, deflate", true],
  ["anything", "*", true],
  ["not gzip", "gzip;q=0, *", false],
  ["another", "br", false],
  ["none", "", false],
])("a body is compressed when Accept-Encoding asks for %s", async (_shows, encoding, compressed) => {
  for (const path of ["/users/ada", "/nowhere", "/zen"]) {
    const { headers, bytes } = await sendRequest(origin.url + path, { headers: { "accept-encoding": encoding } });
    expect(headers["content-encoding"]).toBe(compressed ? "gzip" : undefined);
    expect(headers["content-length"]).toBe(String(bytes.length));
    expect((compressed ? gunzipSync(bytes) : bytes).length).toBeGreaterThan(0);
  }
});

test("asked() counts every request, whatever became of it", async () => {
  for (const method of ["GET", "OPTIONS", "TRACE"]) await sendRequest(`${origin.url}/nowhere`, { method });
  expect(origin.asked()).toBe(3);
});

test("a client that never finishes its request does not hold up close(), nor does one that pools connections", async () => {
  const client = connect(origin.port, "127.0.0.1");
  client.write("GET /zen HTTP/1.1\r\n");
  await once(client, "connect");
  expect((await fetch(`${origin.url}/zen`)).status).toBe(200); // by then the server knows the half request
  await origin.close();
  client.destroy();
  await expect(fetch(`${origin.url}/zen`)).rejects.toThrow();
});
