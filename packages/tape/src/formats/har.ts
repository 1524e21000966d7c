import { bytesOf } from "../body.ts";
import { canonical } from "../canonical.ts";
import { anonymous, type Body, type Exchange, type HeaderList, type Tape } from "../exchange.ts";
import { type Advice, parseHar } from "../har/parse.ts";
import { headerList, headerOf } from "../headers.ts";
import { compactJson, isJson } from "../json-text.ts";
import { reasonPhrases } from "../reason-phrase.ts";
import { readEntries } from "./har-entries.ts";
import type { Beside, Reading, Written } from "./reading.ts";

const advice: Advice = {
  broken: "export it again from the tool that wrote it",
  other: "name its format with --format nock or --format wiremock, or name another file",
};

/** What a HAR file that tapedeck exported calls its creator. */
const exporter = "tapedeck";

/**
 * Reads a HAR file of any tool: the developer tools of Chromium and Firefox, Playwright, mitmproxy, Polly.js of any
 * version, and whatever else writes HAR 1.1 or 1.2. What it holds is as it was: secrets and all.
 * @param beside Reads a file beside it, as Playwright's `content: "attach"` writes bodies.
 * @throws RecordingSyntaxError saying what was found, where, and what to do.
 * @see HAR 1.2
 * @example
 * const { tool, found, remarks } = readHar(text, "devtools.har");
 */
export function readHar(text: string, file: string, beside?: Beside): Reading {
  const { log } = parseHar(text, file, advice);
  const { found, remarks } = readEntries(log, file, beside);
  const { name, version } = textsOf(log.creator);
  const own = log._tapedeck?.recordedAt ?? (name === exporter ? log.entries[0]?.startedDateTime : undefined);
  const recordedAt = typeof own === "string" ? Date.parse(own) / 1000 : Number.NaN;
  return {
    format: "har",
    tool: `${toolNames[name] ?? (name || "an unnamed tool")}${version === "" ? "" : ` ${version}`}`,
    recordedAt: Number.isInteger(recordedAt) ? recordedAt : null,
    found,
    remarks,
  };
}

// Of any type: a file without a creator has all that is needed.
function textsOf(creator: unknown): { readonly name: string; readonly version: string } {
  const { name, version } = (creator ?? {}) as { readonly name?: unknown; readonly version?: unknown };
  return { name: typeof name === "string" ? name : "", version: typeof version === "string" ? version : "" };
}

const toolNames: Readonly<Record<string, string>> = {
  WebInspector: "Chromium's developer tools",
  "Polly.JS": "Polly.js",
};

/**
 * Writes tapes as one HAR 1.2 file for other tools: bodies as they go over the wire, a principal as the mark `[alias]`
 * in `authorization`. {@link readHar} undoes it; HAR can say all that a tape says, but for the tapes' names.
 * @example
 * await writeFile("all.har", writeHar(tapes).content);
 */
export function writeHar(tapes: readonly Tape[]): Written<string> {
  const entries = tapes.flatMap(({ origin, recordedAt, exchanges }) =>
    exchanges.map((exchange) => entryOf(exchange, origin, new Date(recordedAt * 1000).toISOString())),
  );
  const creator = { name: exporter, version: "1" };
  return {
    content: `${JSON.stringify({ log: { version: "1.2", creator, pages: [], entries } }, null, 2)}\n`,
    remarks: [],
  };
}

function entryOf(exchange: Exchange, origin: string, startedDateTime: string) {
  const { request, response } = canonical(exchange);
  const url = request.target.startsWith("/") ? origin + request.target : request.target;
  const sent = request.body && wire(request.body, request.headers);
  const answered = response.body && wire(response.body, response.headers);
  const authorization: HeaderList =
    request.principal === anonymous ? [] : [["authorization", `[${request.principal}]`]];
  return {
    startedDateTime,
    time: 0,
    request: {
      method: request.method,
      url,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: named(headerList([...request.headers, ...authorization])),
      queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
      ...(sent && {
        postData: {
          mimeType: headerOf(request.headers, "content-type") ?? "",
          ...(sent.encoding === "base64" && { _encoding: "base64" as const }),
          text: sent.text,
        },
      }),
      headersSize: -1,
      bodySize: bytesOf(sent).length,
    },
    response: {
      status: response.status,
      statusText: reasonPhrases[response.status] ?? "",
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: named(response.headers),
      content: {
        size: bytesOf(answered).length,
        mimeType: headerOf(response.headers, "content-type") ?? "",
        text: answered?.text ?? "",
        ...(answered?.encoding === "base64" && { encoding: "base64" }),
      },
      redirectURL: headerOf(response.headers, "location") ?? "",
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: 0, receive: 0 },
  };
}

/** A body as it goes over the wire: JSON without the white space that a recording lays it out with. */
export function wire(body: Body, headers: HeaderList): Body {
  return body.encoding === "utf8" && isJson(headers) ? { encoding: "utf8", text: compactJson(body.text) } : body;
}

function named(headers: HeaderList): object[] {
  return headers.map(([name, value]) => ({ name, value }));
}
