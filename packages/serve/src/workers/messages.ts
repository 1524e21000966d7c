// The messages between a server's threads: the one that decides, and those with sockets. They are plain data, cloned on
// the way. A call is a request with its answer, under a number that the thread with its socket assigns. Read next:
// remote-dispatch.ts (a thread with sockets), call-answerer.ts (the one that decides).
import type {
  Ending,
  FaultKind,
  FixedHeaders,
  IncomingRequest,
  OutgoingResponse,
  StreamedResponse,
} from "@tapedeck/replay";
import type { HeaderList } from "@tapedeck/tape";
import type { Failure } from "../server/failure.ts";
import type { Address, ServerOptions } from "../server/server.ts";

/** Settings for starting a thread with sockets. */
export interface WorkerSettings {
  readonly address: Address;
  readonly options: Pick<ServerOptions, "limits" | "names"> & { readonly compress: boolean };
  readonly steered: boolean;
}

/**
 * A request: its call, and the request itself or the number of an equal earlier one. One that may come again has a
 * number; any other has -1.
 */
export type PutRequest = readonly [call: number, ask: IncomingRequest | null, number: number];

/** The common part of many responses. */
export interface SharedPart {
  readonly status: number;
  readonly fixed: FixedHeaders;
  readonly body: OutgoingResponse["body"];
}

/**
 * A whole response: its call, the number of the part that it shares with others, that part when it is new, and its
 * other headers, a line for each name and value.
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
  readonly flow: Omit<StreamedResponse, "kind" | "chunks" | "pacer" | "ended" | "trailers" | "recorded"> & {
    readonly trailers?: HeaderList;
  };
  /** How it ends; null for normally. */
  readonly fault: FaultKind | null;
}

/** From the thread that decides. */
export type ToWorker =
  | { readonly kind: "replies"; readonly replies: readonly WholeReply[] }
  | { readonly kind: "failed"; readonly call: number; readonly failure: Failure }
  | FlowHead
  | { readonly kind: "chunk"; readonly call: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | {
      readonly kind: "flowed";
      readonly call: number;
      /** Whether it broke off; the failure, where this process did it. */
      readonly broken: boolean | Failure;
      readonly trailers: HeaderList;
    }
  | { readonly kind: "socket"; readonly call: number; readonly headers: HeaderList }
  | { readonly kind: "say"; readonly call: number; readonly data: string | Uint8Array<ArrayBuffer> }
  | { readonly kind: "hang up"; readonly call: number; readonly code: number | undefined; readonly reason: string }
  | { readonly kind: "shutdown"; readonly graceSeconds: number };

/** From a thread with sockets. */
export type FromWorker =
  | { readonly kind: "listening"; readonly url: string; readonly port: number }
  | { readonly kind: "unable"; readonly code: string; readonly message: string }
  | { readonly kind: "requests"; readonly requests: readonly PutRequest[] }
  /** The client has taken the latest chunk or message. */
  | { readonly kind: "taken"; readonly call: number }
  | { readonly kind: "ended"; readonly call: number; readonly ending: Ending }
  | { readonly kind: "opened"; readonly call: number }
  | { readonly kind: "said"; readonly call: number; readonly data: string | Uint8Array<ArrayBuffer> }
  | { readonly kind: "closed"; readonly call: number; readonly code: number; readonly reason: string }
  | { readonly kind: "failure"; readonly failure: Failure }
  | { readonly kind: "shut"; readonly cut: number };

/** Returns bytes that are cloned alone, without the rest of their memory block. */
export function alone<Bytes extends Uint8Array<ArrayBuffer> | null>(bytes: Bytes): Bytes {
  return bytes === null || bytes.byteLength === bytes.buffer.byteLength ? bytes : (bytes.slice() as Bytes);
}
