import { type Advice, parseHarLog } from "../../har/parse.ts";
import { yamlToJson } from "../cassette/parse.ts";
import { refuseRepeatedNames } from "../json.ts";
import type { ImportResult, SidecarReader } from "../types.ts";
import { readEntries } from "./entries.ts";
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
  const json = /^log:/m.test(text.slice(0, 10_000)) ? yamlToJson(text, file) : text;
  const log = parseHarLog(json, file, advice);
  refuseRepeatedNames(json, file, advice);
  const { found, warnings } = readEntries(log, sidecar);
  const { name, version } = textsOf(log.creator);
  const own = log._tapedeck?.recordedAt ?? (name === exporter ? log.entries[0]?.startedDateTime : undefined);
  const recordedAt = typeof own === "string" ? Date.parse(own) / 1000 : Number.NaN;
  return {
    format: "har",
    tool: `${toolNames[name] ?? (name || "an unnamed tool")}${version === "" ? "" : ` ${version}`}`,
    recordedAt: Number.isInteger(recordedAt) ? recordedAt : null,
    found,
    warnings,
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
