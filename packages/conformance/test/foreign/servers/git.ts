import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import type { Duplex } from "node:stream";
import { promisify } from "node:util";
import { createGunzip } from "node:zlib";
import type { ForeignClient } from "./foreign-client.ts";

interface Service {
  readonly cmd: string;
  readonly args: readonly string[];
  readonly type: string;
  createStream(): Duplex;
}

const backend = createRequire(import.meta.url)("git-http-backend") as (
  url: string,
  found: (error: Error | null, service: Service) => void,
) => Duplex;

// Commits have the same names each time.
const who = { NAME: "Ada", EMAIL: "ada@example.com", DATE: "2026-01-01T00:00:00Z" };
const env: NodeJS.ProcessEnv = { PATH: process.env["PATH"], GIT_CONFIG_GLOBAL: "/dev/null", GIT_TERMINAL_PROMPT: "0" };
for (const [name, value] of Object.entries(who))
  for (const role of ["AUTHOR", "COMMITTER"]) env[`GIT_${role}_${name}`] = value;

async function git(folder: string, ...words: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)("git", words, { cwd: folder, env });
  return stdout;
}

async function commit(folder: string, file: string, text: string): Promise<void> {
  await writeFile(join(folder, file), text);
  await git(folder, "add", ".");
  await git(folder, "commit", "-qm", `Add ${file}`);
}

/** Binary bodies both ways, requests in gzip, answers that go on what was answered before. */
export const smartHttp: ForeignClient = {
  name: "git-http-backend with git",
  isHere: () => spawnSync("git", ["--version"]).status === 0,
  start: async () => {
    const root = await mkdtemp(join(tmpdir(), "tapedeck-git-"));
    await git(root, "init", "-q", "-b", "main", "work");
    await commit(join(root, "work"), "a.txt", "hello\n".repeat(1000));
    await git(root, "clone", "-q", "--bare", "work", "bare.git");
    await git(join(root, "bare.git"), "config", "http.receivepack", "true");
    const server = createServer((request: IncomingMessage, response) => {
      const body = request.headers["content-encoding"] === "gzip" ? request.pipe(createGunzip()) : request;
      const answer = backend(request.url ?? "", (error, service) => {
        if (error) return void response.writeHead(404).end(`${error}\n`);
        response.setHeader("content-type", service.type);
        const running = spawn(service.cmd, [...service.args, join(root, "bare.git")], { env });
        running.stdout.pipe(service.createStream()).pipe(running.stdin);
      });
      body.pipe(answer).pipe(response);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const stop = async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
      await rm(root, { recursive: true });
    };
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
  },
  use: async (base) => {
    const folder = await mkdtemp(join(tmpdir(), "tapedeck-clone-"));
    try {
      await git(folder, "clone", "-q", `${base}/bare.git`, "clone");
      const clone = join(folder, "clone");
      const cloned = await git(clone, "log", "--format=%H %s");
      await commit(clone, "b.txt", "more");
      await git(clone, "push", "-q", "origin", "main");
      const missing = await git(folder, "ls-remote", `${base}/none`).catch(({ code }: { code: number }) => code);
      return [cloned, await git(clone, "ls-remote", "origin"), missing];
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};
