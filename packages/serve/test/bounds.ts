// Sends a server ten times what each of its bounds allows, beside an honest client.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Attack } from "./beyond-bounds.ts";
import type { RuntimeServer } from "./runtime-servers.ts";

const script = fileURLToPath(new URL("bounds-process.ts", import.meta.url));

/** Sends an attack by one client, and waits until the server has ended it or answered. */
async function send(port: number, { head, chunk: bytes, times = 1, isHeld = false }: Attack): Promise<void> {
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
  if (!isHeld) await over;
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
  const { attacks } = await import("./beyond-bounds.ts");
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

/** Bytes that a log holds at most. */
const mostLogged = 16 * 1024 * 1024;

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
    if (response.status !== 200 || length > mostLogged) throw new Error(`${log}: ${response.status}, ${length} bytes`);
  }
}
