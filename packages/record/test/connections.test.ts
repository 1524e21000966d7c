import type { RequestListener } from "node:http";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { type Plan, recordPlan, UpstreamError } from "../src/index.ts";
import { exchangesIn, exchangesOf, record } from "./recording.ts";
import { serveSecurely } from "./secure-upstream.ts";

const paged: RequestListener = (request, response) => {
  if (request.url === "/list") {
    response.setHeader("link", `<https://${request.headers.host}/list?page=2>; rel="next"`);
  }
  response.writeHead(200, { "content-encoding": "gzip", "content-type": "application/json" });
  response.end(gzipSync(JSON.stringify({ asked: request.url, by: request.headers.authorization ?? null })));
};

test("recorder keeps what comes over TLS, page after page, from an authority that it is told to trust", async () => {
  const { certificate, from } = await serveSecurely(paged);
  const before = getCACertificates("default");
  setDefaultCACertificates([...before, certificate]);
  onTestFinished(() => setDefaultCACertificates(before));
  const out = await tempFolder();
  const tokens = { full: "s3cr3t-t0ken" };
  const plan: Plan = { requests: [{ path: "/list", pages: "all", as: "full" }, { path: "/other" }] };
  const recorder = await record({ tokens, from, out }, (recorder) => recordPlan(recorder, plan));
  expect(recorder.summary()).toMatchObject({ captured: 3, failed: [] });
  const kept = (await exchangesIn(out)).map(({ request, response }) => [request.target, response.body?.text]);
  const token = '"Bearer __redacted-full__"';
  expect(kept).toEqual([
    ["/list", `{"asked":"/list","by":${token}}`],
    ["/list?page=2", `{"asked":"/list?page=2","by":${token}}`],
    ["/other", '{"asked":"/other","by":null}'],
  ]);
});

test("recorder refuses a certificate that no authority vouches for, and says what to do", async () => {
  const { from } = await serveSecurely(paged);
  const recorder = await record({ from, out: await tempFolder() }, async ({ ask }) => {
    const error = await ask({ target: "/a" }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UpstreamError);
    expect(String(error)).toMatch(/no secure connection \((?:DEPTH_ZERO_)?SELF_SIGNED_CERT.*NODE_EXTRA_CA_CERTS/s);
  });
  expect(recorder.summary()).toMatchObject({ captured: 0, failed: [{ target: "/a" }] });
});

test.each([
  ["GET", { status: 200, text: "2" }],
  ["POST", { status: 502, text: "the service closed the connection that it had kept open, just as this went out" }],
])(
  "%s on a connection that the service closes just then is sent again where that is safe, or said",
  async (method, said) => {
    const asked = new Map<unknown, number>();
    const from = await serveUpstream((request, response) => {
      const nth = (asked.get(request.socket) ?? 0) + 1;
      asked.set(request.socket, nth);
      if (nth > 1) request.socket.destroy();
      else response.end(String(asked.size));
    });
    await record({ from, out: await tempFolder() }, async ({ player }) => {
      expect(await (await player(new Request(`${from}/first`))).text()).toBe("1");
      const response = await player(new Request(`${from}/next`, { method }));
      expect([response.status, await response.text()]).toEqual([said.status, expect.stringContaining(said.text)]);
    });
  },
);

test("recorder keeps its connection from one request to the next, also after 204, 304, HEAD and an empty body", async () => {
  const sockets = new Set<unknown>();
  const from = await serveUpstream((request, response) => {
    sockets.add(request.socket);
    const status = Number(request.url?.slice(1));
    response.writeHead(status).end(status === 200 ? "some" : undefined);
  });
  await record({ from, out: await tempFolder() }, async ({ ask }) => {
    for (const status of [200, 204, 304, 404]) {
      await ask({ target: `/${status}` });
      await ask({ target: `/${status}`, method: "HEAD" });
    }
  });
  // The next request may go out while the last one's socket is being given back.
  expect(sockets.size).toBeLessThanOrEqual(2);
});

test("recorder opens a new connection where the service closes the old one", async () => {
  const sockets = new Set<unknown>();
  const from = await serveUpstream((request, response) => {
    sockets.add(request.socket);
    response.writeHead(200, { connection: "close" }).end(request.url);
  });
  const exchanges = await exchangesOf({ from }, async ({ ask }) => {
    for (const target of ["/a", "/b", "/c"]) await ask({ target });
  });
  expect(sockets.size).toBe(3);
  expect(exchanges.map(({ response }) => [response.headers, response.body?.text])).toEqual([
    [[["date", "Thu, 01 Jan 2026 00:00:00 GMT"]], "/a"],
    [[["date", "Thu, 01 Jan 2026 00:00:00 GMT"]], "/b"],
    [[["date", "Thu, 01 Jan 2026 00:00:00 GMT"]], "/c"],
  ]);
});

test.each<readonly [shows: string, listener: RequestListener, code: string]>([
  [
    "a reset in the middle of 10 MB",
    (request, response) => {
      response.writeHead(200, { "content-length": 10_000_000 });
      response.write("x".repeat(5_000_000), () => request.socket.destroy());
    },
    "ECONNRESET",
  ],
  [
    "a reset in the middle of gzip",
    (request, response) => {
      const whole = gzipSync("some text ".repeat(10_000));
      response.writeHead(200, { "content-encoding": "gzip" });
      response.write(whole.subarray(0, whole.length / 2), () => request.socket.destroy());
    },
    "ECONNRESET",
  ],
  [
    "gzip that ends too early",
    (_request, response) => {
      const whole = gzipSync("some text ".repeat(10_000));
      response.writeHead(200, { "content-encoding": "gzip" }).end(whole.subarray(0, whole.length / 2));
    },
    "Z_BUF_ERROR",
  ],
  [
    "a body that is shorter than its length says",
    (request) => request.socket.end("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort"),
    "ECONNRESET",
  ],
  [
    "two lengths",
    (request) => request.socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nabc"),
    "HPE_",
  ],
  [
    "a chunk without an end",
    (request) => request.socket.end("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhel"),
    "ECONNRESET",
  ],
])("recorder keeps nothing of %s, and says so", async (_shows, listener, code) => {
  const from = await serveUpstream((request, response) =>
    request.url === "/fine" ? response.end("ok") : listener(request, response),
  );
  const exchanges = await exchangesOf({ from, timeoutSeconds: 2 }, async ({ ask }) => {
    const error = await ask({ target: "/a" }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UpstreamError);
    expect((error as UpstreamError).code).toMatch(code);
    await ask({ target: "/fine" });
  });
  expect(exchanges.map(({ request }) => request.target)).toEqual(["/fine"]);
});

test("recorder keeps a body that goes on after its length as far as that, which is what every client sees", async () => {
  const from = await serveUpstream((request) =>
    request.socket.end("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nlonger"),
  );
  const exchanges = await exchangesOf({ from }, ({ ask }) => ask({ target: "/a" }));
  expect(exchanges[0]?.response.body?.text).toBe("lo");
});
