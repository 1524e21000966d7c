// Opens a WebSocket at the service for a client, passes messages on as they come, and returns them once it has ended.
// It knows no files. Read next: recorder.ts.
import type { IncomingMessage } from "node:http";
import type { Conversation, OpenedSocket, Peer } from "@tapedeck/replay";
import {
  bodyOf,
  type Cut,
  type HeaderList,
  headerOf,
  type RecordedClose,
  type RecordedMessage,
  type RecordedResponse,
} from "@tapedeck/tape";
import { decodeContent, hopByHop, rawFields, toBase64 } from "@tapedeck/tape/internal";
import type { RawData, WebSocket } from "ws";
import { createAgents } from "./agents.ts";
import type { WireRequest } from "./transport.ts";

/** A WebSocket that is open at the service, but not yet at the client. */
type LiveSocket = OpenedSocket & { readonly said: Promise<Said> };

/** The messages over a WebSocket, and who closed or cut it. */
type Said = Pick<RecordedResponse, "messages" | "closed" | "cut">;

/** The result of asking for a WebSocket: an open one, or any other answer. */
type SocketAnswer =
  | { readonly kind: "open"; readonly socket: LiveSocket; readonly cut: (why: Cut) => void }
  | { readonly kind: "other"; readonly status: number; readonly headers: HeaderList; readonly bytes: Uint8Array };

/** How long a conversation may be, and how long the service may take to accept it. */
export interface SocketBounds {
  readonly timeoutSeconds: number;
  /** Maximum bytes of all messages; beyond them it is cut. None: messages are passed on, and not stored. */
  readonly maxBytes: number;
}

/** Longest message that is passed on without being stored, in bytes. */
const longestPassed = 64 * 1024 * 1024;

/** Bytes that a message counts besides its content. */
const perMessage = 64;

/**
 * Asks the service for a WebSocket.
 * @throws Error with a `code` if nothing answers.
 */
export async function askForSocket(
  { url, target, headers }: WireRequest,
  { timeoutSeconds, maxBytes }: SocketBounds,
): Promise<SocketAnswer> {
  const { WebSocket } = await import("ws");
  const address = (url.origin + target).replace(/^http/, "ws");
  const { "sec-websocket-protocol": wanted = "", ...rest } = headers;
  const fields = Object.fromEntries(
    Object.entries(rest).filter(([name]) => !/^(?:sec-websocket-.*|accept-encoding|content-length)$/.test(name)),
  );
  const protocols = wanted.split(",").flatMap((each) => each.trim() || []);
  const upstream = new WebSocket(address, protocols, {
    headers: fields,
    handshakeTimeout: timeoutSeconds * 1000,
    maxPayload: maxBytes || longestPassed,
    perMessageDeflate: false,
    agent: createAgents(false).for(url),
  });
  upstream.binaryType = "arraybuffer";
  const { promise, resolve, reject } = Promise.withResolvers<SocketAnswer>();
  let response: HeaderList = [];
  upstream.once("upgrade", (message) => {
    response = handshakeHeaders(message);
  });
  upstream.once("open", () => {
    upstream.pause();
    resolve(opened(upstream, response, maxBytes));
  });
  upstream.once("unexpected-response", (request, message) => {
    wholeOf(message, maxBytes || longestPassed).then((bytes) => {
      request.destroy();
      resolve({ kind: "other", status: message.statusCode ?? 502, headers: handshakeHeaders(message), bytes });
    }, reject);
  });
  upstream.on("error", reject);
  return await promise;
}

/** Reads the answer of a service in place of a WebSocket, with its body decoded. */
export async function otherAnswer({
  status,
  headers,
  bytes,
}: Extract<SocketAnswer, { readonly kind: "other" }>): Promise<RecordedResponse> {
  const decoded = await decodeContent(bytes, headerOf(headers, "content-encoding") ?? "").catch(() => bytes);
  return { status, headers, body: bodyOf(decoded) };
}

function opened(upstream: WebSocket, headers: HeaderList, maxBytes: number): SocketAnswer {
  const messages: RecordedMessage[] = [];
  const over = Promise.withResolvers<Said>();
  let closed: RecordedClose | null = null;
  let cut: Cut | null = null;
  let isTooLong = false;
  let last = performance.now();
  let left = maxBytes;
  const keep = (from: RecordedMessage["from"], data: string | Uint8Array<ArrayBuffer>): boolean => {
    if (maxBytes === 0) return true;
    left -= data.length + perMessage;
    if (left < 0) return false;
    const time = performance.now();
    const body =
      typeof data === "string"
        ? ({ encoding: "utf8", text: data } as const)
        : { encoding: "base64" as const, text: toBase64(data) };
    messages.push({ from, afterMs: Math.round(time - last), data: body });
    last = time;
    return true;
  };
  const end = (why: Cut): void => {
    cut ??= why;
    upstream.terminate();
  };
  const open = (client: Peer): Conversation => {
    upstream.on("message", (raw, isBinary) => {
      const data = dataOf(raw, isBinary);
      if (!keep("server", data)) return end("bound");
      const drained = client.send(data);
      if (drained === undefined) return;
      upstream.pause();
      drained.then(() => upstream.resume());
    });
    // Too long for us, and so for the client, as in a replay.
    upstream.on("close", (code, reason) => client.close(isTooLong ? 1009 : code, reason.toString()));
    upstream.resume();
    return {
      received(data) {
        if (keep("client", data)) upstream.send(data);
        else end("bound");
      },
      broken() {
        this.closed(1009, "its message was too long, or broke the protocol");
      },
      closed(code, reason) {
        if (closed !== null || upstream.readyState !== upstream.OPEN) return;
        if (code === 1006) cut ??= "client";
        else closed = { from: "client", code, reason };
        if (code === 1005 || code === 1006) upstream.close();
        else upstream.close(code, reason);
      },
    };
  };
  upstream.once("close", (code, reason) => {
    if (closed === null && code === 1006) cut ??= "truncation";
    if (closed === null && cut === null) closed = { from: "server", code, reason: reason.toString() };
    over.resolve({ messages, ...(closed && { closed }), ...(cut && { cut }) });
  });
  // An open one that breaks is reported as closed; a message that is too long breaks it.
  upstream.on("error", ({ code }: NodeJS.ErrnoException) => {
    isTooLong = code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH";
    if (isTooLong) cut ??= "bound";
  });
  return {
    kind: "open",
    cut: end,
    socket: {
      kind: "socket",
      status: 101,
      headers,
      body: null,
      open,
      ended: () => upstream.resume(),
      said: over.promise,
    },
  };
}

function dataOf(raw: RawData, isBinary: boolean): string | Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(raw as ArrayBuffer);
  return isBinary ? bytes : new TextDecoder().decode(bytes);
}

function handshakeHeaders({ rawHeaders }: IncomingMessage): HeaderList {
  const fields = rawFields(rawHeaders).map(([name, value]) => [name.toLowerCase(), value] as const);
  return fields.filter(([name]) => !hopByHop.has(name) && !/^sec-websocket-(?:accept|extensions|version)$/.test(name));
}

async function wholeOf(message: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of message as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > maxBytes) break;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
