import { once } from "node:events";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { brotli } from "../../../.ci/brotli.ts";
import { type Listening, listen } from "../src/index.ts";
import { headOf, say } from "./raw.ts";
import { playerOf } from "./tape.ts";

async function opened(): Promise<Listening> {
  const server = await listen(playerOf());
  onTestFinished(() => server.close());
  return server;
}

async function honest({ url }: Listening): Promise<number> {
  const response = await fetch(`${url}/users/ada`);
  await response.arrayBuffer();
  return response.status;
}

/** Says something, waits for the answer's beginning, and resets the connection. */
async function sayAndReset(port: number, text: string): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write(text);
  await once(socket, "data");
  socket.write("\x16\x03\x01 a tunnel's first bytes");
  socket.resetAndDestroy();
}

test.each([
  ["CONNECT", "CONNECT other.example:443 HTTP/1.1\r\nHost: other.example:443\r\n\r\n"],
  ["a WebSocket", "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n"],
  ["a broken request line", "GET\r\n\r\n"],
])("%s on a connection that is then reset does not end the server", async (_shows, text) => {
  const server = await opened();
  await Promise.all(Array.from({ length: 8 }, () => sayAndReset(server.port, text)));
  expect(await honest(server)).toBe(200);
});

test("close() ends a connection that asked for a tunnel and stays", async () => {
  const server = await listen(playerOf());
  const socket = connect({ port: server.port, host: "127.0.0.1", allowHalfOpen: true });
  socket.write("CONNECT other.example:443 HTTP/1.1\r\nHost: other.example:443\r\n\r\n");
  await once(socket, "data");
  const gone = once(
    socket.on("error", () => {}),
    "close",
  );
  await server.close();
  socket.end();
  await gone;
});

const zeros = Buffer.alloc(64 * 1024 * 1024);
test.each([
  ["br", brotli(zeros), 413],
  // No more than gzip can: it is read as any large upload.
  ["gzip", gzipSync(zeros), 405],
  ["gzip, br", brotli(gzipSync(zeros)), 413],
])("a body that is a bomb in %s is not held, beside honest clients", async (coding, bomb, status) => {
  const server = await opened();
  const head = ["POST /users/ada HTTP/1.1", "Host: localhost", `Content-Encoding: ${coding}`];
  const answers = Promise.all(
    Array.from({ length: 8 }, () => say(server.port, [...head, `Content-Length: ${bomb.length}`], bomb)),
  );
  expect(await honest(server)).toBe(200);
  for (const answer of await answers) expect(headOf(answer).status).toBe(status);
  expect(await honest(server)).toBe(200);
});
