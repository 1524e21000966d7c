import { createHash } from "node:crypto";
import { bytesOf, fromBase64 } from "./body.ts";
import { anonymous, type Body, type Exchange, type HeaderList, type Tape } from "./exchange.ts";
import { fieldsOf, isAnswer, principalOf, readEntries } from "./formats/har-entries.ts";
import type { Found } from "./formats/reading.ts";
import { entryError, formatVersion, type HarEntry, parseHar } from "./har-text.ts";
import { headerList, headerOf } from "./headers.ts";
import { reasonPhrases } from "./reason-phrase.ts";
import { RecordingSyntaxError } from "./recording-error.ts";

/** The origin of a recording that holds nothing. */
const nowhere = "http://localhost";

export type { Har, HarEntry } from "./har-text.ts";

/**
 * Reads a HAR file's text as a tape. Takes HAR from any tool, in its own dialect; what it cannot use, as requests that
 * nothing answered and answers whose body was not kept, it leaves out (`readHar` in `@tapedeck/tape/formats` says what). A
 * credential in a file of another tool is not taken over: the principal is then `token`.
 * @param file The name that errors give.
 * @throws RecordingSyntaxError if the text is no JSON, no HAR, or written by a newer tapedeck.
 * @example
 * const tape = fromHar(await readFile(file, "utf8"), file);
 */
export function fromHar(text: string, file: string): Tape {
  const { log } = parseHar(text, file);
  const foreign = log._tapedeck === undefined ? readEntries(log, file).found : null;
  const first = log.entries[0];
  const origin = log._tapedeck?.origin ?? foreign?.[0]?.origin ?? nowhere;
  const recordedAt = log._tapedeck?.recordedAt ?? (foreign?.length === 0 ? 0 : (first?.startedDateTime ?? 0));
  const milliseconds = new Date(recordedAt).getTime();
  if (Number.isNaN(milliseconds)) {
    const found = JSON.stringify(recordedAt);
    throw new RecordingSyntaxError(file, `it has no date in recordedAt or startedDateTime (found ${found}); mend it`);
  }
  return {
    name: log._recordingName ?? file,
    origin,
    recordedAt: Math.floor(milliseconds / 1000),
    exchanges:
      foreign?.map((each) => within(each, origin)) ??
      log.entries.flatMap((entry, at) => (isAnswer(entry.response.status) ? [own(entry, at, file, origin)] : [])),
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
  const log = {
    _recordingName: tape.name,
    _tapedeck: { format: formatVersion, origin: tape.origin, recordedAt },
    // Polly.js refuses a recording by another creator.
    creator: { comment: "tapedeck", name: "Polly.JS", version: "6.0.6" },
    entries: [],
    pages: [],
    version: "1.2",
  };
  const frame = `${JSON.stringify({ log }, sortedKeys, 2)}\n`;
  if (tape.exchanges.length === 0) return frame;
  const asked = new Map<string, number>();
  const remember = tape.exchanges.length > fewExchanges ? rememberedText : entryText;
  const entries = tape.exchanges.map((exchange) => {
    const { id, before, after } = remember(exchange, tape.origin, recordedAt);
    const order = asked.get(id) ?? 0;
    asked.set(id, order + 1);
    return before + order + after;
  });
  const at = frame.lastIndexOf("[]", frame.indexOf('\n    "pages"'));
  return `${frame.slice(0, at)}[\n      ${entries.join(",\n      ")}\n    ]${frame.slice(at + 2)}`;
}

/** The text of an entry, around the number that says how often its request was asked before. */
interface EntryText {
  readonly origin: string;
  readonly recordedAt: string;
  readonly id: string;
  readonly before: string;
  readonly after: string;
}

// Who adds to a long tape writes the same exchanges again and again.
const fewExchanges = 8;
const texts = new WeakMap<Exchange, EntryText>();

function rememberedText(exchange: Exchange, origin: string, recordedAt: string): EntryText {
  const known = texts.get(exchange);
  if (known?.origin === origin && known.recordedAt === recordedAt) return known;
  const text = entryText(exchange, origin, recordedAt);
  texts.set(exchange, text);
  return text;
}

function entryText(exchange: Exchange, origin: string, recordedAt: string): EntryText {
  const entry = entryOf(exchange, origin, recordedAt);
  const text = JSON.stringify({ ...entry, _order: 0 }, sortedKeys, 2).replaceAll("\n", "\n      ");
  // What comes before the number is two digests: nothing that could look like it.
  const at = text.indexOf('"_order": 0') + '"_order": '.length;
  return { origin, recordedAt, id: entry._id, before: text.slice(0, at), after: text.slice(at + 1) };
}

// What tapedeck wrote is taken as it stands.
function own({ request, response }: HarEntry, at: number, file: string, origin: string): Exchange {
  const headers = fieldsOf(request.headers);
  return {
    request: {
      method: request.method,
      target: request.url.startsWith(`${origin}/`) ? request.url.slice(origin.length) : request.url,
      principal: principalOf(headerOf(headers, "authorization")),
      headers: headers.filter(([name]) => name !== "authorization"),
      body: ownBody(request.postData?.text, request.postData?._encoding, () =>
        entryError(file, at, "a request body that cannot be read"),
      ),
    },
    response: {
      status: response.status,
      headers: fieldsOf(response.headers),
      body: ownBody(response.content?.text, response.content?.encoding, () =>
        entryError(file, at, "a response body that cannot be read"),
      ),
    },
  };
}

function ownBody(
  text: string | null | undefined,
  encoding: string | null | undefined,
  wrong: () => Error,
): Body | null {
  if (!text) return null;
  if (encoding !== "base64") return { encoding: "utf8", text };
  try {
    fromBase64(text);
  } catch {
    throw wrong();
  }
  return { encoding, text };
}

function within({ origin, exchange }: Found, tapeOrigin: string): Exchange {
  const { request, response } = exchange;
  return {
    request: { ...request, target: origin === tapeOrigin ? request.target : `${origin}${request.target}` },
    response,
  };
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
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const keys = Object.keys(value);
  return keys.every((key, at) => at === 0 || (keys[at - 1] ?? "") < key)
    ? value
    : Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
