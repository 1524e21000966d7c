// The outcomes of a request, at every server and interceptor, as plain data: a whole response, a stream, or a
// connection that breaks. Sending them is not done here. Read next: deliver.ts.
import type { HeaderList, InformationalResponse, RecordedResponse } from "@tapedeck/tape";

/** The outcome of a request. This union is closed: servers handle exactly these. */
export type Outcome = OutgoingResponse | StreamedResponse | ConnectionFault | OpenedSocket;

/** How the delivery of an outcome ended: sent completely, aborted by the client, or broken off. */
export type Ending = "sent" | "aborted" | "broken";

/** Fields that every outcome has. */
interface Delivered {
  readonly headers: HeaderList;
  /** Informational responses (103) to send before it, where a server can. */
  readonly informational?: readonly InformationalResponse[];
  /** Called once when the delivery has ended in any way: then what was held for it can be released. */
  readonly ended?: (ending: Ending) => void;
}

/** A whole response, the common case: it has no `kind`. */
export interface OutgoingResponse extends Delivered {
  readonly kind?: undefined;
  readonly status: number;
  /** Its reason phrase. Default: the usual one. */
  readonly reason?: string;
  /** Null where the message has no body: HEAD, 204, 304. */
  readonly body: Uint8Array<ArrayBuffer> | null;
  /** The first part of its headers, if many answers share it. */
  readonly fixed?: FixedHeaders;
}

/** Headers that many answers share, and what a server prepared of them. */
export interface FixedHeaders {
  readonly fields: HeaderList;
  prepared: object | null;
}

/** A part of a body, with its delay. */
export interface Chunk {
  /** Milliseconds after the previous chunk, or after the headers. */
  readonly afterMs: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The chunks of a body that is read in pieces. */
export interface PiecedChunks extends Iterable<Chunk> {
  /** The same for who has sent a chunk before taking the next one, which may overwrite it. */
  passing(): Iterable<Chunk>;
}

/** A stream: its chunks, each taken when the previous one was sent, and their timing. */
interface Flowing extends Delivered {
  readonly body: null;
  readonly chunks: Iterable<Chunk> | AsyncIterable<Chunk> | PiecedChunks;
  /** Makes the pacer when the headers are sent. Default: chunks are sent without waiting. */
  readonly pacer?: () => Pacer;
}

/** A response whose body comes chunk by chunk. */
export interface StreamedResponse extends Flowing {
  readonly kind: "stream";
  readonly status: number;
  /** As in {@link OutgoingResponse}. */
  readonly reason?: string;
  /** Fields to send after the body, where a server can; a function if they are known only then. */
  readonly trailers?: HeaderList | (() => HeaderList);
  /** Resolves to what a recorder stored of it. Default: nothing recorded it. */
  readonly recorded?: Promise<RecordedResponse>;
}

/**
 * How a connection fails: it is reset; it stays open and nothing more comes; or it is closed before the end of the
 * body.
 */
export type FaultKind = "reset" | "stall" | "truncation";

/** A connection that fails after the given chunks. */
export interface ConnectionFault extends Flowing {
  readonly kind: "fault";
  readonly fault: FaultKind;
  /** 0 if it fails before any headers. */
  readonly status: number;
}

/** A WebSocket that opens. */
export interface OpenedSocket extends Delivered {
  readonly kind: "socket";
  readonly status: 101;
  readonly body: null;
  readonly pacer?: () => Pacer;
  /** Starts the conversation, once the connection is open. */
  readonly open: (peer: Peer, wait?: Pacer) => Conversation;
  /** Settles once a live conversation has ended, with its messages; absent in a replay. */
  readonly said?: Promise<Pick<RecordedResponse, "messages" | "closed" | "cut">>;
}

/** The client's end of a WebSocket, as a server holds it. */
export interface Peer {
  /** Sends text or bytes; returns a promise if the client cannot take more for now. */
  send(data: string | Uint8Array<ArrayBuffer>): Promise<void> | undefined;
  /** Closes the connection; without a code it cuts the connection. */
  close(code?: number, reason?: string): void;
  /** Aborted when the connection has ended. */
  readonly gone: AbortSignal;
}

/** Our end of a WebSocket: takes each message of the client and decides how to respond. */
export interface Conversation {
  received(data: string | Uint8Array<ArrayBuffer>): void;
  /** A message of the client broke the protocol or was too long, and the server closes the connection. */
  broken?(): void;
  /** The client closed it. */
  closed(code: number, reason: string): void;
}

/**
 * Waits until a chunk is due; returns undefined if it is due now. Rejects, or resolves early, when the client is gone.
 */
export type Pacer = (afterMs: number, gone: AbortSignal) => Promise<void> | undefined;
