import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { deflateSync, gzipSync } from "node:zlib";
import { createRecorder } from "@tapedeck/record";
import { createPlayer, type Handler, passthrough, recordMisses } from "@tapedeck/replay";
import { forwardTo, type ListenOptions, listen } from "@tapedeck/serve";
import { readTapes } from "@tapedeck/tape/files";
import { verifyFolder } from "@tapedeck/verify/files";
import { expect, onTestFinished, test } from "vitest";
import { brotli } from "../../../.ci/brotli.ts";
import { filesIn, serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";

const run = promisify(execFile);
const secret = "Kx82hdG63nd93jdG73";
const line = '{"id":12345,"note":"a line of a log that goes up, as many others do"}\n';
const text = (lines: number): string => `{"password":"${secret}"}\n${line.repeat(lines)}{"again":"${secret}"}\n`;

/** A service that says what it was sent. */
async function service(): Promise<string> {
  return serveUpstream((asked, response) => {
    const digest = createHash("sha256");
    let length = 0;
    asked.on("data", (chunk: Buffer) => {
      length += chunk.length;
      digest.update(chunk);
    });
    asked.on("end", () => response.end(`${length} ${digest.digest("hex")}`));
  });
}

const told = (sent: string): string => `${sent.length} ${createHash("sha256").update(sent).digest("hex")}`;

async function served(handler: Handler, options: ListenOptions = {}): Promise<string> {
  const server = await listen(handler, options);
  onTestFinished(() => server.close());
  return server.url;
}

async function sent(base: string, body: string): Promise<readonly [status: number, text: string]> {
  const headers = { "content-type": "application/x-ndjson" };
  const response = await fetch(`${base}/upload`, { method: "PUT", headers, body });
  return [response.status, await response.text()];
}

/** Records what `ask` asks of a service through the recorder's proxy. */
async function recorded(from: string, ask: (base: string) => Promise<unknown>): Promise<string> {
  const out = await tempFolder();
  const recorder = await createRecorder({ from, out });
  await ask(await served(recorder.player));
  await recorder.close();
  return out;
}

const playerOf = async (out: string) =>
  createPlayer({ tapes: (await readTapes(out)).map(({ tape }) => tape), misses: "explain" });

const contentOf = async (out: string): Promise<string> => Object.values(await filesIn(out, "latin1")).join("\n");

// Recordings have a boundary of eight letters: what is on the one side of a MiB as sent may be on the other there.
test.each([
  ["short", "b0", 0.97],
  ["long", `b${"0123456789".repeat(6)}`, 1.01],
])("a form of a MiB under a %s boundary is replayed", async (_shows, boundary, mebibytes) => {
  const part = (nth: number) => `--${boundary}\r\ncontent-disposition: form-data; name="f${nth}"\r\n\r\nada\r\n`;
  const count = Math.ceil((mebibytes * 1024 * 1024) / part(10_000).length);
  const body = `${Array.from({ length: count }, (_, nth) => part(nth)).join("")}--${boundary}--`;
  const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
  const send = async (base: string) => (await fetch(`${base}/form`, { method: "POST", headers, body })).text();
  const out = await recorded(await service(), send);
  expect(await send(await served(await playerOf(out)))).toBe(told(body));
});

test("curl's upload of 5 MB, in chunks and of a told length, reaches the service as it was, and is replayed", async () => {
  const from = await service();
  const file = join(await tempFolder(), "log.ndjson");
  const body = text(75_000);
  await writeFile(file, body);
  const curl = async (base: string, ...how: readonly string[]) => {
    const type = ["-H", "content-type: application/x-ndjson"];
    return (await run("curl", ["-sS", "-m", "60", ...type, ...how, "-T", file, `${base}/upload`])).stdout;
  };
  const out = await recorded(from, async (base) => expect(await curl(base)).toBe(told(body)));
  expect(await contentOf(out)).not.toContain(secret);
  expect((await verifyFolder(out)).report).toEqual({});
  const player = await playerOf(out);
  const url = await served(player);
  expect(await curl(url)).toBe(told(body));
  expect(await curl(url, "-H", "transfer-encoding: chunked")).toBe(told(body));
  expect(await sent(await served(player, { workers: 2 }), body)).toEqual([200, told(body)]);
  const [status, miss] = await sent(url, body.replace("12345", "54321"));
  expect(status).toBe(501);
  expect(miss).toMatch(/body.*\[\d+ bytes: [\da-f]{64}\]/s);
  expect(miss).not.toContain(secret);
});

const log = Array.from(
  { length: 40_000 },
  (_, at) => `{"id":${Math.imul(at, 0x9e3779b1)},"note":"a line of a log"}\n`,
).join("");

const stored = (body: Uint8Array | string) => deflateSync(body, { level: 0 });
const hidden = `{"password":"${secret}"}\n${log}`;

test.each<readonly [shows: string, coding: string, encode: (body: string) => Uint8Array, body: string]>([
  ["beyond 16 MiB once it is decoded", "gzip", (body) => gzipSync(body), text(237_000)],
  ["beyond 1 MiB as it is sent", "deflate", stored, hidden],
  ["beyond 1 MiB in a coding in a coding", "deflate, gzip", (body) => gzipSync(stored(body), { level: 0 }), hidden],
])(
  "an upload %s (%s) reaches the service as it was sent, is recorded decoded, and is replayed",
  async (_shows, coding, encode, body) => {
    const from = await service();
    const put = async (base: string, sent: Uint8Array) => {
      const headers = { "content-type": "application/x-ndjson", "content-encoding": coding };
      const response = await fetch(`${base}/upload`, { method: "PUT", headers, body: new Uint8Array(sent) });
      return [response.status, await response.text()];
    };
    const bytes = encode(body);
    const answered = [200, `${bytes.length} ${createHash("sha256").update(bytes).digest("hex")}`];
    const out = await recorded(from, async (base) => expect(await put(base, bytes)).toEqual(answered));
    const content = await contentOf(out);
    expect([content.includes(secret), content.includes(body.slice(-1000, -60))]).toEqual([false, true]);
    const url = await served(await playerOf(out));
    expect(await put(url, bytes)).toEqual(answered);
    if (body === hidden) expect((await put(url, encode(body.replace("line", "lime"))))[0]).toBe(501);
  },
);

test("what is sent as gzip and is none is recorded as it was sent, and a bomb is refused", async () => {
  const from = await service();
  const put = (base: string, sent: Uint8Array) =>
    fetch(`${base}/upload`, { method: "PUT", headers: { "content-encoding": "br" }, body: new Uint8Array(sent) });
  const body = Buffer.from(log);
  const out = await recorded(from, async (base) => expect((await put(base, body)).status).toBe(200));
  const url = await served(await playerOf(out));
  expect((await put(url, body)).status).toBe(200);
  const bomb = brotli(Buffer.alloc(32 * 1024 * 1024));
  expect((await put(url, bomb)).status).toBe(413);
});

test("what no tape has of a large upload is asked of the service, and recorded, and found again", async () => {
  const from = await service();
  const out = await tempFolder();
  const recorder = await createRecorder({ from, out });
  const body = text(30_000);
  const url = await served(recordMisses(await createPlayer({ tapes: [] }), recorder.player, { from }));
  expect(await sent(url, body)).toEqual([200, told(body)]);
  expect(await sent(url, body)).toEqual([200, told(body)]);
  await recorder.close();
  expect(recorder.summary()).toMatchObject({ captured: 1, failed: [] });
  expect(await sent(await served(await playerOf(out)), body)).toEqual([200, told(body)]);
});

test.each([
  [
    "a player that passes it",
    (from: string) => {
      const player = createPlayer({ tapes: [] });
      return passthrough(player, forwardTo(from), { paths: ["/**"], player });
    },
  ],
  [
    "a plain function",
    (from: string) =>
      (async (asked: Request) => {
        const { body, headers } = asked;
        return fetch(`${from}/upload`, {
          method: "PUT",
          headers: { "content-type": headers.get("content-type") ?? "" },
          body,
          duplex: "half",
        } as RequestInit);
      }) as unknown as Handler,
  ],
])("%s takes a large upload", async (_who, handlerOf) => {
  const body = text(30_000);
  expect(await sent(await served(handlerOf(await service())), body)).toEqual([200, told(body)]);
});

test("an upload beyond the bound that was set is a 413, and nothing of it is recorded", async () => {
  const from = await service();
  const out = await tempFolder();
  const recorder = await createRecorder({ from, out });
  const url = await served(recorder.player, { limits: { bodyBytes: 2 ** 21 } });
  expect(await sent(url, text(60_000))).toEqual([413, "tapedeck: The body is larger than 2097152 bytes"]);
  await recorder.close();
  expect(recorder.summary()).toMatchObject({ captured: 0, failed: [] });
});

test("a large upload that its client breaks off is not answered, and leaves nothing behind", async () => {
  const from = await service();
  const out = await tempFolder();
  const recorder = await createRecorder({ from, out });
  const url = await served(recorder.player);
  const upload = request(`${url}/upload`, { method: "PUT", headers: { "content-length": 10_000_000 } });
  upload.on("error", () => {});
  await new Promise((resolve) => upload.write(Buffer.alloc(3_000_000), resolve));
  await new Promise((resolve) => upload.once("close", resolve).destroy());
  expect((await sent(url, "small"))[0]).toBe(200);
  await recorder.close();
  expect(recorder.summary()).toMatchObject({ captured: 1, failed: [] });
  expect(readdirSync(out).filter((name) => name.startsWith(".tapedeck"))).toEqual([]);
});
