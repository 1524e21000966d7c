import { bodilessStatuses, bodyOf, bytesOf } from "../../body/body.ts";
import type { Body, HeaderList } from "../../exchange.ts";
import { flowFlaw, flowIn } from "../../har/chunks.ts";
import type { HarEntry, NameValue } from "../../har/entry-types.ts";
import { messageFlaw, messagesIn, type WrittenConversation } from "../../har/messages.ts";
import { fieldsOf, ownExchange } from "../../har/own-entry.ts";
import type { Har } from "../../har/parse.ts";
import { recordedOrder } from "../../har/passes.ts";
import { entryCheck } from "../../har/validate.ts";
import { withArrivalDate } from "../../http/arrival-date.ts";
import { headerOf } from "../../http/headers.ts";
import { isIssuedAuthorization } from "../../redact/memory/issued-authorization.ts";
import { createScrubber } from "../../redact/scrubber.ts";
import { isAnswer, isBodiless, keptMethod, requestApart, sendable, shownRequest, urlParts } from "../imported.ts";
import { partReader, Unsupported } from "../part-reader.ts";
import type { ImportedExchange, SidecarReader, Warning } from "../types.ts";
import { type HarContent, harBody } from "./content.ts";
import { exporter } from "./write.ts";

/** An exchange of a HAR file. An entry always has a URL, so the origin is known. */
export type FoundEntry = ImportedExchange & { readonly origin: string };

/** The content of a HAR file's entries. */
interface Entries {
  readonly found: readonly FoundEntry[];
  readonly warnings: readonly Warning[];
}

/**
 * Reads the entries of a HAR file of any tool, each in the tool's own dialect. An entry that is not an exchange with a
 * server, is incomplete, or cannot be read, is left out and named among the warnings.
 * @param sidecar Reads the files of bodies that Playwright writes.
 */
export function readEntries(log: Har["log"], sidecar: SidecarReader = () => null): Entries {
  const { warnings, read } = entryReader(log, sidecar);
  const order = log._tapedeck === undefined ? log.entries.keys() : recordedOrder(log.entries);
  const found: FoundEntry[] = [];
  for (const at of order) {
    const one = read(log.entries[at] as HarEntry, at);
    if (one !== undefined) found.push(one);
  }
  return { found, warnings };
}

/** Reads entries one by one; undefined for one that is left out. */
interface EntryReader {
  readonly warnings: readonly Warning[];
  read(written: HarEntry, at: number): FoundEntry | undefined;
}

/** Makes the reader of {@link readEntries}. */
export function entryReader(log: Omit<Har["log"], "entries">, sidecar: SidecarReader): EntryReader {
  const { warnings, readPart } = partReader();
  const { text: hide } = createScrubber();
  const isOwn = log._tapedeck !== undefined;
  const flawOf = entryCheck(isOwn);
  // Node's HTTP parser ensures that a body is complete; decoded or redacted bodies have another length.
  const countsBytes = log.creator?.name !== "Polly.JS";
  const isExport = log.creator?.name === exporter;
  return {
    warnings,
    read(written, at) {
      const flaw = flawOf(written, at);
      const place = `entry ${at + 1}${flaw === null ? `, ${nameOf(written)}` : ""}`;
      return readPart(place, (change) => {
        if (flaw !== null) throw new Unsupported(`it has ${flaw.found} (at ${flaw.path})`);
        const unfit = unfitness(written, hide);
        if (unfit !== null) throw new Unsupported(unfit);
        if (isOwn) return { place, ...readOwn(written, sidecar, change) };
        const { exchange, ...from } = readOne(written, sidecar, countsBytes, change);
        // What is exported of a tape began at the time of its recording, as all its dates did.
        return { place, ...from, exchange: isExport ? exchange : withArrivalDate(exchange, startOf(written)) };
      });
    },
  };
}

/** Returns when a request was sent, in epoch seconds; NaN if its tool does not say. */
function startOf({ startedDateTime }: Pick<HarEntry, "startedDateTime">): number {
  return typeof startedDateTime === "string" ? Date.parse(startedDateTime) / 1000 : Number.NaN;
}

/**
 * Reads an entry that tapedeck wrote.
 * @throws Unsupported if a file beside it cannot be read.
 */
function readOwn(entry: HarEntry, sidecar: SidecarReader, change: (text: string) => void): Read {
  const { origin } = urlParts(entry.request.url.replace(/^ws/i, "http"));
  const read = (name: string): Uint8Array => {
    const bytes = sidecar(name);
    if (bytes === null) throw new RangeError(`"${name}" is not there`);
    return bytes;
  };
  const own = ownExchange(entry, origin, read, (_, wrong) => new Unsupported(`it cannot be read: ${wrong}`));
  const { request, response } = own;
  const method = methodOf(request.method, change);
  // It may have been edited by hand.
  const canonical = (body: Body | null): Body | null => (body?.encoding === "base64" ? bodyOf(bytesOf(body)) : body);
  const body = isBodiless(method, response, change) ? null : canonical(response.body);
  const exchange = {
    request: { ...request, method, body: canonical(request.body) },
    response: { ...response, body },
  };
  const others = fieldsOf(entry.request.headers).filter(([, value]) => !isIssuedAuthorization(value));
  return { origin, authorization: headerOf(others, "authorization"), exchange };
}

