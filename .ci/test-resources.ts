// What a test opens and need not close: each is gone when the test ends.
import { mkdtempSync, rmSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, onTestFinished } from "vitest";

/** Serves what a test makes up on a free port of this machine; resolves to its base URL. */
export async function serveUpstream(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const [make, remove] = [
  () => mkdtempSync(join(tmpdir(), "tapedeck-test-")),
  (folder: string) => rmSync(folder, { force: true, recursive: true }),
];

/** Makes a folder for the files of a test. */
export async function tempFolder(): Promise<string> {
  const folder = make();
  onTestFinished(() => remove(folder));
  return folder;
}

/** Makes a folder for the tests of a file, or of the `describe` that calls this. */
export function sharedFolder(): string {
  const folder = make();
  afterAll(() => remove(folder));
  return folder;
}

/** What every file below a folder holds, by its name there, in order. */
export async function filesIn(folder: string, encoding: BufferEncoding = "utf8"): Promise<Record<string, string>> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [relative(folder, path), await readFile(path, encoding)] as const)),
  );
}
