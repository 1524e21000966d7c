// Converts one interaction of VCR, vcrpy, go-vcr and similar tools, of any version, to a message. `parse.ts` reads the
// YAML; `../imported.ts` has the rules that all importers share.
import { isBytes, joined, latin1Bytes, latin1Text } from "../../body/body.ts";
import type { HeaderList } from "../../exchange.ts";
import { headerList, headerOf } from "../../http/headers.ts";
import { bytesOfBase64, eachField, type RawExchange, utf8Bytes } from "../imported.ts";
import { Unsupported } from "../part-reader.ts";
import type { SidecarReader } from "../types.ts";
import { encodeText } from "./encode.ts";
import { type Data, type DataRecord, isRecord } from "./parse.ts";

/**
 * Reads an interaction.
 * @param sidecar Reads the file of a body of R's vcr.
 * @param change Notes what is not kept as it is.
 * @throws Unsupported if it is not an exchange, or a part of it is missing.
 */
export function readInteraction(data: Data, sidecar: SidecarReader, change: (text: string) => void): RawExchange {
  const { request, response } = recordOf(data, "it");
  const asked = recordOf(request, "its request");
  const answered = recordOf(response, "its response");
  const sent = headersIn(asked["headers"], "request");
  const headers = headersIn(answered["headers"], "response");
  return {
    method: textIn(asked, "method")?.replace(/^:/, "") ?? "",
    url: urlOf(asked),
    sent,
    sentBody:
      messageBody(asked["body"], sent, sidecar, "request") ??
      parsedBody(asked, "request", change) ??
      formBody(asked, sent, change),
    status: statusOf(answered),
    headers,
    trailers: isRecord(answered["trailer"]) ? answered["trailer"] : {},
    // vcrpy's old stub of httpx calls it `content`.
    body:
      messageBody(answered["body"] ?? answered["content"], headers, sidecar, "response") ??
      parsedBody(answered, "response", change),
  };
}

function recordOf(data: Data | undefined, name: string): DataRecord {
  if (data === undefined) throw new Unsupported(name.replace("its", "it has no"));
  if (!isRecord(data)) throw new Unsupported(`${name} is no map`);
  return data;
}

function textIn(record: DataRecord, name: string): string | null {
  const value = record[name];
  if (isBytes(value)) return new TextDecoder().decode(value);
  return typeof value === "string" || typeof value === "number" ? String(value) : null;
}

// VCR and vcrpy say `uri`, go-vcr and PHP-VCR `url`; vcrpy 0.x splits it; a handler's test in go-vcr has a path.
function urlOf(request: DataRecord): string {
  const url = textIn(request, "uri") ?? textIn(request, "url");
  const host = textIn(request, "host") ?? "";
  if (url !== null) return url.startsWith("/") && host !== "" ? `http://${host}${url}` : url;
  const path = textIn(request, "path");
  if (path === null) throw new Unsupported("it has no URL");
  const port = textIn(request, "port");
  return `${textIn(request, "protocol") ?? "http"}://${host}${port === null ? "" : `:${port}`}${path}`;
}

// `201`, `201 Created`, `{ code: 201 }`, `{ status_code: 201 }`; go-vcr has `code` and old stubs `status_code` beside
// it.
function statusOf(response: DataRecord): number {
  const { status } = response;
  const inner = isRecord(status) ? status : {};
  const text =
    textIn(response, "code") ??
    textIn(response, "status_code") ??
    textIn(inner, "code") ??
    textIn(inner, "status_code") ??
    textIn(response, "status") ??
    "";
  const [code] = /^\d+/.exec(text) ?? [];
  if (code === undefined) throw new Unsupported("its response has no status");
  return Number(code);
}

/** Reads headers from a map of texts or lists, pairs, lines `name: value`, or Python's set of pairs. */
function headersIn(data: Data | undefined, side: string): HeaderList {
  const fields = pairsOf(data ?? null);
  if (fields === null) throw new Unsupported(`the headers of its ${side} are none`);
  return headerList(fields);
}

