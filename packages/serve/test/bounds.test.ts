import { spawn } from "node:child_process";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";

const script = fileURLToPath(new URL("bounds-process.ts", import.meta.url));
const program = (name: string): string => fileURLToPath(new URL(`../../../node_modules/.bin/${name}`, import.meta.url));

const mebibyte = 1024 * 1024;
/** The bound of a body; each attack is ten times what is allowed. */
const bodyBytes = 16 * mebibyte;

interface Attack {
  readonly head: readonly string[];
  readonly chunk?: Uint8Array;
  /** How often the chunk is sent. */
  readonly times?: number;
  /** How many clients do so at once. */
  readonly clients?: number;
}

const chunk = new Uint8Array(mebibyte).fill(97);
const post = ["POST /users/ada HTTP/1.1", "Host: localhost"];
const bomb = (coding: string, bytes: Uint8Array, clients = 8): Attack => ({
  head: [...post, `Content-Encoding: ${coding}`, `Content-Length: ${bytes.length}`],
  chunk: bytes,
  clients,
});
const zeros = Buffer.alloc(10 * bodyBytes);

const attacks: Readonly<Record<string, Attack>> = {
  "a body that says its length": { head: [...post, `Content-Length: ${10 * bodyBytes}`], chunk, times: 160 },
  "a body in chunks": {
    head: [...post, "Transfer-Encoding: chunked"],
    chunk: Buffer.concat([Buffer.from("100000\r\n"), chunk, Buffer.from("\r\n")]),
    times: 160,
  },
  "many bodies at once, each within its bound and none at its end": {
    head: [...post, `Content-Length: ${bodyBytes}`],
    chunk,
    times: 15,
    clients: 40,
  },
  "bombs in br": bomb("br", brotliCompressSync(zeros)),
  "bombs in gzip": bomb("gzip", gzipSync(zeros)),
  "bombs in zstd": bomb("zstd", zstdCompressSync(zeros)),
  "bombs in gzip in gzip": bomb("gzip, gzip", gzipSync(gzipSync(zeros))),
  headers: { head: ["GET /users/ada HTTP/1.1", "Host: localhost", ...Array(20_000).fill("x: 12345")] },
  "a target": { head: [`GET /${"a".repeat(160 * 1024)} HTTP/1.1`, "Host: localhost"] },
};

/** Sends an attack by one client, and waits until the server has ended it or answered. */
async function send(port: number, { head, chunk: bytes, times = 1 }: Attack): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  let isOver = false;
  const over = new Promise<void>((resolve) => {
    const end = (): void => {
      isOver = true;
      resolve();
    };
    socket.on("error", end).on("close", end).once("data", end);
  });
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  for (let sent = 0; bytes !== undefined && sent < times && !isOver; sent += 1)
    if (!socket.write(bytes))
      await new Promise<void>((resolve) => void [socket.once("drain", resolve), over.then(resolve)]);
  // What is not at its end is not answered.
  const waits = !head.includes(`Content-Length: ${bodyBytes}`);
  if (waits) await over;
  socket.destroy();
}

describe.each([
  ["node:http", ["node"], "node:http"],
  ["Deno.serve", ["deno", "run", "-A", "--no-lock"], "native"],
  ["Bun.serve", ["bun"], "native"],
])("%s", (_server, [runtime = "", ...words], kind) => {
  test("holds out against ten times each bound, beside an honest client", async () => {
    const child = spawn(program(runtime), [...words, script, kind], { stdio: ["pipe", "pipe", "inherit"] });
    onTestFinished(() => void child.stdin.end());
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const next = async (): Promise<{ port: number; url: string; most: number }> =>
      JSON.parse((await lines.next()).value as string);
    const { port, url } = await next();
    let slowest = 0;
    const honest = async (): Promise<void> => {
      const start = performance.now();
      const response = await fetch(`${url}/_tapedeck/health`);
      expect(await response.json()).toMatchObject({ status: "ok" });
      slowest = Math.max(slowest, performance.now() - start);
    };
    for (const [name, attack] of Object.entries(attacks)) {
      let isOver = false;
      const attacking = Promise.all(Array.from({ length: attack.clients ?? 1 }, () => send(port, attack))).then(() => {
        isOver = true;
      });
      slowest = 0;
      do await honest();
      while (!isOver);
      await attacking;
      child.stdin.write("\n");
      const { most } = await next();
      // On a machine of one's own it is a tenth of that.
      expect(slowest, `milliseconds of the honest client, beside ${name}`).toBeLessThan(1000);
      expect(most, `bytes held at most, after ${name}`).toBeLessThan(400 * mebibyte);
    }
    // Each misses by thousands of segments.
    for (let at = 0; at < 400; at += 1) {
      const { status, body } = await fetch(`${url}/users${`/${at}`.repeat(3500)}`);
      await body?.cancel();
      expect(status).toBe(501);
    }
    for (const log of ["misses", "journal"]) {
      const response = await fetch(`${url}/_tapedeck/${log}`);
      expect([response.status, (await response.text()).length < bodyBytes]).toEqual([200, true]);
    }
  });
});
