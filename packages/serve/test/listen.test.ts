import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import process from "node:process";
import type { Chunk, FetchHandler } from "@tapedeck/replay";
import { afterEach, describe, expect, test } from "vitest";
import { type Failure, ListenError, type Listening, type ListenOptions, listen } from "../src/index.ts";
import { addressOf } from "../src/server/read-request.ts";
import { bodyOf, headOf, say } from "./raw.ts";
import { playerOf, tape } from "./tape.ts";

const open: Listening[] = [];

async function opened(handler: FetchHandler = playerOf(), options: ListenOptions = {}): Promise<Listening> {
  const server = await listen(handler, options);
  open.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

describe("listen()", () => {
  test("takes a free port unless told otherwise, and says where it stands", async () => {
    const server = await opened();
    expect(server.port).toBeGreaterThan(0);
    expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
    const response = await fetch(`${server.url}/users/ada`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ login: "ada", url: `${server.url}/users/ada` });
  });

  test("a port in use is an error that says what to do", async () => {
    const { port } = await opened();
    const error = await listen(playerOf(), { port }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ListenError);
    expect(error).toMatchObject({
      code: "EADDRINUSE",
      message: `Cannot listen on 127.0.0.1:${port}: the port is in use; choose another one, or 0 for a free one`,
    });
  });

  // 192.0.2.0/24 is nobody's (RFC 5737), nor is .invalid (RFC 6761); a name server is not there on every machine.
  test.each([
    [
      "an address that this machine does not have",
      "192.0.2.1",
      /^Cannot listen on 192\.0\.2\.1:0: this machine has no /,
    ],
    ["a link's address without the link", "fe80::1", /^Cannot listen on \[fe80::1\]:0: /],
    ["a host that nobody knows", "nosuchhost.invalid", /invalid:0: (?:no such host|no name server says which address)/],
    ["what is no name", "a b", /^Cannot listen on a b:0: (?:no such host|no name server says which address)/],
  ])("%s is an error too, which says what to do", async (_what, host, message) => {
    const error = await listen(playerOf(), { host }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ListenError);
    expect(String((error as Error).message)).toMatch(message);
    expect((error as Error).message).toMatch(
      /; choose an address of this machine: 127\.0\.0\.1 for this machine alone, 0\.0\.0\.0 for any machine that reaches it$/,
    );
  });

  test("repeated headers come as often as they were recorded, and none is added", async () => {
    const { port } = await opened();
    const { headers } = headOf(await say(port, ["GET /users/ada HTTP/1.1", "Host: localhost"]));
    expect(headers.filter(([name]) => name === "vary")).toEqual([
      ["vary", "Accept"],
      ["vary", "Accept-Encoding"],
    ]);
    expect(headers.map(([name]) => name)).toEqual([
      "content-type",
      "vary",
      "vary",
      "x-service-media-type",
      "content-length",
      "date",
      "x-ratelimit-limit",
      "x-ratelimit-remaining",
      "x-ratelimit-reset",
      "x-ratelimit-used",
      "x-service-request-id",
      "connection",
    ]);
  });
});

test("a header that a file holds in other letters goes out as the UTF-8 that a server sends", async () => {
  const exchange = tape.exchanges[0];
  if (exchange === undefined) throw new Error("the tape is empty");
  const headers = [["content-disposition", 'attachment; filename="ключ.txt"']] as const;
  const exchanges = [{ ...exchange, response: { ...exchange.response, headers } }];
  const { url } = await opened(playerOf({ tapes: [{ ...tape, exchanges }] }));
  const response = await fetch(`${url}/users/ada`);
  const told = Buffer.from(response.headers.get("content-disposition") ?? "", "latin1").toString("utf8");
  expect([response.status, told]).toEqual([200, 'attachment; filename="ключ.txt"']);
});

