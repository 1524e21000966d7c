// The outcomes of a request, at every server and interceptor, as plain data: a whole response, a stream, or a
// connection that breaks. How they are sent is not here. Read next: deliver.ts.
import type { HeaderList, InformationalResponse, RecordedResponse } from "@tapedeck/tape";

/** The outcome of a request. Closed: a server knows these and no others. */
export type Outcome = OutgoingResponse | StreamedResponse | ConnectionFault | OpenedSocket;

/** How the delivery of an outcome ended: sent to its last byte, given up by the client, or broken off. */
export type Ending = "sent" | "aborted" | "broken";

/** Fields that every outcome has. */
interface Delivered {
  readonly headers: HeaderList;
  /** Informational responses (103) sent before it, where a server can. */
  readonly informational?: readonly InformationalResponse[];
  /** Called once when the delivery has ended, however it did: then what was held for it can be released. */
  readonly ended?: (ending: Ending) => void;
}

/** A response whose body is there: the common case, without a `kind`. */
export interface OutgoingResponse extends Delivered {
  readonly kind?: undefined;
  readonly status: number;
  /** Its reason phrase. Default: the usual one. */
  readonly reason?: string;
  /** Null where the message has no body: HEAD, 204, 304. */
  readonly body: Uint8Array<ArrayBuffer> | null;
  /** The headers that it begins with, where they are one list for many answers: a server prepares their bytes once. */
  readonly fixed?: HeaderList;
}

/** A part of a body that comes in time. */
export interface Chunk {
  /** Milliseconds since the chunk before, or since the headers. */
  readonly afterMs: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A stream: its chunks, each taken when the one before was sent, and how time passes between them. */
interface Flowing extends Delivered {
  readonly body: null;
  readonly chunks: Iterable<Chunk> | AsyncIterable<Chunk>;
  /** Makes what waits between chunks, when the headers are sent. Default: no chunk is waited for. */
  readonly pacer?: () => Pacer;
}

/** A response whose body comes chunk by chunk. */
export interface StreamedResponse extends Flowing {
  readonly kind: "stream";
  readonly status: number;
  /** As of a whole one. */
  readonly reason?: string;
  /** Fields that are sent after the body, where a server can; a function where they are known only then. */
  readonly trailers?: HeaderList | (() => HeaderList);
  /** What a recorder keeps of it, once that is on file. Default: no recorder does. */
  readonly recorded?: Promise<RecordedResponse>;
}

/**
 * How a connection fails: it is reset; nothing more comes, and it stays open; or it is closed before the end of the body.
 */
export type FaultKind = "reset" | "stall" | "truncation";

/** A connection that fails, after the chunks that come before. */
export interface ConnectionFault extends Flowing {
  readonly kind: "fault";
  readonly fault: FaultKind;
  /** 0 where it fails before any headers. */
  readonly status: number;
}

/** A WebSocket that opens. */
export interface OpenedSocket extends Delivered {
  readonly kind: "socket";
  readonly status: 101;
  readonly body: null;
  readonly pacer?: () => Pacer;
  /** Begins the conversation, once the connection is open. */
  readonly open: (peer: Peer, wait?: Pacer) => Conversation;
  /** Settles once a live conversation has ended, with its messages; absent for a replay. */
  readonly said?: Promise<Pick<RecordedResponse, "messages" | "closed" | "cut">>;
}

/** The other end of a WebSocket: the client, as a server holds it. */
export interface Peer {
  /** Sends a text or bytes; gives a promise where the client takes no more for now. */
  send(data: string | Uint8Array<ArrayBuffer>): Promise<void> | undefined;
  /** Ends the connection; without a code it is just cut. */
  close(code?: number, reason?: string): void;
  /** Aborted when the connection has ended. */
  readonly gone: AbortSignal;
}

/** Our end of a WebSocket: it takes each of the client's messages and decides how to respond. */
export interface Conversation {
  received(data: string | Uint8Array<ArrayBuffer>): void;
  /** The client closed it. */
  closed(code: number, reason: string): void;
}

/** Waits until a chunk is due; undefined where it is already. Rejects, or resolves early, when the client is gone. */
export type Pacer = (afterMs: number, gone: AbortSignal) => Promise<void> | undefined;
