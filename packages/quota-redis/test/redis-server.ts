import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { createClient } from "@redis/client";
import type { RedisClient } from "../src/index.ts";

// Debian's packages are called so.
const programs = ["redis-server", "valkey-server"];
const program = programs.find((name) => spawnSync(name, ["--version"]).status === 0);

/** Whether there is a server to test with. Where tests have to run, none is an error. */
export const hasServer: boolean = program !== undefined;
if (!hasServer) {
  const missing = `there is neither ${programs.join(" nor ")}: apt-get install -y redis-server`;
  if (process.env["CI"]) throw new Error(`Cannot test the store in Redis: ${missing}`);
  console.warn(`\nTHE STORE IN REDIS IS NOT TESTED: ${missing}\n`);
}

/** A server of a test's own, which writes down each change before it answers. */
export interface RedisServer {
  /** The path of its socket. */
  readonly socket: string;
  /** Ends it in the middle of whatever it does, and starts it anew with what it had written down. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a server in a folder of its own, without a port. */
export async function startRedis(): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), "tapedeck-redis-"));
  const socket = join(folder, "redis.sock");
  const start = async (): Promise<ChildProcess> => {
    const words = ["--port", "0", "--unixsocket", socket, "--dir", folder, "--save", ""];
    const child = spawn(program ?? "", [...words, "--appendonly", "yes", "--appendfsync", "always"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    for await (const line of createInterface({ input: child.stdout })) {
      if (!/ready to accept connections/i.test(line)) continue;
      child.stdout.resume();
      return child;
    }
    throw new Error(`${program} ended before it was ready`);
  };
  let server = await start();
  const stop = async (): Promise<void> => {
    const closed = once(server, "close");
    server.kill("SIGKILL");
    await closed;
  };
  return {
    socket,
    restart: async () => {
      await stop();
      server = await start();
    },
    close: async () => {
      await stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** Connects to a server; the connection is made anew whenever it breaks. */
export async function connect(socket: string): Promise<RedisClient & { destroy(): void }> {
  const client = createClient({ socket: { path: socket, reconnectStrategy: 5 } });
  // What breaks is told to whoever asks.
  client.on("error", () => {});
  return await client.connect();
}
