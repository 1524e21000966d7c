import { closeSync, existsSync, openSync, readFileSync, readSync, realpathSync, statSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { sidecarsOf } from "@tapedeck/tape/files";
import {
  type FormatName,
  type ImportResult,
  limits,
  type MappingFile,
  readForeignFile,
  readLargeHar,
  readMany,
  readWireMock,
  type SidecarReader,
  textOf,
} from "@tapedeck/tape/formats";
import { wholeOf } from "@tapedeck/tape/har";
import { entryAt } from "../command/recordings-folder.ts";
import { UserError } from "../command/user-error.ts";

/**
 * Reads what another tool wrote: a file, the folder of a WireMock (`mappings/` and `__files/`), or a folder of other
 * recordings, such as those of Polly.js, nock.back or VCR.
 * @throws UserError if it does not exist, or the folder has none.
 * @throws RecordingSyntaxError if it cannot be read, or has another format than the named one.
 */
export async function readForeign(path: string, format: FormatName | "auto"): Promise<ImportResult> {
  const at = entryAt(path);
  if (at === null) throw new UserError(`Cannot read "${path}": no such file`);
  if (!at.isDirectory()) return readOne(path, path, format);
  return existsSync(join(path, "mappings")) && (format === "auto" || format === "wiremock")
    ? readMappings(path)
    : readFolder(path, format);
}

async function readOne(path: string, name: string, format: FormatName | "auto"): Promise<ImportResult> {
  const folder = dirname(path);
  // WireMock keeps bodies in a folder beside its mappings.
  const files = join(folder, "..", "__files");
  const inFolder = sidecarIn(folder);
  const inFiles = sidecarIn(files);
  const sidecar: SidecarReader = (each) => inFolder(each) ?? inFiles(each) ?? inOwn(folder, each);
  const { size } = await stat(path);
  const large = size > held && /^(?:auto|har)$/.test(format) ? readLargeHar(sourceOf(path, size), name, sidecar) : null;
  return large ?? readForeignFile(await readFile(path), name, { format, sidecar });
}

/** A file that takes its place in memory several times over, read as a whole: beyond so many bytes, HAR is read in pieces. */
const held = 16 * 2 ** 20;

function sourceOf(path: string, size: number): Parameters<typeof readLargeHar>[0] {
  return {
    size,
    read(start, end) {
      const bytes = Buffer.allocUnsafeSlow(end - start);
      const file = openSync(path, "r");
      try {
        return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, start));
      } finally {
        closeSync(file);
      }
    },
  };
}

async function readFolder(path: string, format: FormatName | "auto"): Promise<ImportResult> {
  const result = readMany(await namesBelow(path), sidecarIn(path), format);
  if (result !== null) return result;
  throw new UserError(
    `Cannot read "${path}": it is a folder without recordings: it holds neither mappings/ of WireMock's nor a *.har, *.json, *.yml or *.zip; name a file`,
  );
}

async function readMappings(path: string): Promise<ImportResult> {
  const folder = join(path, "mappings");
  const names = (await namesBelow(folder)).filter((name) => name.endsWith(".json"));
  if (names.length === 0) throw new UserError(`Cannot read "${path}": its mappings/ holds no mapping (*.json)`);
  const files = await Promise.all(
    names.map(async (name): Promise<MappingFile> => {
      const file = join("mappings", name);
      return { file, text: textOf(await readFile(join(folder, name)), file) };
    }),
  );
  return readWireMock(files, sidecarIn(join(path, "__files")));
}

// Links are not followed: they may lead out of the folder or in a circle, and Node's own recursion follows them.
async function namesBelow(path: string): Promise<readonly string[]> {
  const names: string[] = [];
  const list = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(path, below), { withFileTypes: true })) {
      if (entry.isFile()) names.push(below + entry.name);
      else if (entry.isDirectory() && entry.name !== "node_modules") await list(`${below}${entry.name}/`);
    }
  };
  await list("");
  if (names.length > limits.files)
    throw new UserError(
      `Cannot read "${path}": it holds ${names.length} files, and ${limits.files} are read; name a part of it`,
    );
  return names.sort();
}

// Reads a file beside a recording of our own.
function inOwn(folder: string, name: string): Uint8Array | null {
  try {
    return wholeOf(sidecarsOf("/", resolve(folder))(name));
  } catch {
    return null;
  }
}

/** Reads files of a folder, except those outside of it behind a link, and those that are too large. */
function sidecarIn(folder: string): SidecarReader {
  return (name) => {
    try {
      const file = realpathSync(join(folder, name));
      const isInside = file.startsWith(realpathSync(folder) + sep);
      const at = statSync(file);
      return isInside && at.isFile() && at.size <= limits.file ? readFileSync(file) : null;
    } catch {
      return null;
    }
  };
}
