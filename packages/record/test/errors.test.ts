import dns from "node:dns";
import type { RequestListener } from "node:http";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect, onTestFinished, test, vi } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { createRecorder, UpstreamError } from "../src/index.ts";
import { exchangesIn, record } from "./recording.ts";

async function broken(): Promise<string> {
  const answers: Readonly<Record<string, RequestListener>> = {
    "/bad-gzip": (_request, response) => response.writeHead(200, { "content-encoding": "gzip" }).end("plain"),
    "/bad-within": (_request, response) =>
      response.writeHead(200, { "content-encoding": "gzip, br" }).end(brotliCompressSync("plain")),
    "/bad-zstd": (_request, response) => response.writeHead(200, { "content-encoding": "zstd" }).end("plain text"),
    "/cut": (request, response) => response.write("the beginning", () => request.socket.destroy()),
    "/fine": (_request, response) => response.end("ok"),
    "/half-silent": (_request, response) => response.write("the beginning"),
    "/not-http": (request) => request.socket.end("SSH-2.0-OpenSSH\r\n\r\n"),
    "/reset": (request) => request.socket.destroy(),
    "/switched": (request) => {
      request.socket.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: raw\r\n\r\nraw bytes");
    },
    "/long-head": (_request, response) => response.writeHead(200, { "x-long": "x".repeat(20_000) }).end("ok"),
    "/short": (request, response) => {
      response.writeHead(200, { "content-length": 100 }).write("the beginning", () => request.socket.destroy());
    },
    "/informed": (request) =>
      request.socket.write(`${"HTTP/1.1 103 Early Hints\r\n\r\n".repeat(101)}HTTP/1.1 204 No Content\r\n\r\n`),
    "/switched-to-nothing": (request) => request.socket.write("HTTP/1.1 101 Switching Protocols\r\n\r\n"),
    "/silent": () => {},
    "/unknown-coding": (_request, response) =>
      response.writeHead(200, { "content-encoding": "gzip, rot13" }).end("cynva"),
    "/stacked": (_request, response) => response.writeHead(200, { "content-encoding": "gzip,".repeat(6) }).end("plain"),
    "/unknown-second": (_request, response) =>
      response.writeHead(200, { "content-encoding": "compress, gzip" }).end(gzipSync("plain")),
  };
  return serveUpstream((request, response) => answers[request.url ?? ""]?.(request, response));
}

test.each([
  ["/silent", "ETIMEDOUT", /no whole answer within 1 s/],
  ["/half-silent", "ETIMEDOUT", /no whole answer within 1 s/],
  ["/reset", "ECONNRESET", /connection closed before the whole answer was there/],
  ["/cut", "ECONNRESET", /connection closed before the whole answer was there/],
  ["/short", "ECONNRESET", /connection closed before the whole answer was there/],
  ["/bad-gzip", "Z_DATA_ERROR", /not what content-encoding says/],
  ["/bad-within", "Z_DATA_ERROR", /not what content-encoding says/],
  ["/bad-zstd", "ZSTD_|Z_", /not what content-encoding says/],
  ["/unknown-coding", "ECODING:rot13", /its body is in the coding rot13, which the recorder can neither undo/],
  ["/unknown-second", "ECODING:compress", /its body is in the coding compress, which/],
  ["/stacked", "ECODING:of more than five stages", /its body is in the coding of more than five stages, which/],
  ["/not-http", "HPE_", /not HTTP/],
  ["/switched", "EUPGRADE", /it switches to another protocol \(101\)\n {2}- only HTTP can be recorded/],
  ["/switched-to-nothing", "EUPGRADE", /it switches to another protocol \(101\)/],
  ["/informed", "EINFORMATIONAL", /it sends more than 100 informational responses \(1xx\)/],
  ["/long-head", "HPE_HEADER_OVERFLOW", /its headers are longer than this runtime takes/],
])("recorder says what is wrong with %s, keeps nothing of it, and goes on", async (target, code, message) => {
  const from = await broken();
  const out = await tempFolder();
  const recorder = await record({ from, out, timeoutSeconds: target.includes("silent") ? 1 : 30 }, async ({ ask }) => {
    const error = await ask({ target }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UpstreamError);
    expect(error).toMatchObject({ code: expect.stringMatching(code) as string, url: `${from}${target}` });
    expect((error as UpstreamError).message).toMatch(message);
    expect((error as UpstreamError).message.startsWith(`Cannot record GET ${from}${target}: `)).toBe(true);
    await ask({ target: "/fine" });
  });
  expect((await exchangesIn(out)).map(({ request }) => request.target)).toEqual(["/fine"]);
  expect(recorder.summary()).toMatchObject({
    captured: 1,
    failed: [{ method: "GET", principal: "anonymous", target }],
  });
});

