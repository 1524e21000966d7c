import { Buffer } from "node:buffer";
import { fromBase64, heldBody } from "../body/body.ts";
import { anonymous, anyToken, type Body, type Exchange, type HeaderList, type RecordedRequest } from "../exchange.ts";
import { headerList, headerOf } from "../http/headers.ts";
import { reasonPhrases } from "../http/reason-phrase.ts";
import { placeholderFor } from "../redact/placeholder.ts";
import { rememberLast } from "../text/remember-last.ts";
import { flowMembers } from "./chunks.ts";
import { messageMembers } from "./messages.ts";

/** An entry as it is written, with the members of HAR 1.2 only. */
interface WrittenEntry {
  readonly cache: object;
  readonly request: object;
  readonly response: object;
  readonly startedDateTime: string;
  readonly time: number;
  readonly timings: object;
  readonly _webSocketMessages?: object;
}

/** `response.content` as it is written; without `text` if there is no body. */
interface WrittenContent {
  readonly encoding?: "base64";
  readonly mimeType: string;
  readonly size: number;
  readonly text?: string;
}

/**
 * Builds a HAR 1.2 entry of an exchange, with sorted members: for the files that tapedeck keeps (`har.ts`) and for
 * those that it exports (`formats/har/write.ts`). Bodies are written as they are given.
 * @param recordedAt Epoch seconds.
 * @param content The value of `response.content`; null if headers and bodies, also those of the request, are written
 *   elsewhere.
 * @see HAR 1.2, "entries"
 */
export function harEntryOf(
  { request, response }: Exchange,
  origin: string,
  recordedAt: number,
  content: object | null,
): WrittenEntry {
  // An absolute target was for another origin.
  const url = request.target.startsWith("/") ? origin + request.target : request.target;
  // A body that is not written is not read.
  const sent = content === null ? null : heldBody(request.body);
  return {
    ...messageMembers(response, recordedAt),
    cache: {},
    request: {
      bodySize: byteLength(request.body),
      cookies: [],
      headers: content && nameValues(headerList([...request.headers, ...authorizationMark(request)])),
      headersSize: -1,
      httpVersion: "HTTP/1.1",
      method: request.method,
      ...(sent && {
        postData: {
          ...(sent.encoding === "base64" && { _encoding: "base64" as const }),
          mimeType: headerOf(request.headers, "content-type") ?? "",
          params: [],
          text: sent.text,
        },
      }),
      queryString: url.includes("?") ? [...new URL(url).searchParams].map(([name, value]) => ({ name, value })) : [],
      url,
      ...(request.session !== undefined && { _session: request.session }),
    },
    response: {
      ...flowMembers(response),
      bodySize: -1,
      content,
      cookies: [],
      headers: content && nameValues(response.headers),
      headersSize: -1,
      httpVersion: "HTTP/1.1",
      redirectURL: headerOf(response.headers, "location") ?? "",
      status: response.status,
      statusText: response.reason ?? reasonPhrases[response.status] ?? "",
    },
    startedDateTime: isoTime(recordedAt),
    time: 0,
    timings: { blocked: -1, connect: -1, dns: -1, receive: 0, send: 0, ssl: -1, wait: 0 },
  };
}

export const isoTime: (seconds: number) => string = rememberLast((seconds: number) =>
  new Date(seconds * 1000).toISOString(),
);

/** Returns the members of `response.content` that HAR 1.2 has for a body. */
export function harContentOf(raw: Body | null, headers: HeaderList): WrittenContent {
  const body = heldBody(raw);
  return {
    ...(body?.encoding === "base64" && { encoding: "base64" as const }),
    mimeType: headerOf(headers, "content-type") ?? "",
    size: byteLength(body),
    ...(body && { text: body.text }),
  };
}

/** Returns the header with the mark for a principal's credential; none where the headers tell it already. */
export function authorizationMark({ principal, headers }: Pick<RecordedRequest, "principal" | "headers">): HeaderList {
  const isTold = principal === anyToken && headerOf(headers, "authorization") !== null;
  return principal === anonymous || isTold ? [] : [["authorization", placeholderFor(principal)]];
}

// Polly.js keeps one value for a name unless told that it came as a list.
function nameValues(headers: HeaderList): object[] {
  const counts = new Map<string, number>();
  for (const [name] of headers) counts.set(name, (counts.get(name) ?? 0) + 1);
  return headers.map(([name, value]) => {
    return counts.get(name) === 1 ? { name, value } : { _fromType: "array", name, value };
  });
}

function byteLength(body: Body | null): number {
  if (body === null) return 0;
  if (body.encoding === "file") return body.bytes;
  return body.encoding === "utf8" ? Buffer.byteLength(body.text) : fromBase64(body.text).length;
}
