import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

/** Makes a folder that is removed when this process ends. */
export function temporaryFolder(): string {
  if (folders.length === 0)
    process.once("exit", () => folders.forEach((each) => void rmSync(each, { recursive: true })));
  const folder = mkdtempSync(join(tmpdir(), "tapedeck-bench-"));
  folders.push(folder);
  return folder;
}

const folders: string[] = [];

/** Has a server listen on a free port of this machine; returns its URL. */
export async function listening(server: Server): Promise<string> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Finds a free port, for servers whose port has to be named beforehand. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const { port } = new URL(await listening(server));
  server.close();
  return Number(port);
}

/** Returns the `require` of one of our packages: what is compared belongs to the package that uses it. */
export function requireFor(name: string): NodeJS.Require {
  return createRequire(new URL(`../../../${name}/package.json`, import.meta.url));
}
