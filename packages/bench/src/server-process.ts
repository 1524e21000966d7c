import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/** A server in a process of its own. */
export interface ServerProcess {
  readonly url: string;
  /** Seconds of processor time of it and its children; NaN if the system does not tell. */
  busySeconds(): number;
  stop(): Promise<void>;
}

/**
 * Starts a server and waits for the line that tells its address.
 * @param words The arguments of `node`.
 * @param input Its standard input.
 * @example
 * const server = await startServer(["packages/cli/src/main.ts", "replay", "--port", "0"]);
 */
export async function startServer(words: readonly string[], input = ""): Promise<ServerProcess> {
  const child = spawn(process.execPath, words, { stdio: ["pipe", "pipe", "ignore"] });
  child.stdin.end(input);
  const url = await firstUrl(child);
  return {
    url,
    busySeconds: () => busySecondsOf(child.pid ?? 0),
    stop: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

function busySecondsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    const started = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean);
    // In hundredths of a second, whatever the system's own tick is.
    const own = (Number(fields[11]) + Number(fields[12])) / 100;
    return started.reduce((sum, each) => sum + busySecondsOf(Number(each)), own);
  } catch {
    return Number.NaN;
  }
}

async function firstUrl({ stdout }: ChildProcess): Promise<string> {
  if (stdout !== null) {
    for await (const line of createInterface({ input: stdout })) {
      const url = /http:\/\/[\w.:[\]]+/.exec(line)?.[0];
      if (url !== undefined) return url;
    }
  }
  throw new Error("Cannot measure: the server ended before it listened");
}
