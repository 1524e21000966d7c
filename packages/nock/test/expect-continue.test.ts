import { once } from "node:events";
import http, { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { type Answering, allowLoopback, mount, openNetwork } from "../src/index.ts";

afterEach(() => openNetwork());

test.each<[way: string, (url: string) => http.ClientRequest]>([
  ["in its options", (url) => http.request(url, { method: "PUT", headers: { Expect: "100-continue" } })],
  [
    "later",
    (url) => {
      const request = http.request(url, { method: "PUT" });
      request.setHeader("expect", "100-Continue");
      request.flushHeaders();
      return request;
    },
  ],
])(
  "a client that asks %s whether its body is wanted is told once, by the player or by another server",
  async (_way, asked) => {
    const echo: Answering = {
      answer: ({ body }) => ({ status: 200, headers: [], body: new Uint8Array((body ?? []) as Uint8Array) }),
    };
    mount(echo, { origin: "http://files.service.example" });
    allowLoopback();
    const server = createServer((request, response) => void request.pipe(response));
    await once(server.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    for (const url of ["http://files.service.example/a", `http://127.0.0.1:${port}/a`]) {
      const request = asked(url);
      onTestFinished(() => void request.destroy());
      let told = 0;
      request.on("continue", () => {
        told += 1;
        request.end("the body");
      });
      const [message] = (await once(request, "response")) as [IncomingMessage];
      expect(await text(message)).toBe("the body");
      expect(told).toBe(1);
    }
  },
);
