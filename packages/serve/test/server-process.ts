// Puts odd and plain requests to a server of the runtime that runs this file, and prints what came back as JSON:
//   node|deno run -A|bun packages/serve/test/server-process.ts node:http|native

import { once } from "node:events";
import { connect } from "node:net";
import process from "node:process";
import { type Chunk, createPlayer, type FetchHandler } from "@tapedeck/replay";
import { type Listening, listen } from "../src/index.ts";
import { bodyOf, headOf, say } from "./raw.ts";
import { playerOf } from "./tape.ts";

const native = process.argv[2] === "native";
const host = "Host: api.localhost:81";
// By one byte: a server that refuses while more is on its way may end the connection before its answer was read.
const tooLarge = new Uint8Array(16 * 1024 * 1024 + 1);
const answers: Record<string, unknown> = {};

/** What came back, in the form in which servers are compared: without the port, and the connection's own headers. */
function told(answer: string, port: number): unknown {
  const { status, headers } = headOf(answer);
  const joined: Record<string, string> = {};
  for (const [name = "", value = ""] of headers) {
    if (/^(?:connection|keep-alive|transfer-encoding)$/.test(name)) continue;
    joined[name] = joined[name] === undefined ? value : `${joined[name]}, ${value}`;
  }
  const sorted = Object.fromEntries(Object.entries(joined).sort(([a], [b]) => (a < b ? -1 : 1)));
  return JSON.parse(JSON.stringify({ status, headers: sorted, body: bodyOf(answer) }).replaceAll(`:${port}`, ":PORT"));
}

async function visit(
  handler: FetchHandler,
  asked: ReadonlyArray<readonly [shows: string, head: readonly string[], body?: string | Uint8Array]>,
): Promise<void> {
  const control = (): null => null;
  const server = await listen(handler, { native, control, compress: true });
  for (const [shows, head, body] of asked) answers[shows] = told(await say(server.port, head, body), server.port);
  await server.close();
}

await visit(playerOf(), [
  ["a plain request", ["GET /users/ada HTTP/1.1", host, "Accept-Encoding: gzip, br"]],
  ["HEAD", ["HEAD /users/ada HTTP/1.1", host]],
  ["a copy that is still good", ["GET /users/ada HTTP/1.1", host, "If-None-Match: *"]],
  ["OPTIONS", ["OPTIONS /users/ada HTTP/1.1", host]],
  ["TRACE", ["TRACE /users/ada HTTP/1.1", host]],
  ["a method of its own", ["PURGE /users/ada HTTP/1.1", host]],
  ["a name that is none", ["GET /users/ada HTTP/1.1", "Host: a<b>/?c"]],
  ["a body that is not wanted", ["POST /users/ada HTTP/1.1", host, "Content-Length: 5"], "hello"],
  ["no body, and says so", ["GET /users/ada HTTP/1.1", host, "Content-Length: 0"]],
  ["an IPv6 name", ["GET /users/ada HTTP/1.1", "Host: [::1]:8080"]],
  ["two slashes", ["GET //users//ada HTTP/1.1", host]],
  ["a query", ["GET /users/ada?b=2&a=1&a=%20%41 HTTP/1.1", host]],
  ["dots in the path", ["GET /users/./grace/../ada HTTP/1.1", host]],
  ["repeated headers", ["GET /users/ada HTTP/1.1", host, 'If-None-Match: "a"', "If-None-Match: *"]],
  ["too large a body", ["POST /users/ada HTTP/1.1", host, `Content-Length: ${tooLarge.length}`], tooLarge],
  ["a miss", ["GET /users/nobody?q=%C3%BC HTTP/1.1", host]],
  ["OPTIONS *", ["OPTIONS * HTTP/1.1", host]],
]);

const hello: FetchHandler = async (asked) =>
  new Response(`${asked.method} ${new URL(asked.url).pathname} ${await asked.text()}`, {
    status: 201,
    headers: [
      ["content-type", "text/plain"],
      ["date", "Thu, 01 Jan 2026 00:00:00 GMT"],
      ["set-cookie", "a=1"],
      ["set-cookie", "b=2"],
    ],
  });
await visit(hello, [
  ["a fetch function", ["POST /any HTTP/1.1", host, "Content-Length: 5"], "hello"],
  ["a body in chunks", ["POST / HTTP/1.1", host, "Transfer-Encoding: chunked"], "3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n"],
]);

const long: FetchHandler = async (asked) => {
  const fields = { "content-type": "application/json", date: "Thu, 01 Jan 2026 00:00:00 GMT", etag: '"long"' };
  const text = JSON.stringify("long ".repeat(1000));
  const length = { "content-length": String(text.length) };
  return new Response(asked.method === "HEAD" ? null : text, { headers: { ...fields, ...length } });
};
const accepting = [host, "Accept-Encoding: gzip, br"];
await visit(long, [
  ["HEAD of what is compressed", ["HEAD / HTTP/1.1", ...accepting]],
  ["what is not compressed", ["GET / HTTP/1.1", host]],
]);

