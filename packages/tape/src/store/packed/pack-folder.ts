// Packs a folder of recordings into one file, and unpacks it. `read-tapes.ts` reads the folder; the caller makes the
// keys of the exchanges.

import { Buffer } from "node:buffer";
import { randomUUID } from "node:crypto";
import { constants, existsSync } from "node:fs";
import { copyFile, link, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { chunksIn } from "../../body/filed-body.ts";
import { type Exchange, largestHeld, type Tape } from "../../exchange.ts";
import type { PackedTapeInfo, PackKeys } from "../../packed.ts";
import type { RedactOptions } from "../../redact/options.ts";
import { checkOptions } from "../../text/check-options.ts";
import { refuseSecrets } from "../read/plain-secrets.ts";
import { leftIn, pathWithin, refuseLinks, tapesOfFolder } from "../read/read-tapes.ts";
import { filedBody } from "../write/large-bodies.ts";
import { makeFolder } from "../write/make-folder.ts";
import { filesOf, type TapeFileContent } from "../write/write-folder.ts";
import type { PackSummary } from "./format.ts";
import { listFolder } from "./list-folder.ts";
import { type OpenPack, openPack } from "./open-pack.ts";
import { PackDamagedError } from "./pack-damaged-error.ts";
import { createPackWriter, type PackWriter } from "./write-pack.ts";

/** Options for packing a folder. */
export interface PackOptions {
  /** Makes the keys, once the origins of the tapes and their redaction settings are known. */
  readonly keyer: (
    origins: readonly string[],
    redact: readonly RedactOptions[],
  ) => { readonly keyedBy: string; readonly keysOf: (exchange: Exchange, origin: string) => PackKeys };
  /** The descriptions of the APIs, as {@link openPack} returns them. */
  readonly descriptions?: unknown;
  /** Called after each tape with the number of packed tapes, and of all. */
  readonly onProgress?: (tapes: number, of: number) => void;
}

/**
 * Packs the recordings of a folder, and everything else in it, into one file. Holds one tape in memory at a time, and of
 * the others what {@link createPackWriter} remembers.
 * @throws RecordingSyntaxError for a file that is not a recording, and for one that holds what looks like a secret; the
 *   packed file is then unchanged.
 * @example
 * await packFolder("recordings", "recordings.tapedeck", { keyer: (origins, redact) => packKeys({ origins, redact }) });
 */
export async function packFolder(dir: string, file: string, options: PackOptions): Promise<PackSummary> {
  checkOptions("pack a folder", options, { keyer: "function", descriptions: true, onProgress: "function" }, ["keyer"]);
  const { keyer, descriptions = null, onProgress } = options;
  const left = await leftIn(dir);
  // First the origins of all tapes: the keys depend on them.
  const [origins, redact] = [firsts(), firsts()];
  const holding = new Set(left.keys());
  let of = left.size;
  const visit = (folder: string, names: readonly string[]): void => {
    if (!holding.delete(folder)) of += 1;
    for (const [nth, { tape }] of tapesOfFolder(dir, folder, names, left.get(folder) ?? []).entries()) {
      origins.note(tape.origin, folder, nth);
      if (tape.redact) redact.note(JSON.stringify(tape.redact), folder, nth);
    }
  };
  const list = listFolder(dir, file, left.keys(), visit);
  let writer: PackWriter | null = null;
  try {
    for (const folder of holding) visit(folder, []);
    const { keyedBy, keysOf } = keyer(
      origins.inOrder(),
      redact.inOrder().map((each) => JSON.parse(each)),
    );
    writer = createPackWriter(file);
    let packed = 0;
    for (const { folder, names } of list.folders()) {
      const recordings = names.filter((name) => name.endsWith(".har"));
      const written = new Set<string>();
      for (const found of tapesOfFolder(dir, folder, recordings, left.get(folder) ?? [])) {
        const { file: path, tape } = found;
        const files = filesOf(path, tape);
        const isWhole = await areWritten(dir, files);
        if (isWhole) for (const each of files) written.add(each.path);
        refuseSecrets(dir, found);
        writer.tape(path, tape, (exchange) => keysOf(exchange, tape.origin), isWhole);
      }
      for (const path of names.map((name) => pathWithin(folder, name))) {
        const place = join(dir, path);
        if (written.has(path)) continue;
        writer.file(path, (await stat(place)).size > largestHeld ? filedBody(place) : await readFile(place));
      }
      if (recordings.length === 0 && !left.has(folder)) continue;
      packed += 1;
      onProgress?.(packed, of);
    }
    return writer.finish({ keyedBy, descriptions });
  } catch (error) {
    writer?.abandon();
    throw error;
  } finally {
    list.remove();
  }
}

/** Collects texts, to be given in the order in which tapes have them first. */
function firsts(): { note(text: string, folder: string, nth: number): void; inOrder(): readonly string[] } {
  const places = new Map<string, readonly [folder: string, nth: number]>();
  const compare = (a: readonly [string, number], b: readonly [string, number]): number =>
    a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] - b[1];
  return {
    note(text, folder, nth) {
      const before = places.get(text);
      if (before === undefined || compare([folder, nth], before) < 0) places.set(text, [folder, nth]);
    },
    inOrder: () => [...places].sort((a, b) => compare(a[1], b[1])).map(([text]) => text),
  };
}

