import { execFile } from "node:child_process";
import { appendFileSync, readdirSync, truncateSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { createRecorder } from "@tapedeck/record";
import { type Chunk, createPlayer } from "@tapedeck/replay";
import { listen } from "@tapedeck/serve";
import { readTapes } from "@tapedeck/tape/files";
import { verifyFolder } from "@tapedeck/verify/files";
import { expect, onTestFinished, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";

/** As much of express as is used: it has no types. */
interface Express {
  (): RequestListener & { use(handler: RequestListener): RequestListener };
  static(folder: string): RequestListener;
}

const express: Express = createRequire(import.meta.url)("express");
const run = promisify(execFile);
const noise = Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => (Math.imul(at, 0x9e3779b1) >>> 13) & 255));
const secret = "Kx82hdG63nd93jdG73";

/** Records what `ask` asks of a service, and replays it. */
async function replayed(listener: RequestListener, ask: (base: string) => Promise<unknown>) {
  const from = await serveUpstream(listener);
  const out = await tempFolder();
  const recorder = await createRecorder({ from, out });
  const proxy = await listen(recorder.player);
  await ask(proxy.url);
  await proxy.close();
  await recorder.close();
  const server = await listen(createPlayer({ tapes: (await readTapes(out)).map(({ tape }) => tape) }));
  onTestFinished(() => server.close());
  return { out, url: server.url };
}

function fileIn(out: string, suffix: string): string {
  const file = readdirSync(out, { recursive: true, encoding: "utf8" }).find((name) => name.endsWith(suffix));
  return join(out, file ?? "");
}

test("what express serves of a folder to curl and fetch is replayed to them: whole, in part, unchanged, and its head", async () => {
  const folder = await tempFolder();
  await writeFile(join(folder, "large.bin"), noise);
  const files = express().use(express.static(folder));
  const ask = (base: string) => run("curl", ["-sS", "-o", join(folder, "recorded.bin"), `${base}/large.bin`]);
  const { out, url } = await replayed(files, ask);
  expect(Buffer.compare(await readFile(join(folder, "recorded.bin")), noise)).toBe(0);
  expect((await verifyFolder(out)).report).toEqual({});

  await run("curl", ["-sS", "-o", join(folder, "replayed.bin"), `${url}/large.bin`]);
  expect(Buffer.compare(await readFile(join(folder, "replayed.bin")), noise)).toBe(0);
  const whole = await fetch(`${url}/large.bin`);
  expect(whole.headers.get("content-length")).toBe(String(noise.length));
  expect(Buffer.compare(Buffer.from(await whole.arrayBuffer()), noise)).toBe(0);
  const part = await fetch(`${url}/large.bin`, { headers: { range: "bytes=1999990-2999999" } });
  expect([part.status, part.headers.get("content-range")]).toEqual([206, "bytes 1999990-2999999/3000000"]);
  expect(Buffer.compare(Buffer.from(await part.arrayBuffer()), noise.subarray(1_999_990))).toBe(0);
  const etag = whole.headers.get("etag") ?? "";
  expect((await fetch(`${url}/large.bin`, { headers: { "if-none-match": etag } })).status).toBe(304);
  const head = await fetch(`${url}/large.bin`, { method: "HEAD" });
  expect([head.status, head.headers.get("content-length")]).toEqual([200, String(noise.length)]);
});

test("a large text leads back to where it is replayed, wherever its pieces are cut, and tells its length", async () => {
  const text = (base: string) => `["${base}/users/ada",${`"${"x".repeat(997)}${base}/y",`.repeat(2000)}"end"]`;
  const { url } = await replayed(
    ({ headers: { host } }, response) =>
      response.writeHead(200, { "content-type": "application/json" }).end(text(`http://${host}`)),
    (base) => fetch(`${base}/large`).then((response) => response.text()),
  );
  const response = await fetch(`${url}/large`);
  expect(response.headers.get("content-length")).toBe(String(text(url).length));
  expect((await response.text()) === text(url)).toBe(true);
});

