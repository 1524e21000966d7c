import { hash } from "node:crypto";
import { fromBase64 } from "../body.ts";
import type { Body, Exchange, Tape } from "../exchange.ts";
import { fieldsOf, readEntries } from "../formats/har/entries.ts";
import { isAnswer, principalOf } from "../formats/imported.ts";
import type { ImportedExchange } from "../formats/types.ts";
import { headerOf } from "../headers.ts";
import { RecordingSyntaxError } from "../recording-error.ts";
import { authorizationOf, harContentOf, harEntryOf, urlOf } from "./entry.ts";
import { entryError, formatVersion, type HarEntry, parseHar } from "./parse.ts";
import { shown } from "./validate.ts";

/** The origin of a recording that holds nothing. */
const nowhere = "http://localhost";

export { entryFlaws, type Har, type HarEntry } from "./parse.ts";
export type { EntryFlaw } from "./validate.ts";

/**
 * Reads a HAR file's text as a tape. Takes HAR from any tool, in its own dialect; what it cannot use, as requests that
 * nothing answered and answers whose body was not kept, it leaves out (`readHar` in `@tapedeck/tape/formats` says what). A
 * credential in a file of another tool is not taken over: the principal is then `token`.
 * @param file The name that errors give.
 * @throws RecordingSyntaxError if the text is no JSON, no HAR, or written by a newer tapedeck, or if an entry has a
 * method, URL, header or status that is none.
 * @example
 * const tape = fromHar(await readFile(file, "utf8"), file);
 */
export function fromHar(text: string, file: string): Tape {
  const { log } = parseHar(text, file);
  const foreign = log._tapedeck === undefined ? readEntries(log).found : null;
  const first = log.entries[0];
  const origin = log._tapedeck?.origin ?? foreign?.[0]?.origin ?? nowhere;
  const recordedAt = log._tapedeck?.recordedAt ?? (foreign?.length === 0 ? 0 : (first?.startedDateTime ?? 0));
  // Of any type, and an object may throw where it is taken for text.
  const milliseconds = typeof recordedAt === "object" ? Number.NaN : new Date(recordedAt).getTime();
  if (Number.isNaN(milliseconds)) {
    throw new RecordingSyntaxError(
      file,
      `it has no date in recordedAt or startedDateTime (found ${shown(recordedAt)}); mend it`,
    );
  }
  return {
    name: typeof log._recordingName === "string" ? log._recordingName : file,
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
  const { head, between, tail, empty } = harFrame(tape);
  if (tape.exchanges.length === 0) return empty;
  const ordered = countById();
  const entries = tape.exchanges.map((exchange) => {
    const { id, before, after } = harEntry(exchange, tape);
    return before + ordered(id) + after;
  });
  return head + entries.join(between) + tail;
}

/** What tells a tape from others that hold the same. */
export type TapeLabel = Omit<Tape, "exchanges">;

/** The text around the entries of a file, between two of them, and of a file that has none. */
export interface HarFrame {
  readonly head: string;
  readonly between: string;
  readonly tail: string;
  readonly empty: string;
}

/**
 * What {@link toHar} writes around the entries, for whoever writes a long tape piece by piece.
 * @example
 * const { head, between, tail } = harFrame(tape);
 */
export function harFrame({ name, origin, recordedAt }: TapeLabel): HarFrame {
  const log = {
    _recordingName: name,
    _tapedeck: { format: formatVersion, origin, recordedAt: isoTime(recordedAt) },
    // Polly.js refuses a recording by another creator.
    creator: { comment: "tapedeck", name: "Polly.JS", version: "6.0.6" },
    entries: [],
    pages: [],
    version: "1.2",
  };
  const empty = `${JSON.stringify({ log }, null, 2)}\n`;
  const at = empty.lastIndexOf("[]", empty.indexOf('\n    "pages"'));
  return {
    head: `${empty.slice(0, at)}[\n      `,
    between: ",\n      ",
    tail: `\n    ]${empty.slice(at + 2)}`,
    empty,
  };
}

/** The text of an entry, around its `_order`: how many entries of the same id stand before it in the file. */
export interface HarEntryText {
  readonly id: string;
  readonly before: string;
  readonly after: string;
}

/**
 * What {@link toHar} writes for an exchange.
 * @example
 * const { id, before, after } = harEntry(exchange, tape);
 */
export function harEntry(exchange: Exchange, { origin, recordedAt }: TapeLabel): HarEntryText {
  const entry = entryOf(exchange, origin, isoTime(recordedAt));
  const text = JSON.stringify(entry, null, 2)
    .replace('\n    "content": null', () => `\n    "content": ${onOneLine(contentOf(exchange))}`)
    .replaceAll("\n", "\n      ");
  // What comes before the number is a digest: nothing that could look like it.
  const at = text.indexOf('"_order": 0') + '"_order": '.length;
  return { id: entry._id, before: text.slice(0, at), after: text.slice(at + 1) };
}

/** Makes a function that says how many entries of an id stand before the one that it is asked for. */
export function countById(): (id: string) => number {
  const asked = new Map<string, number>();
  return (id) => {
    const order = asked.get(id) ?? 0;
    asked.set(id, order + 1);
    return order;
  };
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
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

function within({ origin, exchange }: ImportedExchange, tapeOrigin: string): Exchange {
  const { request, response } = exchange;
  return {
    request: { ...request, target: origin === tapeOrigin ? request.target : `${origin}${request.target}` },
    response,
  };
}

function entryOf(exchange: Exchange, origin: string, startedDateTime: string) {
  const { method, target, principal, body } = exchange.request;
  const authorization = Object.fromEntries(authorizationOf(principal));
  return {
    _id: pollyId(method, new URL(urlOf(target, origin)), authorization, body?.text),
    _order: 0,
    // See `harEntry`.
    ...harEntryOf(exchange, origin, startedDateTime, null),
  };
}

function contentOf({ request, response }: Exchange): object {
  return { _digest: digestOf({ request, response }), ...harContentOf(response.body, response.headers) };
}

// What changes with a body stands on its line: one changed field is a diff of one line.
function onOneLine(object: object): string {
  const members = Object.entries(object).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `{ ${members.join(", ")} }`;
}

/**
 * The id under which Polly.js looks an entry up: the MD5 of the request's identifiers, in the order of their keys.
 * Polly.js finds the entries of a tape when it is told to match by these parts alone; see `matchRequestsBy` in
 * `@tapedeck/record`.
 */
function pollyId(method: string, url: URL, headers: Readonly<Record<string, string>>, body?: string): string {
  // The query as a fragment: Polly.js rewrites queries by rules of its own ("+", brackets, keys without a value).
  if (url.search !== "") {
    url.searchParams.sort();
    url.hash = url.search;
    url.search = "";
  }
  return hash("md5", JSON.stringify({ body, headers, method, url: url.href }));
}

// Anybody may edit a recording by hand; that it was edited should show. One an entry, so that merges stay clean.
function digestOf({ request, response }: Exchange): string {
  const { method, target, principal, headers } = request;
  const asked = [method, target, principal, headers, digested(request.body)];
  const parts = [...asked, response.status, response.headers, digested(response.body)];
  return hash("sha256", JSON.stringify(parts)).slice(0, 32);
}

function digested(body: Body | null): Body | null {
  return body && { encoding: body.encoding, text: body.text };
}
