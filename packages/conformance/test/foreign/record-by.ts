// The ways into a folder of recordings, each as its user takes it. Read next: `observe.ts`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { readApis } from "@tapedeck/api/files";
import { openNetwork } from "@tapedeck/nock";
import { useTape } from "@tapedeck/testing";
import { type FolderReport, verifyFolder } from "@tapedeck/verify/files";
import { commandFile } from "../command-file.ts";
import { observe, type Seen } from "./observe.ts";
import { type ForeignServer, programOf } from "./servers/servers.ts";

/** A way to record a server into a folder: what the client saw meanwhile, null where there is none. */
export type RecordBy = (server: ForeignServer, from: string, out: string) => Promise<Seen[] | null>;

/** Each way, by its name. */
export const ways: Readonly<Record<string, RecordBy>> = {
  plan: async ({ steps = [] }, from, out) => {
    const plan = join(out, "..", "plan.json");
    await writeFile(plan, JSON.stringify({ requests: steps }));
    await tapedeck(["record", "--from", from, "--out", out, "--plan", plan]);
    return null;
  },
  proxy: async (server, from, out) => throughProxy(from, out, (url) => observe(programOf(server), url)),
  command: async ({ name }, from, out) => {
    const client = fileURLToPath(new URL("client.ts", import.meta.url));
    const { stdout } = await tapedeck(["record", "--from", from, "--out", out, "--", process.execPath, client, name]);
    return JSON.parse(stdout) as Seen[];
  },
  useTape: async (server, from, out) => {
    let seen: Seen[] = [];
    await useTape({ from, dir: out, mode: "record" })(".", async () => {
      seen = await observe(programOf(server), from);
    })();
    openNetwork();
    return seen;
  },
};

/** Records what some work asks of `tapedeck record --proxy`. */
export async function throughProxy<T>(from: string, out: string, work: (url: string) => Promise<T>): Promise<T> {
  const child = start(process.execPath, [commandFile, "record", "--from", from, "--out", out, "--proxy", "0"]);
  const closed = once(child, "close");
  let url = "";
  for await (const line of createInterface({ input: child.stderr })) {
    url = / through (http\S+)/.exec(line)?.[1] ?? "";
    if (url !== "") break;
  }
  child.stderr.resume();
  try {
    return await work(url);
  } finally {
    child.kill("SIGTERM");
    await closed;
  }
}

/** What a command left behind. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs `tapedeck` to its end.
 * @throws Error with what it printed, where it ends with another code than 0.
 */
export function tapedeck(words: readonly string[]): Promise<Ended> {
  return run(process.execPath, [commandFile, ...words]);
}

/** What `tapedeck verify` would find in a folder, by file: nothing where all is well. */
export async function findingsIn(folder: string): Promise<FolderReport["report"]> {
  return (await verifyFolder(folder, { apis: await readApis(folder) })).report;
}

type Environment = { readonly cwd?: string; readonly [name: string]: string | undefined };

/** Runs a program to its end, under an environment that says nothing of the one who tests. */
export async function run(program: string, words: readonly string[], environment: Environment = {}): Promise<Ended> {
  const child = start(program, words, environment);
  const closed = once(child, "close") as Promise<[number]>;
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  if (code !== 0) throw new Error(`${[program, ...words].join(" ")} ended with ${code}:\n${stdout}\n${stderr}`);
  return { code, stdout, stderr };
}

function start(program: string, words: readonly string[], { cwd, ...environment }: Environment = {}) {
  const { PATH } = process.env;
  return spawn(program, words, { cwd, env: { PATH, ...environment }, stdio: ["ignore", "pipe", "pipe"] });
}
