import { bodyOf } from "../../body/body.ts";
import { anyToken, type Body, type HeaderList } from "../../exchange.ts";
import { headerList } from "../../http/headers.ts";
import type { JsonObject } from "../../json/json-value.ts";
import { RecordingSyntaxError } from "../../recording-error.ts";
import { placeholderFor } from "../../redact/placeholder.ts";
import { bytesOfBase64, eachField, importedFrom, shownRequest } from "../imported.ts";
import { jsonWord, parseExactJson } from "../json.ts";
import { absentHeaders, readMetadata, recordedAtOf } from "../metadata.ts";
import { partReader, Unsupported } from "../part-reader.ts";
import type { ImportedExchange, ImportResult, Metadata, SidecarReader } from "../types.ts";
import { bodyAsked, exactValue, originAsked, targetAsked } from "./request.ts";
import { inOrder, type ScenarioStep } from "./scenario.ts";

const advice = { broken: "mend it, or export it again from WireMock" };

/** A file of mappings, by its name for errors and warnings. */
export interface MappingFile {
  readonly file: string;
  readonly text: string;
}

/**
 * Reads WireMock's stub mappings: one in a file, or many in a list `mappings`. A scenario becomes a sequence of
 * answers. A mapping that matches many requests, and no particular one, cannot be a recording: it is left out and
 * named.
 * @param beside Reads a file below `__files/`, by its name there.
 * @throws RecordingSyntaxError with the flaw, its place, and a remedy.
 * @see WireMock's documentation, "Request Matching", "Stubbing" and "Stateful Behaviour"
 * @example
 * const { found, warnings } = readWireMock([{ file: "mappings/user.json", text }], (name) => null);
 */
export function readWireMock(files: readonly MappingFile[], sidecar: SidecarReader = () => null): ImportResult {
  if (!Array.isArray(files)) throw new RangeError(`Cannot read mappings: found ${typeof files} for them; give a list`);
  const { warnings, readPart } = partReader();
  const notes: Metadata[] = [];
  const steps: ScenarioStep[] = [];
  for (const { file, text } of files) {
    const value = parseExactJson(text, file, advice) as JsonObject | null;
    const list: unknown = Array.isArray(value?.["mappings"]) ? value["mappings"] : [value];
    for (const [at, each] of (list as readonly unknown[]).entries()) {
      const mapping = each as JsonObject | null;
      const pointer = Array.isArray(value?.["mappings"]) ? `/mappings/${at}` : "";
      if (typeof mapping?.["request"] !== "object" || typeof mapping["response"] !== "object" || !mapping["response"]) {
        const wrong = pointer === "" ? "it is no mapping" : `mapping ${at + 1} is none`;
        throw new RecordingSyntaxError(
          file,
          `${wrong}: it has no request or no response (at "${pointer}"); name its format with --format har or --format nock, or mend it`,
        );
      }
      const note = readMetadata((mapping["metadata"] as JsonObject | undefined)?.["tapedeck"]);
      notes.push(note);
      const place = placeOf(mapping, files.length > 1 ? `${file}, ` : "", at);
      const one = readPart(place, (change) => readMapping(mapping, note, sidecar, change));
      if (one !== undefined) steps.push({ found: { place, ...one }, mapping, order: steps.length });
    }
  }
  const { found, warnings: unreached } = inOrder(steps);
  return {
    format: "wiremock",
    tool: "WireMock",
    recordedAt: recordedAtOf(notes),
    found,
    warnings: [...warnings, ...unreached],
  };
}

function placeOf(mapping: JsonObject, file: string, at: number): string {
  const request = mapping["request"] as JsonObject;
  const url = ["url", "urlPath", "urlPathTemplate", "urlPattern", "urlPathPattern"]
    .map((name) => request[name])
    .find(Boolean);
  return `${file}mapping ${at + 1}, ${shownRequest(jsonWord(request["method"] ?? "ANY"), jsonWord(url ?? "any URL"))}`;
}

