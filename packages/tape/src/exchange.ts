import type { RedactOptions } from "./redact/options.ts";

/** Header fields in order, with names in lower case; a repeated field appears as often as it was sent. */
export type HeaderList = ReadonlyArray<readonly [name: string, value: string]>;

/** A message body without its content coding: held in memory, or in a file if it is larger than {@link largestHeld}. */
export type Body = HeldBody | FiledBody;

/** A body in memory: text exactly as it was sent, anything else as base64 of its bytes. */
export interface HeldBody {
  readonly encoding: "utf8" | "base64";
  readonly text: string;
}

/** A body in a file, which is read when it is needed: see `chunksIn()`. */
export interface FiledBody {
  readonly encoding: "file";
  readonly path: string;
  /** File descriptor, if the file is held open: another file may have its path by now. */
  readonly descriptor?: number;
  /** Its offset in the file. Default: 0. */
  readonly start?: number;
  readonly bytes: number;
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly digest: string;
  /** Whether all of it is UTF-8. */
  readonly isText: boolean;
  readonly text?: undefined;
}

/** Maximum bytes of a body that is held in memory; a larger one lies in a file. */
export const largestHeld: number = 1024 * 1024;

/** Who sent the request: `anonymous`, or the alias of a credential. Never the credential. */
export type Principal = string;

export const anonymous: Principal = "anonymous";

/** The alias of a credential that has none of its own. */
export const anyToken: Principal = "token";
const otherToken: Principal = "other";

/** Returns the alias of a credential that has none of its own, beside these known ones. */
export function unnamedAmong(known: ReadonlyArray<{ readonly alias: string }>): Principal {
  return known.some(({ alias }) => alias === anyToken) ? otherToken : anyToken;
}

/** Returns whether a principal may be a credential without an alias of its own. */
export function mayBeUnnamed(principal: Principal): boolean {
  return principal === anyToken || principal === otherToken;
}

/**
 * A request. A credential is not among its headers: `principal` stands for it. If a recorded answer issued it, its
 * placeholder is there, `Authorization: Bearer __redacted-field.2__`, and so is that of a login without an alias that is
 * kept apart from others.
 */
export interface RecordedRequest {
  readonly method: string;
  /** Path and query, `/users/ada?page=2`; an absolute URL if it was for another origin than the tape's. */
  readonly target: string;
  readonly principal: Principal;
  readonly headers: HeaderList;
  readonly body: Body | null;
  /**
   * Names the session that it belongs to, where that began before a login: a tag of the first request in
   * it that changed something, and of each that logged in, there with `@` and tags of the path and the user; with `+`
   * before that of the request itself. Default: none, or nothing was changed yet.
   */
  readonly session?: string | undefined;
}

/** The response. */
export interface RecordedResponse {
  readonly status: number;
  /** Its reason phrase, if it is not the usual one of the status: RFC 9112, section 4. */
  readonly reason?: string | undefined;
  readonly headers: HeaderList;
  readonly body: Body | null;
  /** The chunks of a stream, whose bytes add up to the body. Default: it came in one piece. */
  readonly chunks?: readonly RecordedChunk[];
  /** Why it was cut. Default: it was not. */
  readonly cut?: Cut;
  /** The trailers: RFC 9110, section 6.5. */
  readonly trailers?: HeaderList;
  /** Informational responses before it, such as early hints: RFC 9110, section 15.2. */
  readonly informational?: readonly InformationalResponse[];
  /** Messages in both directions, where it opened a WebSocket. */
  readonly messages?: readonly RecordedMessage[];
  /** Who closed it, and how: RFC 6455, section 7.4. Default: neither; `cut` says why it ended. */
  readonly closed?: RecordedClose;
}

/** An informational response: 103, early hints (RFC 8297). */
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
  /** Milliseconds after the previous message, or after the headers. */
  readonly afterMs: number;
  readonly data: HeldBody;
}

/** A chunk of a body: its length, and the time after the previous chunk, or after the headers. */
export type RecordedChunk = readonly [bytes: number, afterMs: number];

/**
 * Why a body was cut: the client left (`client`), it reached the recorder's limit (`bound`), or its connection was
 * reset, stalled, or was closed in the middle (`truncation`).
 */
export type Cut = "client" | "bound" | "reset" | "stall" | "truncation";

/** A request and its response. */
export interface Exchange {
  readonly request: RecordedRequest;
  readonly response: RecordedResponse;
  /** Its pass over the sorted recording, if other tapes of the recording come in between: see `passesOf`. */
  readonly pass?: number;
}

/** Exchanges in order, with the place and time of recording. Plain data: print it, compare it, clone it. */
export interface Tape {
  /** Names the tape within its collection: `api.service.example/users/ada`. */
  readonly name: string;
  /** Scheme, host and port that were asked: `https://api.service.example`. */
  readonly origin: string;
  /** Epoch seconds. */
  readonly recordedAt: number;
  /** Redaction settings beyond the defaults; a replay uses them too. */
  readonly redact?: RedactOptions;
  readonly exchanges: readonly Exchange[];
}
