import { bodyOf, joined } from "../../body/body.ts";
import type { Body, HeaderList, HeldBody } from "../../exchange.ts";
import { headerList, headerOf } from "../../http/headers.ts";
import { compactJson, restoredJson } from "../../json/json-text.ts";
import { RecordingSyntaxError } from "../../recording-error.ts";
import { decoded, fromHex } from "../har/content.ts";
import { decodedBody, eachField, importedFrom, shownRequest } from "../imported.ts";
import { parseForeignJson } from "../json.ts";
import { absentHeaders, readMetadata, recordedAtOf } from "../metadata.ts";
import { partReader, Unsupported } from "../part-reader.ts";
import type { ImportedExchange, ImportResult, Metadata } from "../types.ts";

const advice = { broken: "record it again with nock.recorder.rec({ output_objects: true })" };

const form = /^[\w.%[\]-]+=[^\s"<>{}=]*(?:&[\w.%[\]-]+=[^\s"<>{}=]*)*$/;

type Definition = Readonly<Record<string, unknown>>;

/**
 * Reads definitions as `nock.recorder.rec({ output_objects: true })` writes and `nock.load()` takes them, of nock 0.x
 * to 14: bodies as JSON, as text, in hexadecimal, and as lists of encoded chunks.
 * @throws RecordingSyntaxError with the flaw, its place, and a remedy.
 * @example
 * const { found, warnings } = readNock(text, "nocks.json");
 */
