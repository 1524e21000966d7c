import { createServer, request } from "node:http";
import { connect } from "node:net";
import { proxyVariables } from "@tapedeck/tape/internal";
import { expect, onTestFinished, test, vi } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { exchangesIn, exchangesOf, record } from "./recording.ts";

/** Serves a forward proxy that sends every host's requests to one service. */
async function serveProxy(to: string): Promise<{ readonly url: string; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const { hostname, port } = new URL(to);
  const proxy = createServer((incoming, outgoing) => {
    const { href, pathname } = new URL(incoming.url ?? "");
    asked.push(`${incoming.method} ${href}`); // Deno names port 80.
    const onward = request({ hostname, port, path: pathname, headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  proxy.on("connect", ({ url }, socket) => {
    asked.push(`CONNECT ${url}`);
    const onward = connect(Number(port), hostname, () => {
      socket.write("HTTP/1.1 502 Bad Gateway\r\n\r\n");
      socket.end();
      onward.end();
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void proxy.close());
  const address = proxy.address();
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`, asked };
}

test("a recorder goes by the proxy of the environment, and to this machine without it", async () => {
  const service = await serveUpstream((_request, response) => {
    response.writeHead(200, { "content-type": "text/plain" }).end("here");
  });
  const { url, asked } = await serveProxy(service);
  vi.stubEnv("HTTP_PROXY", url);
  vi.stubEnv("NO_PROXY", "");
  onTestFinished(() => void vi.unstubAllEnvs());

  const out = await tempFolder();
  await record({ from: "http://api.invalid", origin: "http://api.invalid", out }, ({ ask }) => ask({ target: "/a" }));
  expect(asked).toEqual(["GET http://api.invalid/a"]);
  expect(await exchangesIn(out)).toMatchObject([{ request: { target: "/a" }, response: { body: { text: "here" } } }]);

  await record({ from: service, out: await tempFolder() }, ({ ask }) => ask({ target: "/b" }));
  expect(asked).toHaveLength(1);
});

test("a proxy that wants credentials is no service: nothing of it is recorded", async () => {
  const proxy = await serveUpstream((_request, response) => {
    response.writeHead(407, { "proxy-authenticate": "Basic" }).end();
  });
  vi.stubEnv("HTTP_PROXY", proxy);
  onTestFinished(() => void vi.unstubAllEnvs());
  const exchanges = await exchangesOf({ from: "http://api.invalid" }, async ({ ask }) => {
    const error = await ask({ target: "/a" }).catch((thrown: unknown) => thrown);
    expect(String(error)).toMatch(/the proxy wants credentials \(407\)\n {2}- give them in HTTP_PROXY/);
  });
  expect(exchanges).toEqual([]);
});

test("a proxy that opens no tunnel is named, and what to do", async () => {
  const { url, asked } = await serveProxy(await serveUpstream(() => {}));
  vi.stubEnv("HTTPS_PROXY", url);
  onTestFinished(() => void vi.unstubAllEnvs());
  await record({ from: "https://api.invalid", out: await tempFolder() }, async ({ ask }) => {
    const error = await ask({ target: "/a" }).catch((thrown: unknown) => thrown);
    expect(String(error)).toMatch(/the proxy opened no tunnel to it .*\n {2}- check HTTPS_PROXY; .* NO_PROXY/);
  });
  expect(asked).toEqual(["CONNECT api.invalid:443"]);
});

test.each(["localhost", "127.0.0.1:8080", "[::1]", "api.localhost"])("no proxy is for %s", (host) => {
  expect(proxyVariables(host, { HTTP_PROXY: "http://proxy.example:3128" })).toEqual({});
});
