import { createHash } from "node:crypto";
import { bodyOf, bytesOf, fromBase64 } from "./body.ts";
import {
  anonymous,
  anyToken,
  type Body,
  type Exchange,
  type HeaderList,
  type Principal,
  type Tape,
} from "./exchange.ts";
import { headerList, headerOf } from "./headers.ts";
import { reasonPhrases } from "./reason-phrase.ts";
import { RecordingSyntaxError } from "./recording-error.ts";
import { createScrubber } from "./scrub.ts";

/** The version of what tapedeck itself adds to HAR; a file with a higher one is refused. */
const formatVersion = 1;

/** The origin of a recording that holds nothing. */
const nowhere = "http://localhost";

interface NameValue {
  readonly name: string;
  readonly value: string;
}

/** The part of HAR 1.2 that a recording needs, with the members that Polly.js adds (`_id`, `_order`, …). */
export interface Har {
  readonly log: {
    readonly version: string;
    readonly creator: { readonly name: string; readonly version: string; readonly comment?: string };
    readonly entries: readonly HarEntry[];
    readonly _recordingName?: string;
    readonly _tapedeck?: { readonly format: number; readonly origin: string; readonly recordedAt: string };
  };
}

export interface HarEntry {
  readonly _digest?: string;
  readonly startedDateTime: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly NameValue[];
    readonly postData?: { readonly text?: string; readonly _encoding?: "base64" };
  };
  readonly response: {
    readonly status: number;
    readonly headers: readonly NameValue[];
    readonly content?: { readonly text?: string; readonly encoding?: string };
  };
}

/**
 * Reads a HAR file's text as a tape. Takes HAR 1.2 from any tool; what it does not know it leaves out, and so it does
 * with requests that nothing answered. A credential
 * in a file of another tool is not taken over: the principal is then `token`.
 * @param file The name that errors give.
 * @throws RecordingSyntaxError if the text is no JSON, no HAR, or written by a newer tapedeck.
 * @example
 * const tape = fromHar(await readFile(file, "utf8"), file);
 */
export function fromHar(text: string, file: string): Tape {
  const { log } = parse(text, file);
  const foreign = log._tapedeck === undefined;
  const entries = log.entries.map((entry, at) => checked(entry, at, file)).filter(isAnswered);
  const first = entries[0];
  const origin = log._tapedeck?.origin ?? (first ? new URL(first.request.url).origin : nowhere);
  const recordedAt = log._tapedeck?.recordedAt ?? first?.startedDateTime ?? 0;
  const milliseconds = new Date(recordedAt).getTime();
  if (Number.isNaN(milliseconds)) {
    const found = JSON.stringify(recordedAt);
    throw new RecordingSyntaxError(file, `it has no date in recordedAt or startedDateTime (found ${found}); mend it`);
  }
  return {
    name: log._recordingName ?? file,
    origin,
    recordedAt: Math.floor(milliseconds / 1000),
    exchanges: entries.map((entry) => exchangeOf(entry, origin, foreign)),
  };
}

/**
 * Writes a tape as the text of a HAR 1.2 file that Polly.js reads too: keys sorted, two spaces, one line feed at the
 * end. The same tape gives the same text. {@link fromHar} undoes it.
 * @example
 * await writeFile(file, toHar(tape));
 */
export function toHar(tape: Tape): string {
  const recordedAt = new Date(tape.recordedAt * 1000).toISOString();
  const asked = new Map<string, number>();
  const entries = tape.exchanges.map((exchange) => {
    const entry = entryOf(exchange, tape.origin, recordedAt);
    const order = asked.get(entry._id) ?? 0;
    asked.set(entry._id, order + 1);
    return { ...entry, _order: order };
  });
  const log = {
    _recordingName: tape.name,
    _tapedeck: { format: formatVersion, origin: tape.origin, recordedAt },
    // Polly.js refuses a recording by another creator.
    creator: { comment: "tapedeck", name: "Polly.JS", version: "6.0.6" },
    entries,
    pages: [],
    version: "1.2",
  };
  return `${JSON.stringify({ log }, sortedKeys, 2)}\n`;
}