export function readNock(text: string, file: string): ImportResult {
  if (/^\s*(?:nock\s*\(|(?:var|let|const|import)\b)/.test(text)) {
    throw new RecordingSyntaxError(
      file,
      "it is JavaScript, as nock's recorder writes by default, and not JSON; record it with nock.recorder.rec({ output_objects: true }), and keep what it gives as JSON",
    );
  }
  const list = parseForeignJson(text, file, advice);
  if (!Array.isArray(list)) {
    throw new RecordingSyntaxError(
      file,
      "it is no list of nock's definitions; name its format with --format har or --format wiremock",
    );
  }
  const found: ImportedExchange[] = [];
  const { warnings, readPart } = partReader();
  const notes = list.map((definition: Definition | null) => readMetadata(definition?.["tapedeck"]));
  for (const [at, definition] of (list as readonly Definition[]).entries()) {
    const { scope, path, method = "GET" } = definition ?? {};
    const wrong = Object.entries({ scope, path, method }).find(([, text]) => typeof text !== "string");
    const place = `definition ${at + 1}${wrong ? "" : `, ${shownRequest(String(method), `${scope}${path}`)}`}`;
    const one = readPart(place, (change) => {
      if (wrong) throw new Unsupported(`it has no text in ${wrong[0]} (at /${at}/${wrong[0]})`);
      return readDefinition(definition, notes[at] ?? {}, change);
    });
    if (one !== undefined) found.push({ place, ...one });
  }
  return { format: "nock", tool: "nock", recordedAt: recordedAtOf(notes), found, warnings };
}

function readDefinition(
  definition: Definition,
  note: Metadata,
  change: (text: string) => void,
): Omit<ImportedExchange, "place"> {
  const { scope, port, path, method = "GET", body, status, reply, response, responseIsBinary } = definition;
  const address = port !== undefined && !/:\d+$/.test(String(scope)) ? `${scope}:${port}` : String(scope);
  if (!/^https?:/.test(address) || !URL.canParse(address)) throw new Unsupported(`its scope is no http or https URL`);
  const target = new URL(address).pathname.replace(/\/$/, "") + String(path);
  if (!target.startsWith("/"))
    throw new Unsupported(`its path "${target.slice(0, 40)}" is no path: nock takes it for a pattern`);
  for (const name of ["filteringPath", "filteringRequestBody", "options"]) {
    if (name in definition) change(`"${name}" is nock's alone: kept without`);
  }
  const sent = definedHeaders(definition["reqheaders"]);
  const headers = definedHeaders(definition["rawHeaders"] ?? definition["headers"]);
  if (sent === null || headers === null)
    throw new Unsupported(`its ${sent === null ? "reqheaders" : "rawHeaders"} are no headers`);
  const refused = badHeaders(definition["badheaders"]);
  if (refused.length > 0)
    change(`"badheaders" names ${refused.join(", ")}, which a recording cannot refuse: kept without`);
  try {
    // nock keeps no headers by default, and without its type a form would be compared as it was written.
    const isForm = headerOf(sent, "content-type") === null && typeof body === "string" && form.test(body);
    const raw = {
      method: String(method),
      url: { origin: new URL(address).origin, target },
      sent: isForm ? headerList([...sent, ["content-type", "application/x-www-form-urlencoded"]]) : sent,
      sentBody: note.bodyIsHex
        ? bodyOf(fromHex(String(body)))
        : (sentAs(note, body) ?? bytesSent(body, sent) ?? bodyFrom(body)),
      status: Number(status ?? reply ?? 200),
      headers,
      body: answerFrom(response, responseIsBinary === true, headers, note),
    };
    return importedFrom(raw, change, note);
  } catch (error) {
    if (error instanceof RangeError) throw new Unsupported(`its body cannot be read: ${error.message}`);
    throw error;
  }
}

/** Returns the body as it was sent, unless its value was edited since. */
function sentAs({ bodyText }: Metadata, value: unknown): Body | null {
  if (bodyText === undefined || compactJson(bodyText) !== JSON.stringify(value)) return null;
  return { encoding: "utf8", text: bodyText };
}

/** Decodes a body in hexadecimal, which nock's recorder uses only for bytes that are not UTF-8. */
function bytesSent(value: unknown, sent: HeaderList): Body | null {
  if (typeof value !== "string" || !/^(?:[\da-f]{2})+$/.test(value)) return null;
  if (/^text\/|json|urlencoded/i.test(headerOf(sent, "content-type") ?? "")) return null;
  const body = bodyOf(fromHex(value));
  return body?.encoding === "base64" ? body : null;
}

/** Headers that nock refuses because of a rival definition are left out of a recording. */
function badHeaders(value: unknown): readonly string[] {
  const names = Array.isArray(value) ? value.map((name) => String(name).toLowerCase()) : [];
  return names.filter((name) => !absentHeaders.has(name));
}

function bodyFrom(value: unknown): HeldBody | null {
  if (value === undefined || value === null || value === "") return null;
  return { encoding: "utf8", text: typeof value === "string" ? value : JSON.stringify(value) };
}

function answerFrom(value: unknown, isBinary: boolean, headers: HeaderList, { separators }: Metadata): Body | null {
  const coding = headerOf(headers, "content-encoding");
  if (isBinary && typeof value === "string") return decodedBody(fromHex(value), headers);
  if (coding !== null && Array.isArray(value) && value.every((chunk) => typeof chunk === "string")) {
    return bodyOf(decoded(joined(value.map(fromHex)), coding));
  }
  const body = bodyFrom(value);
  return body && separators && typeof value === "object"
    ? { ...body, text: restoredJson(body.text, separators) }
    : body;
}

// A flat list of names and values (nock 13 on), or an object whose values are text or lists of it.
function definedHeaders(value: unknown): HeaderList | null {
  if (value === undefined || value === null || value === "") return [];
  if (typeof value !== "object") return null;
  const pairs: (readonly unknown[])[] = Array.isArray(value)
    ? Array.from({ length: Math.ceil(value.length / 2) }, (_, at) => [value[at * 2], value[at * 2 + 1]])
    : eachField(value);
  if (!pairs.every(([name, one]) => typeof name === "string" && (typeof one === "string" || typeof one === "number")))
    return null;
  return headerList(pairs.map(([name, one]) => [String(name), String(one)]));
}
