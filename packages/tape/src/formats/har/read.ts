import type { HarEntry } from "../../har/entry-types.ts";
import { type Advice, type Har, parseHarLog } from "../../har/parse.ts";
import { checkArgument } from "../../text/check-options.ts";
import { yamlToJson } from "../cassette/parse.ts";
import { parseForeignJson, refuseRepeatedNames } from "../json.ts";
import { textOf } from "../text.ts";
import type { ImportedExchange, ImportResult, SidecarReader } from "../types.ts";
import { entryReader, type FoundEntry, readEntries } from "./entries.ts";
import { type ByteSource, findEntries } from "./find-entries.ts";
import { exporter } from "./write.ts";

const advice: Advice = {
  broken: "export it again from the tool that wrote it",
  other: "name its format with --format nock or --format wiremock, or name another file",
};

/**
 * Reads a HAR file of any tool: the developer tools of Chromium and Firefox, Playwright, mitmproxy, Polly.js of any
 * version, and any other that writes HAR 1.1 or 1.2. The result still holds secrets.
 * @param sidecar Reads a file beside it, as Playwright's `content: "attach"` writes bodies.
 * @throws RecordingSyntaxError with the flaw, its place, and a remedy.
 * @see HAR 1.2; some keep it as YAML
 * @example
 * const { tool, found, warnings } = readHar(text, "devtools.har");
 */
export function readHar(text: string, file: string, sidecar?: SidecarReader): ImportResult {
  checkArgument("read a recording", "its text", text, "string");
  const json = /^log:/m.test(text.slice(0, 10_000)) ? yamlToJson(text, file) : text;
  const log = parseHarLog(json, file, advice);
  refuseRepeatedNames(json, file, advice);
  return { ...labelOf(log, log.entries[0]), ...readEntries(log, sidecar) };
}

/**
 * Reads a HAR file of another tool, as {@link readHar} does, without holding its text: each entry is read when its exchange
 * is looked at, and again when it is looked at later.
 * @param size How many bytes are held at once, beside one entry.
 * @returns null where only a reader of the whole can say what it is: no JSON, no HAR, or one that tapedeck wrote.
 * @throws RecordingSyntaxError with the flaw, its place, and a remedy.
 * @example
 * readLargeHar({ size: bytes.length, read: (start, end) => bytes.subarray(start, end) }, "devtools.har")?.found.length;
 */
export function readLargeHar(
  source: ByteSource,
  file: string,
  sidecar: SidecarReader = () => null,
  size?: number,
): ImportResult | null {
  const entries = findEntries(source, size);
  if (entries === null) return null;
  const around = textOf(entries.around, file);
  const log = parseHarLog(around, file, advice);
  if (log._tapedeck !== undefined) return null;
  refuseRepeatedNames(around, file, advice);
  const { places } = entries;
  const entryAt = (at: number): HarEntry => {
    const place = `${file}, entry ${at + 1}`;
    const text = textOf(source.read(places[2 * at] ?? 0, places[2 * at + 1] ?? 0), place);
    return parseForeignJson(text, place, advice) as HarEntry;
  };
  const { warnings, read } = entryReader(log, sidecar);
  const again = entryReader(log, sidecar);
  let latest: FoundEntry | undefined;
  const found = Array.from({ length: places.length / 2 }, (_, at) => at).flatMap((at): ImportedExchange[] => {
    const one = read(entryAt(at), at);
    if (one === undefined) return [];
    const { place, origin } = one;
    const known = (): FoundEntry => {
      if (latest?.place !== place) latest = again.read(entryAt(at), at) as FoundEntry;
      return latest;
    };
    return [
      {
        ...{ place, origin },
        get exchange() {
          return known().exchange;
        },
        get authorization() {
          return known().authorization;
        },
      },
    ];
  });
  return { ...labelOf(log, entryAt(0)), found, warnings };
}

/** What a HAR file says of itself. */
function labelOf(
  { creator, _tapedeck: label }: Har["log"],
  first: HarEntry | undefined,
): Pick<ImportResult, "format" | "tool" | "recordedAt"> {
  const { name, version } = textsOf(creator);
  const own = label?.recordedAt ?? (name === exporter ? first?.startedDateTime : undefined);
  const recordedAt = typeof own === "string" ? Date.parse(own) / 1000 : Number.NaN;
  return {
    format: "har",
    tool: `${toolNames[name] ?? (name || "an unnamed tool")}${version === "" ? "" : ` ${version}`}`,
    recordedAt: Number.isInteger(recordedAt) ? recordedAt : null,
  };
}

// Of any type: a file without a creator is complete enough.
function textsOf(creator: unknown): { readonly name: string; readonly version: string } {
  const { name, version } = (creator ?? {}) as { readonly name?: unknown; readonly version?: unknown };
  return { name: typeof name === "string" ? name : "", version: typeof version === "string" ? version : "" };
}

const toolNames: Readonly<Record<string, string>> = {
  WebInspector: "Chromium's developer tools",
  "Polly.JS": "Polly.js",
};