describe("a request", () => {
  const host = "Host: api.localhost:81";
  test.each([
    ["under a name of its own: links lead to that name", "/users/ada", host, "http://api.localhost:81"],
    ["under an IPv6 address", "/users/ada", "Host: [::1]:8080", "http://[::1]:8080"],
    ["under a name in capitals", "/users/ada", "Host: API.LocalHost:81", "http://api.localhost:81"],
  ])("%s", async (_shows, target, hostLine, base) => {
    const { port } = await opened();
    const answer = await say(port, [`GET ${target} HTTP/1.1`, hostLine]);
    expect(headOf(answer).status).toBe(200);
    expect(JSON.parse(bodyOf(answer)).url).toBe(`${base}/users/ada`);
  });

  test("for the server as such, OPTIONS *, is answered like any other preflight", async () => {
    const { port } = await opened();
    expect(headOf(await say(port, ["OPTIONS * HTTP/1.1", "Host: localhost"])).status).toBe(204);
  });

  test("for a tunnel to another host, CONNECT, is told that this is no proxy", async () => {
    const { port } = await opened(async () => new Response("never"));
    const answer = await say(port, ["CONNECT other.example:443 HTTP/1.1", "Host: other.example:443"]);
    expect(headOf(answer).status).toBe(405);
    expect(bodyOf(answer)).toBe("tapedeck: this is no proxy for other hosts; ask for a path at this address instead");
  });

  test("carries its body to the handler, whole or in chunks", async () => {
    const { port } = await opened(async (asked) => new Response(`${asked.method} ${await asked.text()}`));
    const whole = await say(port, ["POST / HTTP/1.1", "Host: localhost", "Content-Length: 5"], "hello");
    expect(bodyOf(whole)).toContain("POST hello");
    const chunked = ["POST / HTTP/1.1", "Host: localhost", "Transfer-Encoding: chunked"];
    expect(bodyOf(await say(port, chunked, "3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n"))).toContain("POST hello");
  });

  test.each([
    ["says so", [`Content-Length: ${3 * 1024 * 1024}`]],
    ["does not say so", ["Transfer-Encoding: chunked"]],
  ])("with too large a body that %s gets 413", async (_shows, framing) => {
    const { port } = await opened(playerOf(), { limits: { bodyBytes: 2 * 1024 * 1024 } });
    const mebibyte = new Uint8Array(1024 * 1024).fill(97);
    const chunk = Buffer.concat([Buffer.from("100000\r\n"), mebibyte, Buffer.from("\r\n")]);
    const body = Buffer.concat(Array.from({ length: 3 }, () => (framing[0]?.startsWith("T") ? chunk : mebibyte)));
    const answer = await say(port, ["POST /users/ada HTTP/1.1", "Host: localhost", ...framing], body);
    expect(headOf(answer).status).toBe(413);
    expect(bodyOf(answer)).toMatch(/larger than 2097152 bytes/);
    expect((await fetch(`http://127.0.0.1:${port}/users/ada`)).status).toBe(200);
  });

  test("has the same address over IPv4 and over IPv6 that stands for it", () => {
    expect(["127.0.0.1", "::ffff:127.0.0.1", "::1"].map(addressOf)).toEqual(["127.0.0.1", "127.0.0.1", "::1"]);
  });

  test.runIf(process.platform === "linux")("from another address has a bucket of its own", async () => {
    const { port } = await opened();
    const used = async (localAddress: string): Promise<string | string[] | undefined> => {
      const asked = request({ host: "127.0.0.1", port, path: "/users/ada", localAddress, agent: false }).end();
      const [message] = await once(asked, "response");
      message.resume();
      return message.headers["x-ratelimit-used"];
    };
    expect([await used("127.0.0.1"), await used("127.0.0.1"), await used("127.0.0.2")]).toEqual(["1", "2", "1"]);
  });
});