test.each([
  [
    "no server listens",
    () => "http://127.0.0.1:1",
    "ECONNREFUSED",
    /connection refused\n {2}- is the service running there/,
  ],
  [
    "the port speaks no TLS",
    async () => (await broken()).replace("http:", "https:"),
    "EPROTO|SSL",
    /no secure connection/,
  ],
])("recorder says that %s", async (_shows, upstream, code, message) => {
  const from = await upstream();
  const out = await tempFolder();
  await record({ from, out }, async ({ ask }) => {
    const error = await ask({ target: "/a" }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: expect.stringMatching(code) as string, name: "UpstreamError" });
    expect((error as UpstreamError).message).toMatch(message);
  });
});

// Whether a machine has a name server decides which of the two it would be.
test.each([
  [
    "ENOTFOUND",
    "host not found: nosuchhost.invalid (ENOTFOUND)\n  - check its spelling, and that this machine reaches the network; the way out is a proxy? name it in HTTP_PROXY and HTTPS_PROXY",
  ],
  [
    "EAI_AGAIN",
    "host not found: no name server answers for nosuchhost.invalid (EAI_AGAIN)\n  - check that this machine reaches the network, and the spelling; the way out is a proxy? name it in HTTP_PROXY and HTTPS_PROXY",
  ],
])("recorder says of a host that is not found (%s) which, and what to do", async (code, message) => {
  const lookup = vi.spyOn(dns, "lookup").mockImplementation(((
    hostname: string,
    _options: object,
    done: (error: Error) => void,
  ) => {
    const error = new Error(`getaddrinfo ${code} ${hostname}`);
    process.nextTick(done, Object.assign(error, { code, syscall: "getaddrinfo", hostname }));
  }) as never);
  onTestFinished(() => lookup.mockRestore());
  const from = "http://nosuchhost.invalid:8080/v3";
  await record({ from, out: await tempFolder() }, async ({ ask }) => {
    const error = await ask({ target: "/a" }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code, message: `Cannot record GET ${from}/a: ${message}` });
  });
  expect(lookup).toHaveBeenCalled();
});

test("ask() refuses an alias without a credential, and a closed recorder", async () => {
  const out = await tempFolder();
  const tokens = { full: "s3cr3t-t0ken" };
  const recorder = await createRecorder({ tokens, from: "http://127.0.0.1:1", out });
  await expect(recorder.ask({ target: "/a", as: "fulll" })).rejects.toThrow(/did you mean "full"/);
  await recorder.close();
  await recorder.close();
  await expect(recorder.ask({ target: "/a" })).rejects.toThrow(/the recorder is closed/);
});

test.each([
  ["ftp://example.com", /no http or https URL/],
  ["example", /no http or https URL/],
  ["http://example.com/?a=1", /query or a fragment/],
  ["http://ada:s3cr3t@example.com", /"http:\/\/example\.com": it holds a credential/],
])("createRecorder() refuses %s as a base URL", async (from, message) => {
  const error = await createRecorder({ from, origin: "http://localhost", out: await tempFolder() }).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(RangeError);
  expect(String(error)).toMatch(message);
  expect(String(error)).not.toContain("s3cr3t");
});
