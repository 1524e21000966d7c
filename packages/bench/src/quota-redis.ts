// Prints how many requests per second 1, 2 and 4 processes answer that count in one Redis, and how long an answer
// takes: with one common limit, and with a limit for each. Each process asks its own player, one request after the
// other. The server's Debian package is `redis-server`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { createClient } from "@redis/client";
import { compileApi } from "@tapedeck/api";
import { quotaRedis } from "@tapedeck/quota-redis";
import { createQuotaStore, createSharedPlayer, type QuotaStore } from "@tapedeck/replay";
import { pinnedMoment, type Tape } from "@tapedeck/tape";
import { temporaryFolder } from "./measuring/surroundings.ts";
import { median, table } from "./measuring/table.ts";

const requests = 6000;
const rounds = 3;

/** The measurements of one process. */
interface Seen {
  readonly seconds: number;
  /** The time of each answer, in microseconds. */
  readonly micros: readonly number[];
}

const [socket, caller] = process.argv.slice(2);
if (socket === undefined) await compare();
else console.log(JSON.stringify(await ask(await storeAt(socket), caller ?? "")));
process.exit();

async function storeAt(path: string): Promise<QuotaStore> {
  if (path === "memory") return createQuotaStore();
  return quotaRedis(await createClient({ socket: { path, tls: false } }).connect());
}

async function ask(store: QuotaStore, alias: string): Promise<Seen> {
  const request = { method: "GET", target: "/a", principal: alias, headers: [], body: null };
  const response = { status: 200, headers: [], body: { encoding: "utf8", text: "x".repeat(5500) } } as const;
  const tape: Tape = {
    name: "a",
    origin: "https://api.example",
    recordedAt: pinnedMoment,
    exchanges: [{ request, response }],
  };
  const token = `token-of-${alias}`;
  const api = compileApi({ credentials: [{ scheme: "bearer" }], rateLimit: { limits: { token: 1_000_000_000 } } });
  const player = createSharedPlayer({ tapes: [tape], api, tokens: { [alias]: token }, store });
  const headers = { authorization: `Bearer ${token}` };
  const incoming = { method: "GET", target: "/a", headers, body: null, base: "http://localhost", address: "127.0.0.1" };
  for (let nth = 0; nth < 500; nth += 1) await player.answer(incoming);
  console.log("ready");
  await once(process.stdin, "data");
  const micros: number[] = [];
  const start = performance.now();
  for (let nth = 0; nth < requests; nth += 1) {
    const before = performance.now();
    const { status } = await player.answer(incoming);
    if (status !== 200) throw new Error(`Answered ${status}`);
    micros.push(Math.round((performance.now() - before) * 1000));
  }
  return { seconds: (performance.now() - start) / 1000, micros };
}

async function compare(): Promise<void> {
  const folder = temporaryFolder();
  const path = join(folder, "redis.sock");
  const words = ["--port", "0", "--unixsocket", path, "--dir", folder, "--save", ""];
  const server = spawn("redis-server", words, { stdio: ["ignore", "pipe", "inherit"] });
  try {
    for await (const line of createInterface({ input: server.stdout })) if (/ready to accept/i.test(line)) break;
    const rows = [["in memory, 1 process", ...(await measure("memory", ["a"]))]];
    for (const [limit, callers] of [
      ["one limit", ["a", "a", "a", "a"]],
      ["a limit each", ["a", "b", "c", "d"]],
    ] as const)
      for (const count of [1, 2, 4]) {
        const name = `${limit}, ${count} process${count === 1 ? "" : "es"}`;
        rows.push([name, ...(await measure(path, callers.slice(0, count)))]);
      }
    console.log(table([["Redis", "requests/s", "median µs", "99th percentile µs"], ...rows]));
  } finally {
    const closed = once(server, "close");
    server.kill();
    await closed;
  }
}

/** Runs a process for each caller, several times. Returns their requests per second, and the time of an answer. */
async function measure(path: string, callers: readonly string[]): Promise<readonly string[]> {
  const rates: number[] = [];
  const micros: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const running = callers.map((alias) => {
      const words = [import.meta.filename, path, alias];
      const child = spawn(process.execPath, words, { stdio: ["pipe", "pipe", "inherit"] });
      return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
    });
    await Promise.all(running.map(({ lines }) => lines.next()));
    for (const { child } of running) child.stdin.write("go\n");
    const all = await Promise.all(
      running.map(async ({ lines }) => JSON.parse((await lines.next()).value ?? "") as Seen),
    );
    rates.push(all.reduce((sum, { seconds }) => sum + requests / seconds, 0));
    for (const seen of all) micros.push(...seen.micros);
  }
  micros.sort((a, b) => a - b);
  const slow = micros[Math.floor(micros.length * 0.99)] ?? Number.NaN;
  return [median(rates).toFixed(0), median(micros).toFixed(0), slow.toFixed(0)];
}