describe("a handler", () => {
  test("that is a plain fetch function is asked with a Request", async () => {
    const heard: string[] = [];
    const { url } = await opened(async (asked) => {
      heard.push(`${asked.method} ${asked.url} ${asked.headers.get("x-mine")}`);
      return new Response(new Blob(["in ", "parts"]).stream(), {
        status: 201,
        headers: [
          ["x-yours", "2"],
          ["set-cookie", "a=1"],
          ["set-cookie", "b=2"],
        ],
      });
    });
    const response = await fetch(`${url}/any/path?q=1`, { method: "PUT", body: "x", headers: { "x-mine": "1" } });
    expect([response.status, response.headers.get("x-yours"), await response.text()]).toEqual([201, "2", "in parts"]);
    expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(response.headers.has("date")).toBe(false);
    expect((await fetch(url, { method: "HEAD" })).status).toBe(201);
    expect(heard).toEqual([`PUT ${url}/any/path?q=1 1`, `HEAD ${url}/ null`]);
  });

  const secret = "token s3cr3t-of-the-caller";
  const failing: Readonly<Record<string, FetchHandler>> = {
    throws: () => {
      throw new Error(secret);
    },
    rejects: () => Promise.reject(new Error(secret)),
    "answers and throws": Object.assign(() => Promise.reject(new Error("not asked")), {
      answer: () => {
        throw new Error(secret);
      },
    }),
    "fails for the disk": Object.assign(() => Promise.reject(new Error("not asked")), {
      answer: () => {
        throw Object.assign(new Error(secret), { code: "ENOSPC" });
      },
    }),
    "gives a header that cannot be sent": Object.assign(() => Promise.reject(new Error("not asked")), {
      answer: () => ({ status: 200, headers: [["x-name", `a\n${secret}`]] as const, body: null }),
    }),
  };
  test.each(Object.keys(failing))("that %s is a 500 without a word of the client's", async (name) => {
    const { url } = await opened(failing[name]);
    for (const _nth of [1, 2]) {
      const response = await fetch(`${url}/users/ada`);
      expect(response.status).toBe(500);
      const shown = `${await response.text()} ${JSON.stringify([...response.headers])}`;
      expect(shown).toMatch(
        /tapedeck: the (?:request could not be answered \(Error(?: ENOSPC)? at listen\.test\.ts:\d+\)|header "x-name" of the response cannot be sent)/,
      );
      expect(shown).not.toContain("s3cr3t");
      expect(shown.includes("ENOSPC")).toBe(name === "fails for the disk");
    }
  });

  test("that fails in the middle of an answer is told of: what failed, and where", async () => {
    async function* chunks(): AsyncIterable<Chunk> {
      yield { afterMs: 0, bytes: new TextEncoder().encode("one") };
      throw new RangeError(secret);
    }
    const failures: Failure[] = [];
    const flow = { kind: "stream", status: 200, headers: [], body: null, chunks: chunks() } as const;
    const handler = Object.assign(() => Promise.reject(new Error("not asked")), { answer: () => flow });
    const { url } = await opened(handler, { onFailure: (failure) => failures.push(failure) });
    await expect(fetch(url).then((response) => response.text())).rejects.toThrow();
    const reason = expect.stringMatching(/^the request could not be answered \(RangeError at listen\.test\.ts:\d+\)$/);
    expect(failures).toEqual([{ status: 500, reason, breaksOff: true }]);
  });

  test("that breaks off in the middle of a body does not take the server with it", async () => {
    const broken = new ReadableStream({
      pull: () => {
        throw new Error(secret);
      },
    });
    const { url } = await opened(async (asked) => new Response(asked.url.endsWith("/broken") ? broken : "whole"));
    expect((await fetch(`${url}/broken`)).status).toBe(500);
    expect(await (await fetch(url)).text()).toBe("whole");
  });

  test("is not asked what the control API answers", async () => {
    const player = playerOf();
    const { url } = await opened(player, {
      control: ({ target }) => (target === "/own" ? { status: 202, headers: [], body: null } : null),
    });
    expect((await fetch(`${url}/own`)).status).toBe(202);
    expect(player.journal()).toEqual([]);
    expect((await fetch(`${url}/users/ada`)).status).toBe(200);
  });
});

describe("close()", () => {
  test("ends connections that are kept alive, and frees the port", async () => {
    const server = await listen(playerOf());
    const agent = new Agent({ keepAlive: true });
    const asked = request({ host: "127.0.0.1", port: server.port, path: "/users/ada", agent }).end();
    const [message] = await once(asked, "response");
    message.resume();
    await once(message, "end");
    const ended = once(asked.socket ?? message.socket, "close");
    await server.close();
    await ended;
    agent.destroy();
    const again = await listen(playerOf(), { port: server.port });
    await again.close();
  });

  test("does not wait for a request that never comes to its end", async () => {
    const server = await listen(playerOf());
    const socket = connect(server.port, "127.0.0.1");
    await once(socket, "connect");
    const ended = once(socket, "close");
    socket.on("error", () => {});
    socket.write("POST /users/ada HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhal");
    // One answered request later the server has seen the other one's beginning.
    await fetch(`${server.url}/users/ada`);
    await server.close();
    await ended;
  });
});
