import { hash } from "node:crypto";
import { fromBase64 } from "../body.ts";
import type { Body, Exchange, Tape } from "../exchange.ts";
import { fieldsOf, readEntries } from "../formats/har/entries.ts";
import { isAnswer, principalOf } from "../formats/imported.ts";
import type { ImportedExchange } from "../formats/types.ts";
import { headerOf } from "../headers.ts";
import { RecordingSyntaxError } from "../recording-error.ts";
import { checkRedact } from "../redact/options.ts";
import { flowIn, flowMembers } from "./chunks.ts";
import { authorizationOf, harContentOf, harEntryOf, urlOf } from "./entry.ts";
import type { HarEntry } from "./entry-types.ts";
import { entryError, formatVersion, type Har, parseHar } from "./parse.ts";
import { filedOrder, recordedOrder, withPasses } from "./passes.ts";
import { shown } from "./validate.ts";

/** The origin of a recording that holds nothing. */
const nowhere = "http://localhost";

export type { HarEntry } from "./entry-types.ts";
export { entryFlaws, type Har } from "./parse.ts";
export { comparePositions, passesOf, recordedOrder } from "./passes.ts";
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
    ...(log._tapedeck?.redact && { redact: log._tapedeck.redact }),
    exchanges: foreign?.map((each) => within(each, origin)) ?? ownExchanges(log.entries, file, origin),
  };
}

function ownExchanges(entries: readonly HarEntry[], file: string, origin: string): readonly Exchange[] {
  const order = recordedOrder(entries).filter((at) => isAnswer(entries[at]?.response.status ?? 0));
  return withPasses(
    order.map((at) => own(entries[at] as HarEntry, at, file, origin)),
    order.map((at) => entries[at]?._pass ?? 0),
  );
}

/**
 * Writes a tape as the text of a HAR 1.2 file that Polly.js reads too: entries and keys sorted, two spaces, one line feed
 * at the end. The same tape gives the same text. {@link fromHar} undoes it: `_pass` keeps the order of the exchanges.
 * @example
 * await writeFile(file, toHar(tape));
 */
export function toHar(tape: Tape): string {
  return [...harPieces(tape)].join("");
}

/**
 * Writes what {@link toHar} writes, piece by piece: a long file need not be in memory as one text.
 * @example
 * for (const piece of harPieces(tape)) write(piece);
 */
export function* harPieces({ name, origin, recordedAt, redact, exchanges }: Tape): Iterable<string> {
  const log = {
    _recordingName: name,
    _tapedeck: { format: formatVersion, origin, recordedAt: isoTime(recordedAt), ...(redact && { redact }) },
    // Polly.js refuses a recording by another creator.
    creator: { comment: "tapedeck", name: "Polly.JS", version: "6.0.6" },
    entries: [],
    pages: [],
    version: "1.2",
  };
  const empty = `${JSON.stringify({ log }, null, 2)}\n`;
  if (exchanges.length === 0) {
    yield empty;
    return;
  }
  const at = empty.lastIndexOf("[]", empty.indexOf('\n    "pages"'));
  yield `${empty.slice(0, at)}[\n      `;
  const orders = pollyOrders(exchanges, origin);
  for (const [nth, { exchange, at, pass }] of filedOrder(exchanges).entries()) {
    if (nth > 0) yield ",\n      ";
    const { id, order } = orders[at] ?? { id: "", order: 0 };
    const entry = {
      _id: id,
      _order: order,
      ...(pass > 0 && { _pass: pass }),
      // The content is written below, on one line.
      ...harEntryOf(exchange, origin, isoTime(recordedAt), null),
    };
    yield JSON.stringify(entry, null, 2)
      .replace('\n    "content": null', () => `\n    "content": ${onOneLine(contentOf(exchange))}`)
      .replaceAll("\n", "\n      ");
  }
  yield `\n    ]${empty.slice(at + 2)}`;
}

/**
 * Reads what a recording says of itself from the beginning of its text; null if it is no recording of tapedeck.
 * @example
 * readLabel(toHar(tape))?.redact;
 */
export function readLabel(head: string): Pick<Tape, "redact"> | null {
  const end = head.indexOf(',\n    "creator"');
  try {
    const { log } = JSON.parse(`${head.slice(0, end)}}}`) as Har;
    const redact = log._tapedeck?.redact;
    return log._tapedeck === undefined ? null : redact === undefined ? {} : { redact: checkRedact(redact, "it") };
  } catch {
    return null;
  }
}

/** The id under which Polly.js looks each exchange up, and how many of the same id were recorded before it. */
function pollyOrders(
  exchanges: readonly Exchange[],
  origin: string,
): readonly { readonly id: string; readonly order: number }[] {
  const counts = new Map<string, number>();
  return exchanges.map(({ request: { method, target, principal, body } }) => {
    const url = new URL(urlOf(target, origin));
    const id = pollyId(method, url, Object.fromEntries(authorizationOf(principal)), body?.text);
    const order = counts.get(id) ?? 0;
    counts.set(id, order + 1);
    return { id, order };
  });
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
      ...flowIn(response),
      body: verbatim(
        response.content?._verbatim,
        ownBody(response.content?.text, response.content?.encoding, () =>
          entryError(file, at, "a response body that cannot be read"),
        ),
      ),
    },
  };
}

function verbatim(mark: unknown, body: Body | null): Body | null {
  return body && mark === true ? { ...body, verbatim: true } : body;
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

function contentOf({ request, response }: Exchange): object {
  return {
    _digest: digestOf({ request, response }),
    ...(response.body?.verbatim && { _verbatim: true }),
    ...harContentOf(response.body, response.headers),
  };
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

/**
 * Returns the digest that an entry carries (`_digest`), so that an edit by hand shows. One an entry: merges stay clean.
 * @example
 * digestOf(exchange) === entry.response.content?._digest; // unless it was edited
 */
export function digestOf({ request, response }: Exchange): string {
  const { method, target, principal, headers } = request;
  const asked = [method, target, principal, headers, digested(request.body)];
  const parts = [...asked, response.status, response.headers, digested(response.body)];
  const flow = Object.values(flowMembers(response));
  return hash("sha256", JSON.stringify([...parts, ...flow])).slice(0, 32);
}

function digested(body: Body | null): Body | null {
  return body && { encoding: body.encoding, text: body.text };
}
