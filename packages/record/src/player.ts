import {
  bytesOf,
  type Exchange,
  type HeaderList,
  headerOf,
  type InformationalResponse,
  type RecordedResponse,
} from "@tapedeck/tape";
import {
  bodilessStatuses,
  forwardedRequestFields,
  forwardedResponseFields,
  type Rewrite,
  rewriter,
  type SpooledBody,
  saysText,
  streamRewriter,
} from "@tapedeck/tape/internal";
import { UpstreamError } from "@tapedeck/tape/upstream-error";
import { RecorderError } from "./recorder-error.ts";
import { createChunkQueue, type LiveChunk } from "./send/chunk-queue.ts";
import { TooSoonError } from "./send/rate-limiter.ts";
import type { RecordRequest } from "./send/record-request.ts";
import type { ProxiedSocket } from "./send/socket.ts";
import { type RecordedService, rewritten, rewrittenHeaders } from "./send/upstream.ts";

/**
 * Sends a request to the service with the given `Authorization` header; the address is the one that the client asked.
 */
type Send = (question: RecordRequest, authorization: string | null, address: string) => Promise<Exchange>;

/**
 * Opens a WebSocket at the service and records its messages; returns an exchange if the service gives another answer.
 */
type Connect = (
  question: RecordRequest,
  authorization: string | null,
  address: string,
) => Promise<ProxiedSocket | Exchange>;

/** A request as a server passes it in. */
export interface ProxiedRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Uint8Array | SpooledBody | null;
  /** Scheme, host and port that the client asked. */
  readonly base: string;
}

/** A response as a server sends it. */
export interface ProxiedResponse {
  readonly kind?: undefined;
  readonly status: number;
  readonly reason?: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array<ArrayBuffer> | null;
}

/** A response that a server streams. */
interface ProxiedStream {
  readonly kind: "stream";
  readonly status: number;
  readonly reason?: string;
  readonly headers: HeaderList;
  readonly body: null;
  readonly chunks: AsyncIterable<LiveChunk> | Iterable<LiveChunk>;
  /** Informational responses before it, and trailers after its body: a function if they are known only then. */
  readonly informational?: readonly InformationalResponse[];
  readonly trailers?: HeaderList | (() => HeaderList);
  /** Must be called when the server has finished with it: if the client is gone, its recording ends too. */
  readonly ended: (ending: "sent" | "aborted" | "broken") => void;
  /** Resolves to what was stored of it. */
  readonly recorded?: Promise<RecordedResponse>;
}

/** Sends a client's request to the service, and records both sides. */
export interface RecordingHandler {
  (request: Request): Promise<Response>;
  /** Does the same for servers: a `Request` cannot hold the body of a GET. */
  readonly answer: (request: ProxiedRequest) => Promise<ProxiedResponse | ProxiedStream | ProxiedSocket>;
}

/**
 * Makes a handler of a recorder. If the service gives no answer, the client gets a 502; if the rate limit leaves
 * nothing to spend, a 429; if the folder cannot be written, a 500. These are ours, and are not recorded.
 */
