import type { RedactOptions } from "./redact/options.ts";

/** Header fields in order: names in lower case, a name as often as it was sent. */
export type HeaderList = ReadonlyArray<readonly [name: string, value: string]>;

/** A message body without its content coding: held, or in a file where it is larger than {@link largestHeld}. */
export type Body = HeldBody | FiledBody;

/** A body that is there: text as it was sent, to the byte, anything else as base64 of its bytes. */
export interface HeldBody {
  readonly encoding: "utf8" | "base64";
  readonly text: string;
}

/** A body that lies in a file, and is read when it is wanted: see `chunksIn()`. */
export interface FiledBody {
  readonly encoding: "file";
  readonly path: string;
  /** Of the file where it is held open: another one may have its path by now. */
  readonly descriptor?: number;
  /** Where in the file it begins. Default: 0. */
  readonly start?: number;
  readonly bytes: number;
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly digest: string;
  /** Whether all of it is UTF-8. */
  readonly isText: boolean;
  readonly text?: undefined;
}

/** Bytes of a body that is kept in memory as a whole; a larger one lies in a file. */
export const largestHeld: number = 1024 * 1024;

/** Who asked: `anonymous`, or the alias of a credential. Never the credential. */
export type Principal = string;

export const anonymous: Principal = "anonymous";

/** The alias of a credential without a name. */
export const anyToken: Principal = "token";

/** The request. A credential is not among the headers: `principal` stands for it. */
export interface RecordedRequest {
  readonly method: string;
  /** Path and query, `/users/ada?page=2`; an absolute URL where it was asked of another origin than the tape's. */
  readonly target: string;
  readonly principal: Principal;
  readonly headers: HeaderList;
  readonly body: Body | null;
}

/** The response. */
export interface RecordedResponse {
  readonly status: number;
  /** Its reason phrase, where that is not a usual one of the status: RFC 9112, section 4. */
  readonly reason?: string | undefined;
  readonly headers: HeaderList;
  readonly body: Body | null;
  /** How the body came, where it flowed: its parts, whose bytes add up to it. Default: in one piece. */
  readonly chunks?: readonly RecordedChunk[];
  /** The reason why it was cut. Default: it was not. */
  readonly cut?: Cut;
  /** Fields that came after the body: RFC 9110, section 6.5. */
  readonly trailers?: HeaderList;
  /** Informational responses before it, such as early hints: RFC 9110, section 15.2. */
  readonly informational?: readonly InformationalResponse[];
  /** Messages in both directions, where it opened a WebSocket. */
  readonly messages?: readonly RecordedMessage[];
  /** Who closed it, and how: RFC 6455, section 7.4. Default: its connection just ended. */
  readonly closed?: RecordedClose;
}

/** A response before the response: 103, early hints (RFC 8297). */
export interface InformationalResponse {
  readonly status: number;
  readonly headers: HeaderList;
}

/** The end of a WebSocket. */
export interface RecordedClose {
  readonly from: "client" | "server";
  readonly code: number;
  readonly reason: string;
}

/** A message over a WebSocket: text, or bytes. */
export interface RecordedMessage {
  readonly from: "client" | "server";
  /** Since the message before, or since the headers. */
  readonly afterMs: number;
  readonly data: HeldBody;
}

/** A part of a body as it came: its length, and the time since the part before, or since the headers. */
export type RecordedChunk = readonly [bytes: number, afterMs: number];

/**
 * The reason why a body was cut: the client had gone (`client`), the recorder's own bound (`bound`), or its connection
 * was reset, stalled, or was closed in the middle (`truncation`).
 */
export type Cut = "client" | "bound" | "reset" | "stall" | "truncation";

/** A request and its response. */
export interface Exchange {
  readonly request: RecordedRequest;
  readonly response: RecordedResponse;
  /** Its pass over the sorted recording, where other tapes of the recording come in between: see `passesOf`. */
  readonly pass?: number;
}

/** Exchanges in order, with where and when they were recorded. Plain data: print it, compare it, clone it. */
export interface Tape {
  /** Names the tape within its collection: `api.service.example/users/ada`. */
  readonly name: string;
  /** Scheme, host and port that was asked: `https://api.service.example`. */
  readonly origin: string;
  /** Epoch seconds. */
  readonly recordedAt: number;
  /** Redaction settings beyond the defaults; a replay uses them too. */
  readonly redact?: RedactOptions;
  readonly exchanges: readonly Exchange[];
}
