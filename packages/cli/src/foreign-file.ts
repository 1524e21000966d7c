import { existsSync, readFileSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { inflateSync } from "node:zlib";
import {
  type FormatName,
  formatOf,
  type ImportResult,
  type MappingFile,
  readHar,
  readNock,
  readWireMock,
} from "@tapedeck/tape/formats";
import { Mistake } from "./mistake.ts";

/** The names of the formats, and `auto` for whichever it is. */
export const formatNames = ["auto", "har", "nock", "wiremock"] as const;

/**
 * Reads what another tool wrote: a file, or the folder of a WireMock (`mappings/` and `__files/`).
 * @throws Mistake if there is none, or it is of another format than was named.
 * @throws RecordingSyntaxError if it cannot be read.
 * @example
 * const { tool, found, warnings } = await readForeign("devtools.har", "auto");
 */
export async function readForeign(path: string, format: FormatName | "auto"): Promise<ImportResult> {
  const at = await stat(path).catch(() => null);
  if (at === null) throw new Mistake(`Cannot read "${path}": no such file`);
  if (at.isDirectory()) return readFolder(path, format);
  const text = textOf(await readFile(path));
  const found = formatOf(text, path);
  if (format !== "auto" && format !== found) {
    throw new Mistake(`Cannot read "${path}" as ${format}: it is ${described[found]}; did you mean --format ${found}?`);
  }
  if (found === "har") return readHar(text, path, sidecar(dirname(path)));
  if (found === "nock") return readNock(text, path);
  return readWireMock([{ file: path, text }], sidecar(join(dirname(path), "..", "__files")));
}

const described: Readonly<Record<FormatName, string>> = {
  har: "a HAR file",
  nock: "a list of nock's definitions",
  wiremock: "a mapping of WireMock's",
};

async function readFolder(path: string, format: FormatName | "auto"): Promise<ImportResult> {
  const folder = join(path, "mappings");
  if ((format !== "auto" && format !== "wiremock") || !existsSync(folder)) {
    const holds = (await readdir(path, { recursive: true })).filter((name) => name.endsWith(".har"));
    throw new Mistake(
      holds.length > 0
        ? `Cannot read "${path}": it is a folder; name one of its ${holds.length} HAR files, such as ${join(path, holds.sort()[0] ?? "")}`
        : `Cannot read "${path}": it is a folder without recordings: it holds neither mappings/ of WireMock's nor a *.har; name a file`,
    );
  }
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".json")).sort();
  if (names.length === 0) throw new Mistake(`Cannot read "${path}": its mappings/ holds no mapping (*.json)`);
  const files = await Promise.all(
    names.map(
      async (name): Promise<MappingFile> => ({
        file: join("mappings", name),
        text: await readFile(join(folder, name), "utf8"),
      }),
    ),
  );
  return readWireMock(files, sidecar(join(path, "__files")));
}

// mitmproxy writes its .zhar in the zlib format.
function textOf(bytes: Uint8Array): string {
  const packed = bytes[0] === 0x78 && ((bytes[0] << 8) | (bytes[1] ?? 0)) % 31 === 0;
  return new TextDecoder().decode(packed ? inflateSync(bytes) : bytes);
}

function sidecar(folder: string): (name: string) => Uint8Array | null {
  return (name) => {
    try {
      return readFileSync(join(folder, name));
    } catch {
      return null;
    }
  };
}
