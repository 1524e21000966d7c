import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import type { ForeignClient } from "./foreign-client.ts";

const client = `
import sys, urllib.error, urllib.request
for path, headers in [("/", {}), ("/a%20b.txt", {}), ("/a%20b.txt", {"If-Modified-Since": "Wed, 21 Oct 2037 07:28:00 GMT"}), ("/none", {})]:
    try:
        answer = urllib.request.urlopen(urllib.request.Request(sys.argv[1] + path, headers=headers))
    except urllib.error.HTTPError as error:
        answer = error
    print(answer.status, answer.headers.get("content-type"), answer.read())
`;

/** HTTP/1.0, where the end of a connection may be the end of an answer; a client that is no JavaScript. */
export const python: ForeignClient = {
  name: "python's http.server with urllib",
  isHere: () => spawnSync("python3", ["--version"]).status === 0,
  start: async () => {
    const folder = await mkdtemp(join(tmpdir(), "tapedeck-python-"));
    await writeFile(join(folder, "a b.txt"), "naïve\r\n");
    const words = ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder];
    const server = spawn("python3", words, { stdio: ["ignore", "pipe", "ignore"] });
    let url = "";
    for await (const line of createInterface({ input: server.stdout })) {
      url = /http:\/\/[\d.]+:\d+/.exec(line)?.[0] ?? "";
      if (url !== "") break;
    }
    const stop = async (): Promise<void> => {
      const ended = once(server, "exit");
      server.kill();
      await ended;
      await rm(folder, { recursive: true });
    };
    return { url, stop };
  },
  use: async (base) => {
    const { PATH, HOME } = process.env;
    const { stdout } = await promisify(execFile)("python3", ["-c", client, base], { env: { PATH, HOME } });
    return stdout;
  },
};
