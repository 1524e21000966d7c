import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { type IncomingMessage, request, STATUS_CODES } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createRecorder } from "@tapedeck/record";
import { createPlayer } from "@tapedeck/replay";
import { listen } from "@tapedeck/serve";
import { readTapes } from "@tapedeck/tape/files";
import { verifyFolder } from "@tapedeck/verify/files";
import { expect, onTestFinished, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";

interface Heard {
  readonly informational: ReadonlyArray<readonly [status: number, link: string | undefined]>;
  readonly status: number | undefined;
  readonly length: string | undefined;
  readonly body: string;
  readonly trailers: NodeJS.Dict<string>;
}

async function hear(url: string, method = "GET", headers: Record<string, string> = {}, sent?: string): Promise<Heard> {
  const asked = request(url, { method, headers });
  const informational: Array<readonly [number, string | undefined]> = [];
  asked.on("information", (each) => informational.push([each.statusCode, each.headers["link"] as string | undefined]));
  if (headers["expect"] === undefined) asked.end(sent);
  else asked.once("continue", () => asked.end(sent));
  asked.flushHeaders();
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part);
  const { statusCode: status, trailers } = response;
  const length = response.headers["content-length"];
  return { informational, status, length, body: Buffer.concat(parts).toString(), trailers };
}

const github = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;

test.each([
  ["of a whole answer", "text/plain", "body"],
  ["of one that flows", "text/event-stream", "data: body\n\n"],
  ["of a large one", "text/plain", "body ".repeat(250_000)],
])(
  "early hints and trailers %s are recorded, verified and replayed, their secrets hidden; requests that wait get their 100",
  async (_whose, type, body) => {
    const from = await serveUpstream((asked, response) => {
      response.writeEarlyHints({ link: [`<${from}/style.css>; rel=preload; as=style`] });
      response.writeHead(200, { "content-type": type });
      if (asked.method === "HEAD") response.end();
      asked.on("data", (sent) => response.write(`${sent}`));
      asked.on("end", () => {
        if (asked.method === "HEAD") return;
        response.write(body);
        response.addTrailers({ Digest: "sha-256=abc", "X-Token": github });
        response.end();
      });
    });
    const out = await tempFolder();
    const recorder = await createRecorder({ from, out, origin: "http://localhost" });
    const proxy = await listen(recorder.player);
    const ask = async (base: string) => [
      await hear(`${base}/thing`),
      await hear(`${base}/thing`, "POST", { expect: "100-continue" }, "sent "),
      await hear(`${base}/thing`, "HEAD"),
    ];
    const recorded = await ask(proxy.url);
    await proxy.close();
    await recorder.close();
    expect(recorded.map(({ informational, body, trailers }) => [informational.at(-1)?.[0], body, trailers])).toEqual([
      [103, body, { digest: "sha-256=abc", "x-token": github }],
      [103, `sent ${body}`, { digest: "sha-256=abc", "x-token": github }],
      [103, "", {}],
    ]);

    const files = (await readdir(out, { recursive: true })).filter((name) => name.endsWith(".har"));
    const texts = await Promise.all(files.map((name) => readFile(join(out, name), "utf8")));
    expect(texts.join()).toContain('"_trailers"');
    expect(texts.join()).not.toContain(github);
    expect((await verifyFolder(out)).report).toEqual({});

    const tapes = (await readTapes(out)).map(({ tape }) => tape);
    const replay = await listen(createPlayer({ tapes }));
    onTestFinished(() => void replay.close());
    const [got, posted, head] = await ask(replay.url);
    const link = `<${replay.url}/style.css>; rel=preload; as=style`;
    const trailers = { digest: "sha-256=abc", "x-token": "__redacted-github-token__" };
    expect(got).toEqual({ informational: [[103, link]], status: 200, length: undefined, body, trailers });
    expect(posted).toMatchObject({ body: `sent ${body}`, trailers: { digest: "sha-256=abc" } });
    expect(posted?.informational.map(([status]) => status)).toEqual([100, 103]);
    expect(head).toMatchObject({ status: 200, body: "", trailers: {} });
  },
);