function parse(text: string, file: string): Har {
  let har: unknown;
  try {
    // HAR 1.2: "a reader MUST ignore a byte order mark".
    har = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw new RecordingSyntaxError(file, `${breakIn(text)}; restore it from version control, or record it again`);
  }
  const log = (har as Har | null)?.log;
  if (!Array.isArray(log?.entries)) {
    throw new RecordingSyntaxError(file, "it has no log.entries, so it is no HAR file; move it out of the recordings");
  }
  const format = log._tapedeck?.format ?? formatVersion;
  if (format > formatVersion) {
    throw new RecordingSyntaxError(
      file,
      `it has format ${format}, and this tapedeck knows formats up to ${formatVersion}; update tapedeck`,
    );
  }
  return { log };
}

// The engine's own message is left out, and its error with it: they quote the text, and that may hold a secret.
function breakIn(text: string): string {
  if (text.trim() === "") return "it is empty";
  const conflict = text.split("\n").findIndex((line) => /^(?:<{7}|={7}|>{7})(?:\s|$)/.test(line));
  if (conflict !== -1) return `it holds a merge conflict, at line ${conflict + 1}`;
  return text.trimEnd().endsWith("}") ? "it is no JSON" : "it is not whole: it ends in the middle";
}

function checked(entry: HarEntry, at: number, file: string): HarEntry {
  const { request, response } = (entry ?? {}) as Partial<HarEntry>;
  const wrong =
    typeof request?.method !== "string"
      ? "no request.method"
      : !URL.canParse(request.url)
        ? `no absolute URL in request.url (found ${createScrubber().text(JSON.stringify(request.url) ?? "nothing")})`
        : !areFields(request.headers)
          ? "no request.headers"
          : !Number.isInteger(response?.status)
            ? "no response.status"
            : !areFields(response?.headers)
              ? "no response.headers"
              : !isContent(request.postData?.text, request.postData?._encoding)
                ? "a request body that cannot be read"
                : !isContent(response?.content?.text, response?.content?.encoding)
                  ? "a response body that cannot be read"
                  : null;
  if (wrong !== null) throw new RecordingSyntaxError(file, `entry ${at + 1} has ${wrong}; record it again`);
  return entry;
}

function areFields(headers: unknown): boolean {
  return (
    Array.isArray(headers) &&
    headers.every((field) => typeof field?.name === "string" && typeof field?.value === "string")
  );
}

function isContent(text: unknown, encoding: unknown): boolean {
  if (typeof text !== "string") return text === undefined || text === null;
  try {
    return encoding !== "base64" || fromBase64(text) !== null;
  } catch {
    return false;
  }
}

// Browsers also list requests that were blocked (status 0) or became a web socket (101): nothing answers them.
function isAnswered({ response: { status } }: HarEntry): boolean {
  return status >= 200 && status <= 599;
}

function exchangeOf({ request, response }: HarEntry, origin: string, foreign: boolean): Exchange {
  const { postData } = request;
  const requestHeaders = fieldsOf(request.headers);
  const credential = headerOf(requestHeaders, "authorization");
  return {
    request: {
      method: request.method.toUpperCase(),
      target: request.url.startsWith(`${origin}/`) ? request.url.slice(origin.length) : request.url,
      principal: principalOf(credential),
      headers: requestHeaders.filter(([name]) => name !== "authorization"),
      body: bodyFrom(postData?.text, postData?._encoding, foreign),
    },
    response: {
      status: response.status,
      headers: fieldsOf(response.headers),
      body: bodyFrom(response.content?.text, response.content?.encoding, foreign),
    },
  };
}

function principalOf(credential: string | null): Principal {
  if (credential === null) return anonymous;
  return /^\[([^[\]]+)\]$/.exec(credential)?.[1] ?? anyToken;
}

