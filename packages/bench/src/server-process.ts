import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** A server in a process of its own. */
export interface ServerProcess {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a server and waits for the line in which it says where it listens.
 * @param words The words after `node`.
 * @param input What it is given on standard input.
 * @example
 * const server = await startServer(["packages/cli/src/main.ts", "replay", "--port", "0"]);
 */
export async function startServer(words: readonly string[], input = ""): Promise<ServerProcess> {
  const child = spawn(process.execPath, words, { stdio: ["pipe", "pipe", "ignore"] });
  child.stdin.end(input);
  const url = await firstUrl(child);
  return {
    url,
    stop: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
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
