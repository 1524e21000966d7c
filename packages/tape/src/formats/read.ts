// The entry for files of any other tool. Each tool's folder has the reader of its format.

import { placesOf } from "../har/shared-headers.ts";
import { RecordingSyntaxError } from "../recording-error.ts";
import { checkArgument } from "../text/check-options.ts";
import { readCassette } from "./cassette/read.ts";
import { formatOf } from "./detect.ts";
import { readHar } from "./har/read.ts";
import { readNock } from "./nock/read.ts";
import { textOf } from "./text.ts";
import type { FormatName, ImportResult, SidecarReader, Warning } from "./types.ts";
import { readUndici } from "./undici/read.ts";
import { readWireMock } from "./wiremock/read.ts";
import { isZip, readZip } from "./zip.ts";

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
