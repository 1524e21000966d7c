import { importedFrom, shownRequest } from "../imported.ts";
import { partReader } from "../part-reader.ts";
import type { FormatName, ImportedExchange, ImportResult, SidecarReader } from "../types.ts";
import { readInteraction } from "./interaction.ts";
import { type Data, type DataRecord, isRecord, parseCassette } from "./parse.ts";

/**
 * Reads a cassette of VCR (Ruby, any version; also R's vcr, Betamax and PHP-VCR, which write the same form), vcrpy or
 * go-vcr, in YAML or JSON. The result still holds secrets. An interaction that cannot be read is left out and named.
 * @param sidecar Reads a file beside it, where R's vcr stores large bodies.
 * @throws RecordingSyntaxError with the flaw, its place, and a remedy.
 * @example
 * const { tool, found, warnings } = readCassette(text, "vcr_cassettes/list_issues.yml");
 */
export function readCassette(text: string, file: string, sidecar: SidecarReader = () => null): ImportResult {
  const { items, label } = parseCassette(text, file);
  const found: ImportedExchange[] = [];
  const { warnings, readPart } = partReader();
  let dialect: Dialect | null = null;
  for (const item of items) {
    const data = readPart(item.place, () => item.read());
    if (data === undefined) continue;
    const place = `${item.place}${askedIn(data)}`;
    dialect ??= dialectOf(data, label);
    const one = readPart(place, (change) => importedFrom(readInteraction(data, sidecar, change), change));
    if (one !== undefined) found.push({ place, ...one });
  }
  return { ...(dialect ?? dialectOf(null, label)), recordedAt: null, found, warnings };
}

interface Dialect {
  readonly format: FormatName;
  readonly tool: string;
}

function dialectOf(data: Data, { recorded_with, version, request: alone }: DataRecord): Dialect {
  if (alone !== undefined) return { format: "vcrpy", tool: "Datadog's test agent" };
  const by = typeof recorded_with === "string" ? recorded_with : "";
  if (/^betamax\//i.test(by)) return { format: "vcr", tool: by.replace(/^\w+\//, "Betamax ") };
  if (/(?:^|\b)vcr\/\d/.test(by)) return { format: "vcr", tool: `R's vcr ${/vcr\/([\d.]+)/.exec(by)?.[1]}` };
  if (by !== "") return { format: "vcr", tool: by.slice(0, 40) };
  const request = isRecord(data) && isRecord(data["request"]) ? data["request"] : {};
  const response = isRecord(data) && isRecord(data["response"]) ? data["response"] : {};
  if (request["url"] !== undefined && response["code"] !== undefined)
    return {
      format: "go-vcr",
      tool: `go-vcr${version ? `, cassettes of version ${String(version).slice(0, 8)}` : ""}`,
    };
  if (request["url"] !== undefined) return { format: "vcr", tool: "PHP-VCR" };
  const isPython = version !== undefined || request["path"] !== undefined || /^[A-Z]+$/.test(String(request["method"]));
  return isPython ? { format: "vcrpy", tool: "vcrpy" } : { format: "vcr", tool: "VCR" };
}

function askedIn(data: Data): string {
  const request = isRecord(data) && isRecord(data["request"]) ? data["request"] : {};
  const url = request["uri"] ?? request["url"] ?? request["path"];
  if (typeof url !== "string" || typeof request["method"] !== "string") return "";
  return `, ${shownRequest(request["method"].replace(/^:/, ""), url)}`;
}
