// The messages between a server's threads: the one that decides, and those that hold the sockets. They are plain data,
// cloned on the way. A call is a request with its answer, under a number that the thread with its socket gives it. Read
// next: remote-dispatch.ts (a thread with sockets), call-answerer.ts (the one that decides).
import type { Ending, FaultKind, IncomingRequest, OutgoingResponse, StreamedResponse } from "@tapedeck/replay";
import type { HeaderList } from "@tapedeck/tape";
import type { Failure } from "../server/failure.ts";
import type { Address, ServerOptions } from "../server/server.ts";

/** Settings with which a thread with sockets is started. */
export interface WorkerSettings {
  readonly address: Address;
  readonly options: Pick<ServerOptions, "limits" | "names"> & { readonly compress: boolean };
  readonly steered: boolean;
}

/**
 * A request that is put: its call, and itself or the number under which it was put before. One that may come again has a
 * number; any other has -1.
 */
export type PutRequest = readonly [call: number, ask: IncomingRequest | null, number: number];

/** The common part of many responses. */
export interface SharedPart {
  readonly status: number;
  readonly fixed: HeaderList;
  readonly body: OutgoingResponse["body"];
}

/**
 * A whole response: its call, itself or else the number of what it shares with others, that where it was not told yet, and its
 * other headers, a line each for name and value.
 */
export type WholeReply = readonly [
  call: number,
  whole: Omit<OutgoingResponse, "ended"> | null,
  number: number,
  fresh: SharedPart | null,
  live: string,
  tells: boolean,
];

/** The head of a stream, with its informational responses and trailers. */
interface FlowHead {
  readonly kind: "flow";
  readonly call: number;
  readonly flow: Omit<StreamedResponse, "kind" | "chunks" | "pacer" | "ended" | "trailers"> & {
    readonly trailers?: HeaderList;
  };
  /** How it ends; null for well. */
  readonly fault: FaultKind | null;
}

/** From the thread that decides. */
export type ToWorker =
  | { readonly kind: "replies"; readonly replies: readonly WholeReply[] }
  | { readonly kind: "failed"; readonly call: number; readonly failure: Failure }
  | FlowHead
  | { readonly kind: "chunk"; readonly call: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "flowed"; readonly call: number; readonly broken: boolean; readonly trailers: HeaderList }
  | { readonly kind: "socket"; readonly call: number; readonly headers: HeaderList }
  | { readonly kind: "say"; readonly call: number; readonly data: string | Uint8Array<ArrayBuffer> }
  | { readonly kind: "hang up"; readonly call: number; readonly code: number | undefined; readonly reason: string }
  | { readonly kind: "shutdown"; readonly graceSeconds: number };

/** From a thread with sockets. */
export type FromWorker =
  | { readonly kind: "listening"; readonly url: string; readonly port: number }
  | { readonly kind: "unable"; readonly code: string; readonly message: string }
  | { readonly kind: "requests"; readonly requests: readonly PutRequest[] }
  /** The client has taken the latest chunk, or message. */
  | { readonly kind: "taken"; readonly call: number }
  | { readonly kind: "ended"; readonly call: number; readonly ending: Ending }
  | { readonly kind: "opened"; readonly call: number }
  | { readonly kind: "said"; readonly call: number; readonly data: string | Uint8Array<ArrayBuffer> }
  | { readonly kind: "closed"; readonly call: number; readonly code: number; readonly reason: string }
  | { readonly kind: "failure"; readonly failure: Failure }
  | { readonly kind: "shut"; readonly cut: number };

/** Bytes that are cloned alone, and not with all that lies beside them in memory. */
export function alone<Bytes extends Uint8Array<ArrayBuffer> | null>(bytes: Bytes): Bytes {
  return bytes === null || bytes.byteLength === bytes.buffer.byteLength ? bytes : (bytes.slice() as Bytes);
}
