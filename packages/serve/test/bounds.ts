// Sends a server ten times what each of its bounds allows, beside an honest client.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from "node:zlib";
import type { RuntimeServer } from "./runtime-servers.ts";

const script = fileURLToPath(new URL("bounds-process.ts", import.meta.url));

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
const bomb = (coding: string, bytes: Uint8Array, clients = 4): Attack => ({
  head: [...post, `Content-Encoding: ${coding}`, `Content-Length: ${bytes.length}`],
  chunk: bytes,
  clients,
});
const zeros = Buffer.alloc(10 * bodyBytes);
const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const repeated = (text: (at: number) => string, bytes: number): string => {
  let all = "";
  for (let at = 0; all.length < bytes; at += 1) all += text(at);
  return all;
};
const body = (text: string, type = "application/json"): Attack => ({
  head: [...post, `Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(text)}`],
  chunk: Buffer.from(text),
});
const letters = (at: number): string => (at * 7919).toString(36);

const attacks: Readonly<Record<string, Attack>> = {
  "a body that says its length": { head: [...post, `Content-Length: ${10 * bodyBytes}`], chunk, times: 160 },
  "a body in chunks": {
    head: [...post, "Transfer-Encoding: chunked"],
    chunk: Buffer.concat([Buffer.from("100000\r\n"), chunk, Buffer.from("\r\n")]),
    times: 160,
  },
  "many bodies at once, each within its bound and none at its end": {
    // Such are held, for their coding is undone in memory; others lie on the disk.
    head: [...post, "Content-Encoding: gzip", `Content-Length: ${bodyBytes}`],
    chunk,
    times: 15,
    // 570 MB.
    clients: 38,
  },
  "bombs in br": bomb("br", brotliCompressSync(zeros, fast)),
  "bombs in gzip": bomb("gzip", gzipSync(zeros)),
  "bombs in zstd": bomb("zstd", zstdCompressSync(zeros)),
  "bombs in gzip in gzip": bomb("gzip, gzip", gzipSync(gzipSync(zeros))),
  "16 MB of JSON with 800,000 members": body(`{${repeated((at) => `"k${at}":${at},`, 15 * mebibyte)}"z":1}`),
  "JSON of 4 million levels": body("[".repeat(4_000_000)),
  "30 KB of passwords": body(`[${repeated((at) => `{"password":"${letters(at)}"},`, 30_000)}1]`),
  "30 KB of tokens": body(`[${repeated((at) => `{"token":"a1B2${letters(at)}c3D4e5F6g7H8"},`, 30_000)}1]`),
  "30 KB of passwords in XML": body(
    repeated((at) => `<password>${letters(at)}</password>`, 30_000),
    "application/xml",
  ),
  "30 KB of a form": body(
    repeated((at) => `k${at}=v&`, 30_000),
    "application/x-www-form-urlencoded",
  ),
  "30 KB of backslashes": body(`"${"\\\\".repeat(15_000)}"`),
  "100 headers with a secret each": {
    head: [
      "GET /users/ada HTTP/1.1",
      "Host: localhost",
      ...Array.from({ length: 98 }, (_, at) => `x-key-${at}: a1B2c3D4e5F6g7H8${letters(at)}`),
    ],
  },
  "a query of 8 KB of secrets": {
    head: [`GET /a?${repeated((at) => `key${at}=${letters(at)}xYz&`, 8000)} HTTP/1.1`, "Host: localhost"],
  },
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

/** How a server stood one attack. */
export interface Stood {
  readonly attack: string;
  /** Requests of the honest client, and how long the server worked until the slowest was answered, in milliseconds of its thread. */
  readonly honest: number;
  readonly slowest: number;
  /** The longest that the server's thread worked at one go, in milliseconds of its own time; null where nobody tells. */
  readonly longest: number | null;
  /** Resident memory at most, in bytes, since the server was started. */
  readonly memory: number;
  /** What the honest client was answered that it should not be. */
  readonly wrong: readonly string[];
}

/**
 * Milliseconds that the thread of a process which runs its program has worked so far: what a client waits on a machine with
 * nothing else to do. 0 where nobody tells.
 */
function workedBy(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return 0;
  }
}

/** Options of attackBounds(). */
interface BoundsOptions {
  /** What the name of an attack has in it. Default: all. */
  readonly only?: string;
  /** Whether an attack is to be repeated, up to `tries` times in all. Default: none is. */
  readonly isToRepeat?: (stood: Stood) => boolean;
  /** Default: 3. */
  readonly tries?: number;
  /** The heap that the server may take, in MiB: so its garbage is collected however busy the machine is. Default: any. */
  readonly heap?: number;
}

/** Attacks a server with each of the attacks in turn. */
export async function attackBounds(
  { program, words, kind }: RuntimeServer,
  { only = "", isToRepeat = () => false, tries: mostTries = 3, heap }: BoundsOptions = {},
): Promise<readonly Stood[]> {
  const flag = `--max-old-space-size=${heap}`;
  const env = { ...process.env, ...(heap !== undefined && { NODE_OPTIONS: flag, DENO_V8_FLAGS: flag }) };
  const child = spawn(program, [...words, script, kind], { stdio: ["pipe", "pipe", "inherit"], env });
  try {
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const next = async (): Promise<{ port: number; url: string; most: number; longest: number | null }> =>
      JSON.parse((await lines.next()).value as string);
    const { port, url } = await next();
    const stood: Stood[] = [];
    const during = async (attack: string, start: () => Promise<unknown>): Promise<Stood> => {
      let isOver = false;
      const over = start().finally(() => {
        isOver = true;
      });
      let [honest, slowest] = [0, 0];
      const wrong: string[] = [];
      do {
        const before = workedBy(child.pid);
        const response = await fetch(`${url}/_tapedeck/health`);
        const text = await response.text();
        if (response.status !== 200 || !text.includes('"ok"')) wrong.push(`${response.status} ${text}`);
        slowest = Math.max(slowest, workedBy(child.pid) - before);
        honest += 1;
      } while (!isOver);
      await over;
      child.stdin.write("\n");
      const { most, longest } = await next();
      return { attack, honest, slowest, wrong, memory: most, longest };
    };
    const all: [string, () => Promise<unknown>][] = [
      ["nothing yet", async () => {}],
      ...Object.entries(attacks).map(([name, attack]): [string, () => Promise<unknown>] => [
        name,
        () => Promise.all(Array.from({ length: attack.clients ?? 1 }, () => send(port, attack))),
      ]),
      ["400 misses of thousands of segments", () => missLongPaths(url)],
    ];
    for (const [name, start] of all.filter(([each]) => each.includes(only))) {
      let came = await during(name, start);
      const wrong = [...came.wrong];
      for (let tries = 1; isToRepeat(came) && tries < mostTries; tries += 1) {
        came = await during(name, start);
        wrong.push(...came.wrong);
      }
      stood.push({ ...came, wrong });
    }
    return stood;
  } finally {
    child.stdin.end();
  }
}

/** Misses by thousands of segments each, then reads the logs that hold it. */
async function missLongPaths(url: string): Promise<void> {
  for (let at = 0; at < 400; at += 1) {
    const { status, body } = await fetch(`${url}/users${`/${at}`.repeat(3500)}`);
    await body?.cancel();
    if (status !== 501) throw new Error(`a miss was answered ${status}`);
  }
  for (const log of ["misses", "journal"]) {
    const response = await fetch(`${url}/_tapedeck/${log}`);
    const { length } = await response.text();
    if (response.status !== 200 || length > bodyBytes) throw new Error(`${log}: ${response.status}, ${length} bytes`);
  }
}