function pairsOf(data: Data): [string, string][] | null {
  if (data === null) return [];
  if (isRecord(data)) return textPairs(eachField(data));
  if (!Array.isArray(data)) return null;
  const list = data as readonly Data[];
  const [first] = list;
  if (list.every((each) => typeof each === "string")) {
    return list.map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, Math.max(at, 0)).trim(), line.slice(at + 1).trim()];
    });
  }
  if (list.length === 1 && Array.isArray(first) && first.every(Array.isArray)) return pairsOf(first as Data);
  return list.every((each) => Array.isArray(each) && each.length === 2)
    ? textPairs((list as readonly Data[][]).flatMap(([name, value = null]) => eachField({ [String(name)]: value })))
    : null;
}

function textPairs(fields: ReturnType<typeof eachField>): [string, string][] | null {
  const said = fields.filter(([, value]) => value !== null);
  if (said.some(([, value]) => typeof value === "object" && !isBytes(value))) return null;
  return said.map(([name, value]) => [name, isBytes(value) ? latin1Text(value) : String(value)]);
}

/** Returns the value of a JSON body as text: serializers of several projects store the value instead of the text. */
function parsedBody(message: DataRecord, side: string, change: (text: string) => void): Uint8Array | null {
  const value = message["parsed_body"];
  if (value === undefined || value === null || value === "null") return null;
  change(`the body of its ${side} was kept as a value (parsed_body), and is written as JSON: its bytes may be others`);
  // Binary YAML values became text when they were read.
  return utf8Bytes(typeof value === "string" ? value : JSON.stringify(value));
}

function messageBody(
  data: Data | undefined,
  headers: HeaderList,
  sidecar: SidecarReader,
  side: string,
): Uint8Array | null {
  if (data === undefined || data === null || data === "") return null;
  if (isBytes(data)) return data;
  if (Array.isArray(data)) return joinedChunks(data as readonly Data[], side);
  if (!isRecord(data)) return bytesOfText(String(data), headers, "");
  const { base64_string, string, file } = data;
  const charset = textIn(data, "encoding") ?? "";
  if (typeof base64_string === "string") return bytesOfBase64(base64_string, `the body of its ${side}`);
  if (/^(?:true|yes)$/i.test(String(file ?? "")) && typeof string === "string") {
    const bytes = string.split(/[/\\]/).includes("..") ? null : sidecar(string);
    if (bytes === null) throw new Unsupported(`the body of its ${side} is not there: ${string.slice(0, 80)}`);
    return bytes;
  }
  if (isBytes(string)) return string;
  if (string !== undefined && (string === null || typeof string !== "object"))
    return string === null || string === "" ? null : bytesOfText(String(string), headers, charset);
  const names = Object.keys(data).filter((name) => name !== "encoding" && name !== "file");
  if (names.length === 0) return null;
  throw new Unsupported(`the body of its ${side} is of a kind that is not known: ${names.join(", ").slice(0, 80)}`);
}

// Python's notation for bytes: each character is one.
function bytesOfText(text: string, headers: HeaderList, charset: string): Uint8Array {
  const isGzip = text.startsWith("\x1f\x8b") && !/[^\0-\xff]/.test(text);
  return isGzip && headerOf(headers, "content-encoding") !== null ? latin1Bytes(text) : encodeText(text, charset);
}

function joinedChunks(chunks: readonly Data[], side: string): Uint8Array {
  const bytes = chunks.map((chunk): Uint8Array => {
    if (isBytes(chunk)) return chunk;
    if (typeof chunk === "string") return utf8Bytes(chunk);
    throw new Unsupported(`the body of its ${side} is a list, and not of texts`);
  });
  return joined(bytes);
}

/** Reads a form that go-vcr stored because something else had read the body. It also has the query's fields. */
function formBody(request: DataRecord, headers: HeaderList, change: (text: string) => void): Uint8Array | null {
  const { form } = request;
  if (!isRecord(form) || !/^application\/x-www-form-urlencoded/i.test(headerOf(headers, "content-type") ?? ""))
    return null;
  const query = new URLSearchParams(textIn(request, "url")?.split("?")[1] ?? "");
  const fields = (pairsOf(form) ?? []).filter(([name, value]) => !query.getAll(name).includes(value));
  if (fields.length === 0) return null;
  change("its body was not kept, and is made of its form: the order of fields may be another");
  return utf8Bytes(new URLSearchParams(fields).toString());
}