// Browsers write text as base64 too.
function bodyFrom(text: string | undefined, encoding: string | undefined, foreign: boolean): Body | null {
  if (!text) return null;
  if (encoding !== "base64") return { encoding: "utf8", text };
  return foreign ? bodyOf(fromBase64(text)) : { encoding, text };
}

// Browsers list HTTP/2's pseudo-headers (":method") among the others.
function fieldsOf(headers: readonly NameValue[]): HeaderList {
  return headerList(headers.filter(({ name }) => !name.startsWith(":")).map(({ name, value }) => [name, value]));
}

function entryOf({ request, response }: Exchange, origin: string, startedDateTime: string) {
  const url = request.target.startsWith("/") ? origin + request.target : request.target;
  const authorization = request.principal === anonymous ? {} : { authorization: `[${request.principal}]` };
  const query = [...new URL(url).searchParams].map(([name, value]) => ({ name, value }));
  return {
    _digest: digestOf({ request, response }),
    _id: pollyId(request.method, url, authorization, request.body?.text),
    cache: {},
    request: {
      bodySize: request.body === null ? 0 : bytesOf(request.body).length,
      cookies: [],
      headers: nameValues(headerList([...request.headers, ...Object.entries(authorization)])),
      headersSize: -1,
      httpVersion: "HTTP/1.1",
      method: request.method,
      ...(request.body && {
        postData: {
          ...(request.body.encoding === "base64" && { _encoding: "base64" as const }),
          mimeType: headerOf(request.headers, "content-type") ?? "",
          params: [],
          text: request.body.text,
        },
      }),
      queryString: query,
      url,
    },
    response: {
      bodySize: -1,
      content: {
        ...(response.body?.encoding === "base64" && { encoding: "base64" }),
        mimeType: headerOf(response.headers, "content-type") ?? "",
        size: response.body === null ? 0 : bytesOf(response.body).length,
        ...(response.body && { text: response.body.text }),
      },
      cookies: [],
      headers: nameValues(response.headers),
      headersSize: -1,
      httpVersion: "HTTP/1.1",
      redirectURL: headerOf(response.headers, "location") ?? "",
      status: response.status,
      statusText: reasonPhrases[response.status] ?? "",
    },
    startedDateTime,
    time: 0,
    timings: { blocked: -1, connect: -1, dns: -1, receive: 0, send: 0, ssl: -1, wait: 0 },
  };
}

// Polly.js keeps one value a name unless told that the name came as a list.
function nameValues(headers: HeaderList): object[] {
  const repeated = new Set(headers.map(([name]) => name).filter((name, at, names) => names.indexOf(name) !== at));
  return headers.map(([name, value]) => ({ ...(repeated.has(name) && { _fromType: "array" }), name, value }));
}

/**
 * The id under which Polly.js looks an entry up: the MD5 of the request's identifiers, in the order of their keys.
 * Polly.js finds the entries of a tape when it is told to match by these parts alone; see `matchRequestsBy` in
 * `@tapedeck/record`.
 */
function pollyId(method: string, url: string, headers: Readonly<Record<string, string>>, body?: string): string {
  const sorted = new URL(url);
  sorted.searchParams.sort();
  // As a fragment: Polly.js rewrites queries by rules of its own ("+", brackets, keys without a value).
  sorted.hash = sorted.search;
  sorted.search = "";
  return createHash("md5")
    .update(JSON.stringify({ body, headers, method, url: sorted.href }))
    .digest("hex");
}

// Anybody may edit a recording by hand; that it was edited should show. One an entry, so that merges stay clean.
function digestOf({ request, response }: Exchange): string {
  const { method, target, principal } = request;
  const parts = [
    method,
    target,
    principal,
    request.headers,
    request.body,
    response.status,
    response.headers,
    response.body,
  ];
  return createHash("sha256").update(JSON.stringify(parts, sortedKeys)).digest("hex").slice(0, 32);
}

function sortedKeys(_key: string, value: unknown): unknown {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
}
