// The entry for files of any other tool. Each tool's folder has the reader of its format.

import { inflateRawSync } from "node:zlib";
import { placesOf } from "../har/shared-headers.ts";
import { RecordingSyntaxError } from "../recording-error.ts";
import { checkArgument } from "../text/check-options.ts";
import { readCassette } from "./cassette/read.ts";
import { formatOf } from "./detect.ts";
import { readHar } from "./har/read.ts";
import { readNock } from "./nock/read.ts";
import { limits, mebibytes, textOf } from "./text.ts";
import type { FormatName, ImportResult, SidecarReader, Warning } from "./types.ts";
import { readUndici } from "./undici/read.ts";
import { readWireMock } from "./wiremock/read.ts";

type Reader = (text: string, file: string, sidecar: SidecarReader) => ImportResult;

const formats: Readonly<Record<FormatName, readonly [described: string, read: Reader]>> = {
  har: ["a HAR file", readHar],
  nock: ["a list of nock's definitions", readNock],
  wiremock: ["a mapping of WireMock's", (text, file, sidecar) => readWireMock([{ file, text }], sidecar)],
  vcr: ["a cassette of VCR", readCassette],
  vcrpy: ["a cassette of vcrpy", readCassette],
  "go-vcr": ["a cassette of go-vcr", readCassette],
  undici: ["a file of undici's snapshots", readUndici],
};

/** The names of the formats that are read. */
export const formatNames: readonly FormatName[] = Object.keys(formats) as FormatName[];

/**
 * Reads a file of another tool, whose format it recognizes by its content. A zip archive is read as the folder in it,
 * as Playwright writes it.
 * @param format The expected format.
 * @param sidecar Reads a file beside it, by its name there.
 * @throws RecordingSyntaxError with the flaw, its place, and a remedy; also for another format.
 * @example
 * const { tool, found, warnings } = readForeignFile(await readFile("trace.zip"), "trace.zip");
 */
export function readForeignFile(
  bytes: Uint8Array,
  file: string,
  { format = "auto", sidecar = () => null }: ForeignOptions = {},
): ImportResult {
  checkArgument("read a recording", "its bytes", bytes, "object");
  if (isZip(bytes)) return readArchive(bytes, file, format);
  const text = textOf(bytes, file);
  const found = formatOf(text, file);
  const [described, read] = formats[found];
  if (format === "auto" || format === found) return read(text, file, sidecar);
  throw new RecordingSyntaxError(file, `it is ${described}, not ${format}; did you mean --format ${found}?`);
}

interface ForeignOptions {
  readonly format?: FormatName | "auto";
  readonly sidecar?: SidecarReader;
}

function readArchive(bytes: Uint8Array, file: string, format: FormatName | "auto"): ImportResult {
  const files = readZip(bytes, file);
  const open = (name: string) => files.get(name)?.() ?? null;
  const result = readMany([...files.keys()], open, format, `${file}/`);
  if (result !== null) return result;
  throw new RecordingSyntaxError(
    file,
    `it is a zip archive, and none of its ${files.size} files is a recording; name another`,
  );
}

/**
 * Reads the recordings among many files, one after the other. One that cannot be read is left out and named, without
 * affecting the others; a file with another one's body is not a recording.
 * @param names With `/` between folders.
 * @param open Reads a file by such a name; returns null if there is none.
 * @returns null if no name is that of a recording.
 */
export function readMany(
  names: readonly string[],
  open: SidecarReader,
  format: FormatName | "auto" = "auto",
  before = "",
): ImportResult | null {
  const bodies = new Set<string>();
  const isHar = (name: string) => (/har(?:\.ya?ml|\.gz)?$/i.test(name) ? 0 : 1);
  const wanted = names.filter(isForeignName).sort((a, b) => isHar(a) - isHar(b) || (a < b ? -1 : 1));
  const results = wanted.flatMap((name) => {
    if (bodies.has(name)) return [];
    const sidecar: SidecarReader = (beside) => {
      for (const place of placesOf(name, beside)) {
        const bytes = open(place);
        if (bytes === null) continue;
        bodies.add(place);
        return bytes;
      }
      return null;
    };
    return [readPart(before + name, () => readForeignFile(open(name) ?? new Uint8Array(), name, { format, sidecar }))];
  });
  return results.length === 0 ? null : mergeResults(results);
}