export function createRecordingPlayer(
  send: Send,
  connect: Connect,
  upstream: RecordedService,
  rewriteLinks: boolean,
): RecordingHandler {
  const answer: RecordingHandler["answer"] = async ({ method, target, headers, body, base: address }) => {
    const { base, origin: written } = upstream;
    const fields = Object.entries(headers).flatMap(([name, value]) => {
      if (value === undefined) return [];
      const text = [value].flat().join(", ");
      // A server refuses to move a file to another server: RFC 4918, section 9.9.4.
      return [[name, name === "destination" ? text.replace(address, base) : text] as const];
    });
    const ownOrigins = rewriteLinks ? [base, new URL(base).origin, written] : [];
    const rewrite = rewriter(ownOrigins, address);
    const streamed = Promise.withResolvers<ProxiedStream>();
    const question: RecordRequest = {
      method,
      onStream: ({ status, reason, headers, informational = [] }, cut) => {
        const isRewritten = saysText(headers) && rewriteLinks;
        const queue = createChunkQueue(isRewritten ? streamRewriter(ownOrigins, address) : undefined);
        const fields = forwardedResponseFields(rewrittenHeaders(headers, rewrite), method);
        const length =
          isRewritten || headerOf(headers, "content-encoding") ? null : headerOf(headers, "content-length");
        streamed.resolve({
          kind: "stream",
          status,
          ...(reason && { reason }),
          headers: length === null ? fields : [...fields, ["content-length", length]],
          body: null,
          chunks: queue.chunks,
          informational: informational.map((each) => ({ ...each, headers: rewrittenHeaders(each.headers, rewrite) })),
          trailers: () => rewrittenHeaders(queue.trailers(), rewrite),
          ended: (ending) => {
            if (ending !== "sent") cut("client");
            queue.release();
          },
        });
        return queue;
      },
      target,
      // The recorder itself decides these two.
      headers: Object.fromEntries(forwardedRequestFields(fields, ["accept-encoding", "authorization"])),
      body: body ?? new Uint8Array(),
    };
    try {
      const authorization = fields.find(([name]) => name === "authorization")?.[1] ?? null;
      if (method === "GET" && /^websocket$/i.test(String(headers["upgrade"]))) {
        const came = await connect(question, authorization, address);
        return "kind" in came ? relinked(came, rewrite) : responseOf(rewritten(came, rewrite));
      }
      const exchange = send(question, authorization, address);
      const whole = exchange.then((came) => responseOf(rewritten(came, rewrite)));
      const recorded = exchange.then(({ response }) => response);
      recorded.catch(() => {});
      return await Promise.race([streamed.promise.then((stream) => ({ ...stream, recorded })), whole]);
    } catch (error) {
      if (error instanceof UpstreamError) return problem(502, "The upstream gave no answer", error, "upstream");
      if (error instanceof RecorderError) return problem(500, "The answer could not be recorded", error, "recorder");
      if (!(error instanceof TooSoonError)) throw error;
      const wait = [["retry-after", String(error.seconds)]] as const;
      return problem(429, "The rate limit is spent down to its reserve", error, "reserve", wait);
    }
  };
  const player = async (request: Request): Promise<Response> => {
    const { origin, pathname, search } = new URL(request.url);
    // A `fetch` opens no WebSocket.
    const { upgrade: _, ...headersLeft } = Object.fromEntries(request.headers);
    const response = await answer({
      method: request.method,
      target: pathname + search,
      headers: headersLeft,
      body: new Uint8Array(await request.arrayBuffer()),
      base: origin,
    });
    const { status, headers } = response;
    const statusText = "reason" in response ? response.reason : undefined;
    const body = response.kind === "stream" ? streamOf(response) : response.body;
    return new Response(body, { status, ...(statusText && { statusText }), headers: headers as [string, string][] });
  };
  return Object.assign(player, { answer });
}

/** Returns a WebSocket whose links lead to where the client asked. */
function relinked(socket: ProxiedSocket, rewrite: Rewrite): ProxiedSocket {
  return {
    ...socket,
    open: (client) =>
      socket.open({
        send: (data) => client.send(typeof data === "string" ? rewrite(data) : data),
        close: (code, reason) => client.close(code, reason),
      }),
  };
}

/** Returns a stream's chunks as a `ReadableStream`, which takes them as it is read. */
function streamOf({ chunks, ended }: ProxiedStream): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reading = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  const source = {
    pull: async (controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) => {
      const { done, value } = await reading.next();
      if (done) controller.close();
      else controller.enqueue(value.bytes);
    },
    cancel: () => ended("aborted"),
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}

function problem(
  status: number,
  title: string,
  { message }: Error,
  kind: string,
  further: HeaderList = [],
): ProxiedResponse {
  const fields = [["content-type", "application/problem+json"], ["x-tapedeck", kind], ...further] as const;
  return sized(status, fields, new TextEncoder().encode(JSON.stringify({ title, status, detail: message })));
}

function responseOf({ request, response }: Exchange): ProxiedResponse | ProxiedStream {
  const { status, reason, headers, body, trailers, informational } = response;
  const said = { status, ...(reason && { reason }) };
  const fields = forwardedResponseFields(headers, request.method);
  if ((trailers || informational) && body?.encoding !== "file") {
    const around = { ...(trailers && { trailers }), ...(informational && { informational }) };
    const length: HeaderList = trailers || body === null ? [] : [["content-length", String(bytesOf(body).length)]];
    const chunks = body === null ? [] : [{ afterMs: 0, bytes: bytesOf(body) }];
    return { kind: "stream", ...said, headers: [...fields, ...length], body: null, ...around, chunks, ended: () => {} };
  }
  if (bodilessStatuses.has(status) || request.method === "HEAD") return { ...said, headers: fields, body: null };
  // A large body was passed on as it came.
  return body?.encoding === "file"
    ? { ...said, headers: fields, body: null }
    : { ...sized(status, fields, bytesOf(body)), ...said };
}

function sized(status: number, headers: HeaderList, body: Uint8Array<ArrayBuffer>): ProxiedResponse {
  return { status, headers: [...headers, ["content-length", String(body.length)]], body };
}