// Methods are case-sensitive (RFC 9110, section 9.1).
function methodOf(written: string, change: (text: string) => void): string {
  const method = keptMethod(written, change);
  if (method !== written && !capitalized.has(method))
    change("its method is not in capital letters: kept in them, and a client that sends it otherwise gets a miss");
  return method;
}

/** Methods that `fetch` sends in capital letters, however they are given. @see Fetch, "normalize a method" */
const capitalized: ReadonlySet<string> = new Set(["DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT"]);

function nameOf({ request: { method, url } }: HarEntry): string {
  return shownRequest(method, /^https?:/i.test(url) ? url : `${url.slice(0, url.indexOf(":"))}: URL`);
}

// Returns why an entry is not an exchange with a server.
function unfitness({ request, response, ...entry }: HarEntry, hide: (text: string) => string): string | null {
  if (Array.isArray(entry._webSocketMessages)) {
    const [member, wanted] = messageFlaw(entry) ?? [];
    return member === undefined ? null : `${member} is no message over a WebSocket: wanted ${wanted}`;
  }
  if (/^wss?:/i.test(request.url) || response.status === 101)
    return "it became a web socket, and what was said over it was not kept";
  if (!/^https?:/i.test(request.url)) return "it was not asked of a server";
  if (request.method.toUpperCase() === "CONNECT") return "it opened a tunnel";
  const reason =
    typeof response._error === "string" && response._error !== "" ? ` (${hide(response._error).slice(0, 80)})` : "";
  if (!isAnswer(response.status)) return `nothing answered it: its status is ${response.status}${reason}`;
  return reason === "" ? null : `its answer broke off${reason}`;
}

type Read = Omit<ImportedExchange, "place" | "origin"> & { readonly origin: string };