const secret = "s3cr3t-of-the-caller";
const plain = ["GET /users/ada HTTP/1.1", host];
await visit(() => {
  throw new Error(secret);
}, [["a handler that throws", plain]]);
await visit(() => Promise.reject(new Error(secret)), [["a handler that rejects", plain]]);
await visit(
  Object.assign(() => Promise.reject(new Error("not asked")), {
    answer: () => ({ status: 200, headers: [["x-name", `a\n${secret}`]] as const, body: null }),
  }),
  [["a header that cannot be sent", plain]],
);
async function* brokenOff(): AsyncIterable<Chunk> {
  yield { afterMs: 0, bytes: new TextEncoder().encode("one") };
  throw new Error(secret);
}
const flow = { kind: "stream", status: 200, headers: [], body: null, chunks: brokenOff() } as const;
const failing = Object.assign(() => Promise.reject(new Error("not asked")), { answer: () => flow });
const failed: string[] = [];
const breaking = await listen(failing, { native, onFailure: ({ reason }) => failed.push(reason) });
await say(breaking.port, plain).catch(() => "");
await breaking.close();
answers["an answer that breaks off"] = failed.map((reason) => reason.replace(/:\d+/, ""));

const first = await listen(playerOf(), { native });
const refused = async (host: string, port = 0): Promise<unknown> => {
  const error = await listen(playerOf(), { native, host, port }).catch((thrown: unknown) => thrown);
  const { name, code, message } = error as { name: string; code: string; message: string };
  return { name, code, message: message.replaceAll(`:${first.port}`, ":PORT") };
};
answers["a port in use"] = await refused("127.0.0.1", first.port);
answers["an address of nobody"] = await refused("192.0.2.1"); // RFC 5737
answers["a name of nobody"] = await refused("no-such-host.invalid"); // RFC 6761
answers["its URL"] = first.url.replace(String(first.port), "PORT");

// Neither half a request nor an idle connection keeps a server from closing.
const half = connect(first.port, "127.0.0.1");
half.on("error", () => {});
half.write(`POST /users/ada HTTP/1.1\r\n${host}\r\nContent-Length: 10\r\n\r\nhal`);
const idle = connect(first.port, "127.0.0.1");
const gone = new Promise((resolve) => idle.on("error", resolve).on("close", resolve));
idle.write(`${plain.join("\r\n")}\r\n\r\n`);
await new Promise((resolve) => idle.once("data", resolve));
await first.close();
await gone;
half.destroy();
const again = await listen(playerOf(), { native, port: first.port });
await again.close();
answers["closes with half a request open, and frees the port"] = true;

/** A server with a request under way, whose handler ends when it is told to. */
async function underway(): Promise<{ server: Listening; answered: Promise<string>; end: () => void }> {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const slow: FetchHandler = async () => {
    begin();
    await ended;
    return new Response("whole");
  };
  const server = await listen(slow, { native });
  const answered = say(server.port, plain).catch(() => "");
  await begun;
  return { server, answered, end };
}
const patient = await underway();
const stopping = patient.server.shutdown(60);
const late = await say(patient.server.port, plain).catch(() => "refused");
patient.end();
answers["a request under way is answered, and later ones are not"] = {
  answered: bodyOf(await patient.answered).includes("whole"),
  late,
  closed: await stopping,
};
const endless = await underway();
const cut = await endless.server.shutdown(0.01);
answers["a request that does not end in time is cut"] = { cut, answered: await endless.answered };
endless.end();

// More than the system holds for a client that does not read.
const large = new Uint8Array(32 * 1024 * 1024);
const whole = { answer: () => ({ status: 200, headers: [], body: large }) };
const sending = await listen(
  Object.assign(() => Promise.reject(new Error("not asked")), whole),
  { native },
);
const slowly = connect(sending.port, "127.0.0.1");
let read = 0;
slowly.on("data", ({ length }) => {
  read += length;
});
slowly.write(`${plain.join("\r\n")}\r\n\r\n`);
await once(slowly, "data");
slowly.pause();
const sent = sending.shutdown(60);
slowly.resume();
await once(slowly, "close");
answers["an answer that is read slowly is sent whole"] = { ...(await sent), whole: read > large.length };

/** What comes to a client whose messages were sent at once, of which the first was not recorded: a frame of the server's. */
async function closeFrame(messages: readonly string[]): Promise<unknown> {
  const request = {
    method: "GET",
    target: "/live",
    principal: "anonymous",
    headers: [["upgrade", "websocket"]],
  } as const;
  const said = [{ from: "client", afterMs: 0, data: { encoding: "utf8", text: "recorded" } }] as const;
  const response = { status: 101, headers: [], body: null, messages: said };
  const exchanges = [{ request: { ...request, body: null }, response }];
  const tapes = [{ name: "live", origin: "https://api.service.example", recordedAt: 1_767_225_600, exchanges }];
  const server = await listen(createPlayer({ tapes }), { native });
  const socket = connect(server.port, "127.0.0.1").setEncoding("latin1");
  const ended = once(socket, "close").then(() => "");
  let came = "";
  const until = async (sign: RegExp): Promise<string> => {
    const next = (): Promise<string> => Promise.race([once(socket, "data").then(([data]) => data), ended]);
    for (let more = "?"; more !== "" && !sign.test(came); came += more) more = await next();
    return sign.exec(came)?.[1] ?? `not sent, but ${JSON.stringify(came.split("\r\n\r\n")[1])}`;
  };
  const key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
  const upgrade = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", key];
  socket.on("error", () => {}).write(["GET /live HTTP/1.1", host, ...upgrade, "", ""].join("\r\n"));
  await until(/\r\n\r\n/);
  // RFC 6455, section 5.2: a text, masked by zeros.
  const frames = messages.map((text) => [0x81, 0x80 | text.length, 0, 0, 0, 0, ...Buffer.from(text)]);
  socket.write(Uint8Array.from(frames.flat()));
  const frame = await until(/\r\n\r\n\x88.(.{20})/s);
  socket.destroy();
  await server.close();
  return frame;
}
answers["a conversation that ends while its client speaks on"] = await closeFrame(Array(20).fill("another"));

console.log(JSON.stringify(answers));
process.exit();