/**
 * Writes the files of a packed folder, byte for byte: all of them, or none if the disk or a file in its place prevents it.
 * @throws PackDamagedError if a part of it is damaged; what is written before it stays.
 * @throws Error (`EEXIST`) if a file exists already: nothing is overwritten.
 * @throws RecordingSyntaxError if a symbolic link in the folder leads out of it.
 * @example
 * await unpackFolder("recordings.tapedeck", "recordings");
 */
export async function unpackFolder(
  file: string,
  dir: string,
  onProgress?: (files: number, of: number) => void,
): Promise<number> {
  const pack = openPack(file);
  const written: string[] = [];
  try {
    for (const { path, content } of packedFiles(pack)) {
      const place = join(dir, path);
      const way = relative(dir, place);
      // A packed file from elsewhere may hold anything.
      if (way === ".." || way.startsWith(`..${sep}`) || isAbsolute(path) || way === "")
        throw new PackDamagedError(file, `the file ${JSON.stringify(path)}`, "it would be written outside the folder");
      if (path.includes("\0"))
        throw new PackDamagedError(file, `the file ${JSON.stringify(path)}`, "no file can have that name");
      refuseLinks(dir, way.split(sep).slice(0, -1).join("/"));
      makeFolder(dirname(place));
      const bytes = content();
      await writeNew(
        place,
        typeof bytes !== "string" && "digest" in bytes ? chunksIn(bytes, { passing: true }) : bytes,
      );
      written.push(place);
      onProgress?.(written.length, pack.summary.tapes + pack.summary.files);
    }
    return written.length;
  } catch (error) {
    // What is not damaged is kept: there may be no other copy.
    if (!(error instanceof PackDamagedError))
      for (const place of written) await rm(place, { force: true }).catch(() => {});
    throw error;
  } finally {
    pack.close();
  }
}

/** Writes a file that is not there yet. It is not flushed: it can be unpacked again. */
async function writeNew(place: string, content: string | Uint8Array | Iterable<Uint8Array>): Promise<void> {
  const unfinished = `${place}.${randomUUID()}.tmp`;
  try {
    await writeFile(unfinished, content, { flag: "wx" });
    // Unlike a renamed file, neither takes the place of one that is made meanwhile. Not every disk has hard links.
    await link(unfinished, place).catch(() => copyFile(unfinished, place, constants.COPYFILE_EXCL));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
    const text = "EEXIST: it is there already";
    throw Object.assign(new Error(text, { cause }), { code: "EEXIST", syscall: "open", path: place });
  } finally {
    await rm(unfinished, { force: true }).catch(() => {});
  }
}

/** Yields the files of the folder that was packed; each is made on demand. */
export function* packedFiles(pack: OpenPack): Generator<TapeFileContent> {
  for (const tape of pack.tapes()) {
    if (tape.isWhole) yield* filesOfPacked(pack, tape);
  }
  yield* pack.files();
}

// Damage is reported when it is read, and affects no other tape.
function filesOfPacked(pack: OpenPack, tape: PackedTapeInfo): readonly TapeFileContent[] {
  try {
    return filesOf(tape.file, packedTape(pack, tape));
  } catch (error) {
    const content = (): never => {
      throw error;
    };
    return [{ path: tape.file.endsWith(".har") ? tape.file : `${tape.file}/*.har`, content }];
  }
}

/** Returns a tape of a packed file as data. */
export function packedTape(
  pack: OpenPack,
  { file: _file, first, exchanges: count, isWhole: _isWhole, ...info }: PackedTapeInfo,
): Tape {
  return { ...info, exchanges: Array.from({ length: count }, (_, nth) => pack.read(first + nth).exchange) };
}

/** Returns whether a tape's files hold exactly what would be written. */
async function areWritten(folder: string, files: readonly TapeFileContent[]): Promise<boolean> {
  for (const { path, content } of files) {
    const place = join(folder, path);
    if (!existsSync(place)) return false;
    const wanted = content();
    const isSame =
      typeof wanted !== "string" && "digest" in wanted
        ? filedBody(place).digest === wanted.digest
        : Buffer.from(wanted).equals(await readFile(place));
    if (!isSame) return false;
  }
  return true;
}