test("a stream beyond what is held is replayed with its chunks, and what it says of its service leads here", async () => {
  const event = (base: string, nth: number) =>
    `data: {"n":${nth},"url":"${base}/users/ada"}\n:${"x".repeat(40_000)}\n\n`;
  const { out, url } = await replayed(
    async ({ headers: { host } }, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (let nth = 0; nth < 40; nth += 1)
        await new Promise((resolve) => response.write(event(`http://${host}`, nth), resolve));
      response.end();
    },
    (base) => fetch(`${base}/events`).then((response) => response.text()),
  );
  expect((await verifyFolder(out)).report).toEqual({});
  const [{ tape } = {}] = await readTapes(out);
  const { body, chunks = [] } = tape?.exchanges[0]?.response ?? {};
  expect([body?.encoding, chunks.length >= 40]).toEqual(["file", true]);
  const expected = Array.from({ length: 40 }, (_, nth) => event(url, nth));
  expect((await fetch(`${url}/events`).then((response) => response.text())) === expected.join("")).toBe(true);
  const player = createPlayer({ tapes: tape ? [tape] : [] });
  const answer = player.answer({ method: "GET", target: "/events", headers: {}, body: null, base: url, address: "" });
  const played = "chunks" in answer ? (answer.chunks as AsyncIterable<Chunk>) : [];
  const lengths = await Array.fromAsync(played, ({ bytes }) => bytes.length);
  const endOf = (all: readonly number[], at: number) => all.slice(0, at + 1).reduce((sum, each) => sum + each, 0);
  const ends = lengths.map((_, at) => endOf(lengths, at));
  const events = expected.map((each) => each.length);
  expect(ends).toEqual(expect.arrayContaining(events.map((_, at) => endOf(events, at))));
});

test("the file of a large answer that became shorter breaks the answer off", async () => {
  const { out, url } = await replayed(
    (_asked, response) => response.end(noise),
    (base) => fetch(`${base}/large`).then((response) => response.arrayBuffer()),
  );
  truncateSync(fileIn(out, ".bin"), 2_000_000);
  await expect(fetch(`${url}/large`).then((broken) => broken.arrayBuffer())).rejects.toThrow(
    /terminated|reading a body/,
  );
});

test("verify finds a secret in a large body, and mends it", async () => {
  const { out } = await replayed(
    (_asked, response) => response.writeHead(200, { "content-type": "text/plain" }).end("line\n".repeat(300_000)),
    (base) => fetch(`${base}/large`).then((response) => response.text()),
  );
  expect((await verifyFolder(out)).broken).toBe(0);
  appendFileSync(fileIn(out, ".txt"), `DB_PASSWORD=${secret}\n`);
  const [found = []] = Object.values((await verifyFolder(out)).report);
  expect(found.map(({ kind }) => kind)).toEqual(["edited", "secret"]);
  expect(JSON.stringify(found)).not.toContain(secret);
  expect(await verifyFolder(out, { fix: true, now: 0 })).toMatchObject({ broken: 0, fixed: 1 });
  expect((await readFile(fileIn(out, ".txt"), "utf8")).slice(-60)).toMatch(/line\nDB_PASSWORD=__redacted-.*__\n$/);
  expect(readdirSync(out).filter((name) => name.startsWith(".tapedeck"))).toEqual([]);
});

test("a large upload is found by its digest, a form under whatever boundary, and what it hides is not in its file", async () => {
  const form = () => {
    const data = new FormData();
    data.set("file", new Blob([noise]), "large.bin");
    data.set("password", secret);
    return data;
  };
  const send = async (base: string, body: BodyInit) => {
    const response = await fetch(`${base}/upload`, { method: "POST", body });
    return [response.status, await response.text()];
  };
  const other = Uint8Array.from(noise);
  other.set([1, 2, 3], 2_000_000);
  const { out, url } = await replayed(
    (asked, response) => asked.resume().on("end", () => response.end("taken")),
    async (base) => {
      expect(await send(base, form())).toEqual([200, "taken"]);
      expect(await send(base, noise)).toEqual([200, "taken"]);
    },
  );
  const files = readdirSync(out, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".bin"));
  expect(files).toHaveLength(2);
  for (const name of files) expect((await readFile(join(out, name))).includes(secret)).toBe(false);
  expect((await verifyFolder(out)).report).toEqual({});
  expect(await send(url, form())).toEqual([200, "taken"]);
  expect(await send(url, noise)).toEqual([200, "taken"]);
  expect((await send(url, other))[0]).toBe(501);
});