/** @throws Unsupported if it is incomplete, or cannot be read. */
function readOne(entry: HarEntry, sidecar: SidecarReader, countsBytes: boolean, change: (text: string) => void): Read {
  const { request, response } = entry;
  const { origin, target, userInfo } = urlParts(request.url.replace(/^ws/i, "http"));
  const said = conversationOf(entry);
  const upgrade: HeaderList = said === null ? [] : [["upgrade", "websocket"]];
  const listed = fieldsOf(apart(request.headers)).filter(([name]) => said === null || name !== "upgrade");
  const sent = sendable([...listed, ...upgrade], change);
  const method = methodOf(request.method, change);
  let headers = sendable(fieldsOf(apart(response.headers)), change);
  let { status } = response;

  const asked = foreignBody(sentContent(request, change), sent, sidecar, "the body of its request");
  if (asked === missing) throw new Unsupported("the body of its request was not kept");
  const content = response.content ?? {};
  let answered = foreignBody(content, headers, sidecar, "the body of its answer");
  const bodiless = method === "HEAD" || bodilessStatuses.has(status);
  if (said !== null) answered = null;
  if (answered === missing && !bodiless) {
    const bytes = weight(content, headers);
    throw new Unsupported(`the body of its answer was not kept${bytes > 0 ? ` (${bytes} bytes)` : ""}`);
  }
  if (answered === missing) answered = null;

  if (status === 304 && answered !== null) {
    // A browser shows what its cache had. The server sent no body.
    const conditional = sent.some(([name]) => name === "if-none-match" || name === "if-modified-since");
    if (conditional) answered = null;
    else status = 200;
    change(
      conditional
        ? "its 304 has a body, which came from the browser's cache: kept without"
        : "its 304 has a body and its request no condition, for the browser's cache answered: kept as a 200",
    );
  }
  if (isBodiless(method, { status, body: answered }, change)) answered = null;
  // A tool that received all of it says so; its text was then edited by hand.
  const received = countOf(content.size) >= (Number(headerOf(headers, "content-length")) || 0);
  const broken = countsBytes && !received ? shortfall(headers, answered, method) : null;
  if (broken !== null) throw new Unsupported(broken);
  const charset = /;\s*charset="?([\w-]+)/i.exec(headerOf(headers, "content-type") ?? "")?.[1]?.toLowerCase();
  if (
    answered?.encoding === "utf8" &&
    charset !== undefined &&
    !/^(?:utf-?8|us-ascii|ascii)$/.test(charset) &&
    !content.encoding
  ) {
    headers = headers.map(([name, value]) => [
      name,
      name === "content-type" ? value.replace(/(charset="?)[\w-]+/i, "$1utf-8") : value,
    ]);
    change(`its text was in ${charset} and is kept in UTF-8`);
  }
  const { authorization, request: made } = requestApart({ method, target, sent, body: asked }, userInfo);
  const given = said
    ? { status: 101, headers: headers.filter(([name]) => !handshake.test(name)), body: null, ...said }
    : { status, headers, ...(flowFlaw(response) === null && flowIn(response)), body: answered };
  const named = typeof request._session === "string" ? { ...made, session: request._session } : made;
  return { origin, authorization, exchange: { request: named, response: given } };
}

// Headers of one connection, which say nothing about the conversation over it: RFC 6455, section 4.2.2.
const handshake = /^(?:connection|upgrade|sec-websocket-(?:accept|extensions|version))$/;

/**
 * Returns the conversation over an entry's WebSocket; null if it opened none. Some tools list errors among the
 * messages.
 */
function conversationOf({ _webSocketMessages: said, ...entry }: HarEntry): ReturnType<typeof messagesIn> | null {
  if (!Array.isArray(said)) return null;
  return messagesIn({ ...entry, _webSocketMessages: said } as WrittenConversation, startOf(entry) || 0);
}

// Tools that use Chromium's own protocol join repeated headers with a line feed.
function apart(headers: readonly NameValue[]): readonly NameValue[] {
  return headers.flatMap(({ name, value }) =>
    // Polly.js 1 writes values as lists, and 6 a number as its client gave it.
    [value].flat().flatMap((each) =>
      String(each)
        .split("\n")
        .map((one) => ({ name, value: one })),
    ),
  );
}

const missing = Symbol("a body that was not kept");

function foreignBody(
  content: HarContent,
  headers: HeaderList,
  sidecar: SidecarReader,
  name: string,
): Body | null | typeof missing {
  const { _file, text } = content;
  if (typeof _file === "string") {
    const bytes = /^[\w.-]+$/.test(_file) ? sidecar(_file) : null;
    if (bytes === null) return missing;
    if (countOf(content.size) > 0 && content.size !== bytes.length)
      throw new Unsupported(`the file of its body has ${bytes.length} bytes, and ${content.size} were written`);
    return bodyOf(bytes);
  }
  if (!text) return weight(content, headers) > 0 ? missing : null;
  try {
    return harBody(content, headers);
  } catch (error) {
    if (error instanceof RangeError) throw new Unsupported(`${name} cannot be read: ${error.message}`);
    throw error;
  }
}

function weight({ text, size }: HarContent, headers: HeaderList): number {
  // An empty text is an empty body: mitmproxy and the browsers write one.
  return typeof text === "string" ? 0 : Math.max(countOf(size), countOf(Number(headerOf(headers, "content-length"))));
}

// Sizes are not checked, since most tools do not need them.
function countOf(size: unknown): number {
  return typeof size === "number" && size > 0 ? size : 0;
}

function sentContent(
  { method, headers, bodySize, postData }: HarEntry["request"],
  change: (text: string) => void,
): HarContent {
  const { text, textJSON, params, mimeType, _encoding, _file } = postData ?? {};
  if (_file !== undefined) return { _file };
  if (!text && textJSON !== undefined) {
    change("the body of its request was kept as a value (textJSON), and is written as JSON: its bytes may be others");
    return { text: JSON.stringify(textJSON) };
  }
  if (text) return { text, ...(_encoding && { encoding: _encoding }) };
  if (params && params.length > 0 && !/^multipart\//i.test(mimeType ?? "")) {
    const pairs = params.map(({ name, value }) => [name ?? "", value ?? ""]);
    return { text: new URLSearchParams(pairs).toString() };
  }
  const length = Number(headerOf(fieldsOf(headers), "content-length") ?? 0) || 0;
  const bytes = Math.max(countOf(bodySize), length, params?.length ?? 0);
  // A GET has none, whatever a tool counts.
  return /^(?:get|head)$/i.test(method) ? {} : { size: bytes };
}

/**
 * Says that a body is shorter than the answer's own `content-length`. Only if the two are comparable: nothing was
 * compressed, and the text is UTF-8. A byte order mark, which browsers omit, is three bytes.
 */
function shortfall(headers: HeaderList, body: Body | null, method: string): string | null {
  const length = headerOf(headers, "content-length");
  if (length === null || body === null || method === "HEAD" || headerOf(headers, "content-encoding") !== null)
    return null;
  if (/charset=(?!"?utf-?8)/i.test(headerOf(headers, "content-type") ?? "")) return null;
  const found = bytesOf(body).length;
  return found + 3 < Number(length) ? `its answer broke off, after ${found} of ${length} bytes` : null;
}
