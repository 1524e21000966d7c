// A service of one's own, and the command as a process: what it says, how it ends, and how much memory it took at most.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(new URL("../../../../cli/src/main.ts", import.meta.url));
const patience = 120_000;

/** What a command left behind. */
export interface Ended {
  readonly code: number | null;
  readonly said: string;
  /** Resident memory at most, in MiB; 0 where the system does not tell. */
  readonly peak: number;
}

/** Answers on loopback for as long as it is used. */
export async function withService<Result>(
  answer: RequestListener,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/**
 * Runs the command to its end; where it serves, uses it and stops it then.
 * @param use Is given the URL and the process.
 */
export async function tapedeck(
  words: readonly string[],
  { env = {}, use }: { readonly env?: object; readonly use?: (url: string, pid: number) => Promise<void> } = {},
): Promise<Ended> {
  const { CI: _ci, TAPEDECK: _mode, PORT: _port, ...inherited } = process.env;
  const child = spawn(process.execPath, [command, ...words], { env: { ...inherited, ...env }, timeout: patience });
  let said = "";
  let peak = 0;
  const look = (): void => {
    peak = Math.max(peak, memoryOf(child.pid ?? 0));
  };
  const listening = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      said += chunk;
      look();
      const url = said.match(/http:\/\/(?:127\.0\.0\.1|localhost):\d+(?=\D)/g)?.find((each) => !words.includes(each));
      if (url !== undefined) listening.resolve(url);
    });
  const closed = once(child, "close").then(([code]) => code as number | null);
  closed.then(() => listening.reject(new Error(`it ended before it listened: ${said.slice(0, 300)}`))).catch(() => {});
  listening.promise.catch(() => {});
  if (use !== undefined) {
    try {
      await use(await listening.promise, child.pid ?? 0);
      look();
    } finally {
      child.kill("SIGTERM");
    }
  }
  return { code: await closed, said, peak };
}

function memoryOf(pid: number): number {
  try {
    const [, peak = "0"] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Math.round(Number(peak) / 1024);
  } catch {
    return 0;
  }
}