function readMapping(
  mapping: JsonObject,
  note: Metadata,
  sidecar: SidecarReader,
  change: (text: string) => void,
): Omit<ImportedExchange, "place"> {
  const request = mapping["request"] as JsonObject;
  const response = mapping["response"] as JsonObject;
  const raw = {
    method: methodAsked(request, change),
    url: { origin: note.origin ?? originAsked(request), target: targetAsked(request, change) },
    sent: headersAsked(request, change),
    sentBody: bodyAsked(request, change),
    status: Number(jsonWord(response["status"] ?? 200)),
    headers: headersOf(response["headers"]),
    body: bodyAnswered(response, sidecar, change),
  };
  return importedFrom(raw, change, note);
}

/** A mapping without a method answers any; with a body it is most likely for POST, otherwise for GET. */
function methodAsked(request: JsonObject, change: (text: string) => void): string {
  const { method = "ANY" } = request;
  if (typeof method === "string" && !/^ANY$/i.test(method)) return method;
  const [first] = ["oneOf", "noneOf"].map((name) => (method as JsonObject)[name]).filter(Array.isArray);
  if (typeof method !== "string" && (method as JsonObject)["noneOf"] !== undefined)
    throw new Unsupported("it answers all methods but some, and a recording is of one");
  const one = jsonWord(first?.[0] ?? (request["bodyPatterns"] || request["formParameters"] ? "POST" : "GET"));
  change(`it answers ${first ? "several methods" : "any method"}: kept as ${one}`);
  return one;
}

function headersAsked(request: JsonObject, change: (text: string) => void): HeaderList {
  const headers = new Map<string, string>();
  const basic = request["basicAuth"] ?? request["basicAuthCredentials"];
  if (typeof basic === "object" && basic !== null) {
    const { username = "", password = "" } = basic as { username?: string; password?: string };
    headers.set("authorization", `Basic ${btoa(`${username}:${password}`)}`);
  }
  for (const [name, comparison] of Object.entries((request["headers"] ?? {}) as JsonObject)) {
    const value = exactValue(comparison);
    const lower = name.toLowerCase();
    if ((comparison as JsonObject | null)?.["absent"] === true) {
      if (!absentHeaders.has(lower)) change(`it asks for no "${lower}", which a recording cannot refuse: kept without`);
      // Any pattern stands for the client's credential.
    } else if (lower === "authorization") headers.set(lower, value ?? placeholderFor(anyToken));
    else if (value === null) change(`it takes "${lower}" by a pattern, and a recording has one value: kept without`);
    else headers.set(lower, value);
  }
  if (request["cookies"] !== undefined) change("it asks for cookies, which a recording does not keep: kept without");
  return headerList(headers);
}

function headersOf(value: unknown): HeaderList {
  return headerList(eachField((value ?? {}) as object).map(([name, one]) => [name, jsonWord(one)]));
}

function bodyAnswered(response: JsonObject, sidecar: SidecarReader, change: (text: string) => void): Body | null {
  if (response["fault"] !== undefined)
    throw new Unsupported(`it breaks the connection (${jsonWord(response["fault"]).slice(0, 40)})`);
  if (response["proxyBaseUrl"] !== undefined) throw new Unsupported("it asks another server");
  for (const name of ["fixedDelayMilliseconds", "delayDistribution", "chunkedDribbleDelay"]) {
    if (response[name] !== undefined) change(`"${name}": a replay does not wait`);
  }
  const { body, jsonBody, base64Body, bodyFileName } = response;
  const templated = Array.isArray(response["transformers"]) && response["transformers"].includes("response-template");
  let found: Body | null = null;
  if (typeof bodyFileName === "string") {
    const bytes = bodyFileName.split("/").includes("..") ? null : sidecar(bodyFileName);
    if (bytes === null) throw new Unsupported(`its body is not there: __files/${bodyFileName.slice(0, 80)}`);
    found = bodyOf(bytes);
  } else if (typeof base64Body === "string") found = bodyOf(bytesOfBase64(base64Body, "its base64Body"));
  else if (jsonBody !== undefined) found = { encoding: "utf8", text: JSON.stringify(jsonBody) };
  else if (typeof body === "string" && body !== "") found = { encoding: "utf8", text: body };
  const text = found?.encoding === "utf8" ? found.text : "";
  if (templated && text.includes("{{")) throw new Unsupported("its body is a template, made anew for each request");
  return found;
}
