import { once } from "node:events";
import { createServer, request } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { createRecorder } from "@tapedeck/record";
import { createPlayer, type FetchHandler, recordMisses } from "@tapedeck/replay";
import { control, type ListenOptions, listen } from "@tapedeck/serve";
import { readTapes } from "@tapedeck/tape/files";
import { verifyFolder } from "@tapedeck/verify/files";
import { expect, onTestFinished, test, vi } from "vitest";
import { tempFolder } from "../../../.ci/test-resources.ts";

const origin = "http://localhost";

/** A service that refuses uploads to one path by their head. */
async function service(): Promise<{ readonly from: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = createServer(async (message, response) => {
    let body = "";
    for await (const bytes of message) body += bytes;
    asked.push(`${message.url} ${body.length}`);
    response.end(`${body.length} bytes`);
  });
  server.on("checkContinue", (message, response) => {
    if (message.url === "/full") response.writeHead(417, { connection: "close" }).end("no room");
    else {
      response.writeContinue();
      server.emit("request", message, response);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { from: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

async function served(handler: FetchHandler, options: ListenOptions = {}): Promise<string> {
  const server = await listen(handler, options);
  onTestFinished(() => server.close());
  return server.url;
}

const replaying = async (out: string) => createPlayer({ tapes: (await readTapes(out)).map(({ tape }) => tape) });

/** Waits for leave to send a body; tells whether that was given, and the answer. */
async function upload(url: string, body: string): Promise<string> {
  const sending = request(url, {
    method: "PUT",
    headers: { expect: "100-continue", "content-length": body.length },
    agent: false,
  });
  let said = "";
  sending.once("continue", () => {
    said = "100 ";
    sending.end(body);
  });
  sending.flushHeaders();
  const [response] = await once(sending, "response");
  said += `${response.statusCode} `;
  for await (const bytes of response) said += bytes;
  sending.destroy();
  return said;
}

const uploads = [
  ["/full", "what does not fit", "417 no room"],
  ["/small", "hello", "100 200 5 bytes"],
  ["/large", "x".repeat(1_500_000), "100 200 1500000 bytes"],
] as const;

test("a body is sent once the service wants it, and what is refused by its head is recorded and replayed so", async () => {
  const { from, asked } = await service();
  const out = await tempFolder();
  const recorder = await createRecorder({ from, out, origin });
  const proxy = await served(recorder.player);
  for (const [path, body, answer] of uploads) expect(await upload(proxy + path, body)).toBe(answer);
  await recorder.close();
  expect(asked).toEqual(["/small 5", "/large 1500000"]);
  expect((await verifyFolder(out)).report).toEqual({});
  const player = await replaying(out);
  const replay = await served(player);
  for (const [path, body, answer] of uploads) expect(await upload(replay + path, body)).toBe(answer);
  expect([player.misses(), player.unplayed()]).toEqual([[], []]);
  // What is sent without asking was not recorded.
  expect((await fetch(`${replay}/full`, { method: "PUT", body: "what does not fit" })).status).toBe(501);
  // Where upstream is there for misses, it is asked for no more than these.
  const recording = await served(recordMisses(await replaying(out), () => expect.fail("upstream is asked"), { from }));
  for (const [path, body, answer] of uploads) expect(await upload(recording + path, body)).toBe(answer);
});

test("a request of the control API is not asked of the service", async () => {
  const { from, asked } = await service();
  const recorder = await createRecorder({ from, out: await tempFolder(), origin });
  onTestFinished(() => recorder.close());
  const steered = createPlayer({ tapes: [] });
  const proxy = await served(recorder.player, { control: control(steered) });
  const override = JSON.stringify([{ target: "/small", status: 200, json: {} }]);
  expect(await upload(`${proxy}/_tapedeck/tapes?override=mine`, override)).toMatch(/^100 200 /);
  expect(asked).toEqual([]);
  expect(steered.tapes()).toMatchObject([{ name: "mine" }]);
});

test("a service that knows no expectation gets the body after a second", async () => {
  const server = createTcpServer((socket) => {
    let came = "";
    socket.on("data", (bytes) => {
      came += bytes;
      if (came.endsWith("hello")) socket.end("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nthere");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const from = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const recorder = await createRecorder({ from, out: await tempFolder(), origin });
  onTestFinished(() => recorder.close());
  const proxy = await served(recorder.player);
  const { setTimeout: start } = globalThis;
  const waits = vi.spyOn(globalThis, "setTimeout");
  onTestFinished(() => waits.mockRestore());
  waits.mockImplementation(((run: () => void, ms: number) => start(run, ms === 1000 ? 0 : ms)) as never);
  expect(await upload(`${proxy}/thing`, "hello")).toBe("100 200 there");
});

test("a client that leaves in the middle of its body takes the request at the service with it", async () => {
  const gone = Promise.withResolvers<string>();
  const server = createServer((message) => {
    message.resume();
    message.once("error", () => gone.resolve("aborted"));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const from = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const recorder = await createRecorder({ from, out: await tempFolder(), origin });
  const sending = request(`${await served(recorder.player)}/thing`, {
    method: "PUT",
    headers: { expect: "100-continue", "content-length": 5 },
    agent: false,
  });
  sending.on("error", () => {});
  sending.flushHeaders();
  await once(sending, "continue");
  sending.write("he", () => sending.destroy());
  expect(await gone.promise).toBe("aborted");
  await recorder.close();
  expect(recorder.summary()).toMatchObject({ captured: 0, failed: [{ target: "/thing" }] });
});

test("a service that is not there is a 502 before the body is sent", async () => {
  const recorder = await createRecorder({ from: "http://127.0.0.1:1", out: await tempFolder(), origin });
  onTestFinished(() => recorder.close());
  expect(await upload(`${await served(recorder.player)}/thing`, "hello")).toMatch(/^502 /);
});
