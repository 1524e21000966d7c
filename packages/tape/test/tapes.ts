import fc from "fast-check";
import { anyPath, anyQuery, anyText, anyUrl } from "../../../.ci/any-text.ts";
import { bodyOf, toBase64 } from "../src/body/body.ts";
import type { Exchange, HeaderList, HeldBody, RecordedRequest, RecordedResponse, Tape } from "../src/exchange.ts";
import { headerList } from "../src/http/headers.ts";

/** A request as recorded: `GET /users/ada` from `anonymous`, unless told otherwise. */
export function request(parts: Partial<RecordedRequest> = {}): RecordedRequest {
  return { method: "GET", target: "/users/ada", principal: "anonymous", headers: [], body: null, ...parts };
}

/** A response as recorded: 200 with a JSON object. */
export function response(parts: Partial<RecordedResponse> = {}): RecordedResponse {
  return { status: 200, headers: json, body: utf8('{"login":"ada"}'), ...parts };
}

/** An exchange, of the parts that matter to a test. */
export function exchange(asked: Partial<RecordedRequest> = {}, answered: Partial<RecordedResponse> = {}): Exchange {
  return { request: request(asked), response: response(answered) };
}

/** The headers of a JSON answer. */
export const json: HeaderList = [["content-type", "application/json; charset=utf-8"]];

/** Headers by name; of a list, one field each. */
export type Fields = Readonly<Record<string, string | readonly string[]>>;

export function fields(of: Fields): HeaderList {
  return Object.entries(of).flatMap(([name, value]) => [value].flat().map((each) => [name, each] as const));
}

/** A text body. */
export function utf8(text: string): HeldBody {
  return { encoding: "utf8", text };
}

/** A tape of exchanges. */
export function tape(...exchanges: readonly Exchange[]): Tape {
  return { name: "users", origin: "https://api.service.example", recordedAt: 1_767_225_600, exchanges };
}

/** Any tape that the project itself can write. */
export function tapes(): fc.Arbitrary<Tape> {
  return fc.record({
    name: fc.string(),
    origin: fc.constantFrom("https://api.service.example", "http://localhost:8080", "http://[::1]:1"),
    recordedAt: fc.integer({ min: 0, max: 4_000_000_000 }),
    exchanges: fc.array(fc.oneof({ weight: 4, arbitrary: exchanges() }, flowingExchanges()), { maxLength: 6 }),
  });
}

/** Any exchange: binary bodies, repeated headers, other origins, any principal. */
export function exchanges(): fc.Arbitrary<Exchange> {
  return fc.record({
    request: fc.record(
      {
        method: fc.constantFrom("GET", "HEAD", "OPTIONS", "POST", "DELETE"),
        target: fc.oneof({ weight: 4, arbitrary: targets() }, anyUrl({ hasQueries: true })),
        principal: fc.oneof(fc.constantFrom("anonymous", "token"), fc.stringMatching(/^[a-z][a-z0-9 ._-]{0,11}$/)),
        headers: headerLists(),
        body: bodies(),
        session: fc.constantFrom("1a2b3c4d5e", "1a2b3c4d5e 6f7a8b9c0d"),
      },
      { requiredKeys: ["method", "target", "principal", "headers", "body"] },
    ),
    response: fc.record({
      status: fc.integer({ min: 200, max: 599 }),
      headers: headerLists(),
      body: bodies(),
    }),
  });
}

/** An exchange whose answer came as a stream, or became a WebSocket. */
export function flowingExchanges(): fc.Arbitrary<Exchange> {
  const afterMs = fc.nat(5000);
  const stream = fc.record({
    parts: fc.array(fc.tuple(fc.string({ minLength: 1 }), afterMs), { minLength: 1, maxLength: 4 }),
    cut: fc.constantFrom(undefined, "client", "bound", "reset", "stall", "truncation"),
  });
  const data = fc.oneof(
    fc.string().map(utf8),
    fc.uint8Array().map((bytes): HeldBody => ({ encoding: "base64", text: toBase64(bytes) })),
  );
  const said = fc.record({
    messages: fc.array(fc.record({ from: fc.constantFrom("client", "server"), afterMs, data }), { maxLength: 4 }),
    closed: fc.option(
      fc.record({ from: fc.constantFrom("client", "server"), code: fc.nat(4999), reason: fc.string() }),
    ),
  });
  return fc.oneof(
    stream.map(({ parts, cut }) => {
      const chunks = parts.map(([text, ms]) => [Buffer.byteLength(text), ms] as const);
      const body = utf8(parts.map(([text]) => text).join(""));
      return exchange({}, { headers: [["content-type", "text/event-stream"]], body, chunks, ...(cut && { cut }) });
    }),
    said.map(({ messages, closed }) =>
      exchange(
        { headers: [["upgrade", "websocket"]] },
        { status: 101, headers: [], body: null, messages, ...(closed && { closed }) },
      ),
    ),
  );
}

/** Any path and query. */
export function targets(): fc.Arbitrary<string> {
  return fc
    .tuple(anyPath(), fc.option(anyQuery()))
    .map(([path, query]) => `/${path.slice(1)}${query === null ? "" : `?${query}`}`);
}

/** Any header fields in their order, some of them repeated. */
export function headerLists(): fc.Arbitrary<HeaderList> {
  const name = fc.oneof(
    fc.constantFrom("accept", "vary", "link", "set-cookie", "etag", "x-ratelimit-limit"),
    fc.stringMatching(/^[a-z][a-z0-9-]{0,9}$/).filter((each) => each !== "authorization"),
  );
  // All that a field may hold, and more; no control character: a line feed would end it.
  const value = anyText().map((any) => any.replace(/[^\t -~\x80-\u{10ffff}]/gu, " "));
  return fc.array(fc.tuple(name, value), { maxLength: 6 }).map((fields) => headerList(fields));
}

/** Any body: none, text in any script, JSON, bytes that are no text. */
export function bodies(): fc.Arbitrary<HeldBody | null> {
  const encoder = new TextEncoder();
  return fc.oneof(
    fc.constant(null),
    fc.uint8Array({ maxLength: 64 }).map(bodyOf),
    anyText().map((text) => bodyOf(encoder.encode(text))),
    fc.json().map((text) => bodyOf(encoder.encode(text))),
  );
}