test("early hints come as they were sent: several links in one field, and none to HTTP/1.0", async () => {
  const link = '</a.css>; rel=preload; as="style", </b,c.js>; rel=preload';
  const from = await serveUpstream((_asked, response) => {
    response.socket?.write(`HTTP/1.1 103 Early Hints\r\nlink: ${link}\r\nx-trace: 1\r\n\r\n`);
    response.end("body");
  });
  const out = await mkdtemp(join(tmpdir(), "tapedeck-hints-"));
  onTestFinished(() => rm(out, { recursive: true }));
  const recorder = await createRecorder({ from, out, origin: "http://localhost" });
  const proxy = await listen(recorder.player);
  expect(await hear(`${proxy.url}/thing`)).toMatchObject({ informational: [[103, link]], body: "body" });
  await proxy.close();
  await recorder.close();
  const replay = await listen(createPlayer({ tapes: (await readTapes(out)).map(({ tape }) => tape) }));
  onTestFinished(() => void replay.close());
  expect(await hear(`${replay.url}/thing`)).toMatchObject({ informational: [[103, link]], body: "body" });

  const socket = connect(Number(new URL(replay.url).port), "127.0.0.1");
  socket.end("GET /thing HTTP/1.0\r\n\r\n");
  expect((await text(socket)).split("\r\n")[0]).toBe("HTTP/1.1 200 OK");
});

test("a reason phrase of its own, and an empty one, is handed on, recorded, and replayed wherever there is room for one; a usual one is not", async () => {
  const from = await serveUpstream((asked, response) => {
    const [status, reason, type] =
      asked.url === "/flow"
        ? ([200, "Streaming now", "text/event-stream"] as const)
        : asked.url === "/usual"
          ? ([422, "Unprocessable Entity", "text/plain"] as const)
          : asked.url === "/silent"
            ? ([200, "", "text/plain"] as const)
            : ([404, `File not found by ${github}`, "text/plain"] as const);
    response.writeHead(status, reason, { "content-type": type }).end("data: 1\n\n");
  });
  const out = await tempFolder();
  const recorder = await createRecorder({ from, out, origin: "http://localhost" });
  const proxy = await listen(recorder.player);
  const reasonsAt = async (base: string) => {
    const reasons: Array<string | undefined> = [];
    for (const path of ["/nothing", "/flow", "/usual", "/silent"]) {
      const [response] = (await once(request(base + path).end(), "response")) as [IncomingMessage];
      reasons.push(response.resume().statusMessage);
      await once(response, "end");
    }
    return reasons;
  };
  const usual = STATUS_CODES[422];
  expect(await reasonsAt(proxy.url)).toEqual([`File not found by ${github}`, "Streaming now", usual, ""]);
  await proxy.close();
  await recorder.close();
  const tapes = (await readTapes(out)).map(({ tape }) => tape);
  expect((await verifyFolder(out)).report).toEqual({});
  expect(tapes.flatMap(({ exchanges }) => exchanges.map(({ response }) => response.reason)).toSorted()).toEqual([
    "",
    "File not found by __redacted-github-token__",
    "Streaming now",
    undefined,
  ]);
  const player = createPlayer({ tapes });
  const here = ["File not found by __redacted-github-token__", "Streaming now", usual, ""];
  for (const options of [{}, { workers: 2 }, { native: true }, { compress: true }]) {
    const replay = await listen(player, options);
    onTestFinished(() => void replay.close());
    expect(await reasonsAt(replay.url)).toEqual(here);
  }
  expect((await player("http://localhost/nothing")).statusText).toBe(here[0]);
  expect((await player("http://localhost/flow")).statusText).toBe(here[1]);
});
