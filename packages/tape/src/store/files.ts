import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import type { Tape } from "../exchange.ts";
import { fromHar } from "../har/har.ts";

/** A tape and the file it stands in, relative to the folder that was read, with `/` between folders. */
export interface TapeFile {
  readonly file: string;
  readonly tape: Tape;
}

/**
 * Names the recordings below a folder (every `*.har`), sorted, relative to it, with `/` between folders.
 * @throws Error (`ENOENT`, `ENOTDIR`, …) if the folder cannot be read.
 */
export async function listRecordings(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".har"))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();
}

/**
 * Reads every recording below a folder.
 * @throws RecordingSyntaxError for the first file that is no recording.
 * @example
 * const tapes = (await readTapes("recordings")).map(({ tape }) => tape);
 */
export async function readTapes(folder: string): Promise<TapeFile[]> {
  const files = await listRecordings(folder);
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  return files.map((file, at) => ({ file, tape: fromHar(texts[at] ?? "", file) }));
}

/**
 * Writes a file whole or not at all: into a file of its own beside it, flushed, then renamed over it. Whoever reads
 * meanwhile, or after a crash, finds the old text or the new one.
 */
export async function writeWhole(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const unfinished = `${file}.${randomUUID()}.tmp`;
  try {
    const handle = await open(unfinished, "wx");
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

// File systems take 255 bytes, archives and what encrypts names less.
const longestName = 100;

/**
 * The folder of a resource within a collection of recordings: the host and then the path, in small letters, with
 * anything a file system might mind replaced, and long names cut. Two resources may share a folder; each entry carries
 * its own URL.
 * @example
 * folderOf("https://api.service.example", "/users/Ada/repos?page=2"); // "api.service.example/users/ada/repos"
 */
export function folderOf(origin: string, target: string): string {
  // Not resolved against the origin: "//x" would be another host.
  const { host, pathname } = new URL(target.startsWith("/") ? origin + target : target);
  return [host, ...pathname.split("/")]
    .filter((part) => part !== "")
    .map((part) =>
      part
        .toLowerCase()
        .replace(/[^a-z0-9._-]/g, "-")
        .slice(0, longestName)
        .replace(/^\.+|\.+$/g, "-")
        // "/x/recording.har" would stand where the file of "/x" has to be.
        .replace(/\.har$/, "-har")
        // Windows knows devices by these names, in any folder and with any ending.
        .replace(/^(?:aux|con|nul|prn|com\d|lpt\d)(?=\.|$)/, "$&-"),
    )
    .join("/");
}