/** Returns whether a file of this name may be a recording of another tool. */
function isForeignName(name: string): boolean {
  return (
    /\.(?:har(?:\.gz)?|zhar|json|ya?ml|zip)$/i.test(name) &&
    !/(?:^|\/)(?:package(?:-lock)?|tsconfig|api)\.json$/.test(name)
  );
}

function readPart(file: string, read: () => ImportResult): ImportResult {
  const placed = <Part extends { readonly place: string }>(part: Part): Part => ({
    ...part,
    place: `${file}, ${part.place}`,
  });
  try {
    const result = read();
    const found = result.found.map((each) => ({ ...placed(each), file }));
    return { ...result, found, warnings: result.warnings.map(placed) };
  } catch (error) {
    if (!(error instanceof RecordingSyntaxError)) throw error;
    const warning: Warning = { place: file, kind: "left out", text: error.detail };
    return { format: null, tool: "", recordedAt: null, found: [], warnings: [warning] };
  }
}

/** Joins the content of many files in order: equal requests become a sequence of answers. */
function mergeResults(results: readonly ImportResult[]): ImportResult {
  const tools = [...new Set(results.map(({ tool }) => tool))].filter((tool) => tool !== "");
  return {
    format: onlyOne(results.flatMap(({ format }) => format ?? [])),
    tool: tools.length > 3 ? `${tools.slice(0, 3).join(", ")} and ${tools.length - 3} more` : tools.join(", "),
    recordedAt: onlyOne(results.flatMap(({ found, recordedAt }) => (found.length > 0 ? [recordedAt] : []))),
    found: results.flatMap(({ found }) => found),
    warnings: results.flatMap(({ warnings }) => warnings),
  };
}

function onlyOne<T>(values: readonly T[]): T | null {
  const [value = null, ...others] = new Set(values);
  return others.length === 0 ? value : null;
}

/** Returns whether bytes begin as a zip archive. */
function isZip([a, b, c, d]: Uint8Array): boolean {
  return a === 0x50 && b === 0x4b && c === 3 && d === 4;
}

/**
 * Returns the files of a zip archive by name, each unpacked on demand. Supports what zip has had since 1993: no split
 * archives, no passwords, no zip64.
 * @throws RecordingSyntaxError for a truncated archive or another kind of file; reading a truncated file in it throws
 *   the same.
 * @see APPNOTE.TXT, sections 4.3.6 to 4.3.16
 */
function readZip(bytes: Uint8Array, file: string): ReadonlyMap<string, () => Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wrong = (what: string) => new RecordingSyntaxError(file, `it is a zip archive that ${what}; pack it again`);
  const end = endOfDirectory(view);
  if (end === null) throw wrong("is not whole");
  const [count, start] = [view.getUint16(end + 10, true), view.getUint32(end + 16, true)];
  if (count === 0xffff || start === 0xffffffff) throw wrong("is in the zip64 format");
  if (count > limits.files) throw wrong(`holds more than ${limits.files} files`);
  const files = new Map<string, () => Uint8Array>();
  let unpacked = 0;
  try {
    for (let at = start, left = count; left > 0; left -= 1) {
      if (view.getUint32(at, true) !== 0x02014b50) throw wrong("is not whole");
      const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
      const [packedSize, size] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
      const [nameLength, more] = [
        view.getUint16(at + 28, true),
        view.getUint16(at + 30, true) + view.getUint16(at + 32, true),
      ];
      const header = view.getUint32(at + 42, true);
      const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
      unpacked += size;
      if (unpacked > 2 * limits.file) throw wrong(`unpacks to more than ${mebibytes(2 * limits.file)}`);
      files.set(name, () => {
        if ((flags & 1) !== 0 || (method !== 0 && method !== 8))
          throw wrong("is encrypted or packed in a way that is not known");
        const data = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
        const packed = bytes.subarray(data, data + packedSize);
        try {
          // Never more than the declared size, which was checked.
          const plain = method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) });
          if (plain.length === size) return plain;
        } catch {}
        throw wrong(`holds a file that cannot be unpacked (${JSON.stringify(name.slice(0, 80))})`);
      });
      at += 46 + nameLength + more;
    }
  } catch (error) {
    // An offset beyond the end.
    throw error instanceof RangeError ? wrong("is not whole") : error;
  }
  return files;
}

// It is at the end, before a comment of up to 65,535 bytes.
function endOfDirectory(view: DataView): number | null {
  const last = view.byteLength - 22;
  for (let at = last; at >= Math.max(0, last - 0xffff); at -= 1) if (view.getUint32(at, true) === 0x06054b50) return at;
  return null;
}
