import type { Api, Tokens } from "@tapedeck/api";
import type { Exchange, RedactOptions, Tape } from "@tapedeck/tape";
import type { RecorderError } from "./recorder-error.ts";
import type { PaceOptions } from "./send/rate-limiter.ts";
import type { Captured, Failed } from "./summary.ts";

/** How a recorder is made. */
export interface RecorderOptions {
  /** Base URL of the service to record; may have a path prefix. */
  readonly from: string;
  /** The folder for recordings. */
  readonly out: string;
  /** Written in place of the service's origin. Default: that origin. */
  readonly origin?: string;
  /** The tokens that it asks with, or that clients send. Default: none. */
  readonly tokens?: Tokens;
  /** Description of the API. Default: none. */
  readonly api?: Api;
  /** The moment that recordings carry, epoch seconds. Default: `pinnedMoment`. */
  readonly recordedAt?: number;
  /** The moment of the run, epoch seconds: its day is logged beside the recordings. Default: by the machine's clock. */
  readonly runAt?: number;
  /** Redaction settings beyond the defaults; stored with the recordings, and added to theirs. */
  readonly redact?: RedactOptions;
  /** Called for each exchange that was kept, once it is on disk. */
  readonly onExchange?: (event: Captured) => void;
  /** Called for each request that failed, at once; a {@link RecorderError} means that nothing can be kept any more. */
  readonly onFailure?: (event: Failed, error: Error) => void;
  /** How the rate limit is treated: what stays unspent, and by which clock. */
  readonly pace?: PaceOptions;
  /** How long one answer may take. Default: 30. */
  readonly timeoutSeconds?: number;
  /**
   * Largest body of an answer in bytes, as it comes and once it is decoded; a longer one fails, and a stream is cut there.
   * Default: as many as the disk takes; 64 MiB for all messages of a WebSocket.
   */
  readonly maxBodyBytes?: number;
  /**
   * How long an answer that flows to a client may go on before it is cut, and recorded as far as it came; one that only
   * the recorder asked for is cut after `timeoutSeconds`. Default: 300.
   */
  readonly streamSeconds?: number;
  /** Whether every answer that comes in chunks is recorded as one that flows, whatever its type. Default: false. */
  readonly chunked?: boolean;
  /** Whether links in what the player gives back lead to where it was asked. Default: false. */
  readonly rewriteLinks?: boolean;
  /**
   * Called by `close()` once everything is on file, while the folder is still held: it may describe what was recorded, as
   * an `api.json` in the origin's folder does.
   */
  readonly describe?: (tapes: AsyncIterable<Tape>, folder: string) => Promise<void>;
  /**
   * Called with each exchange before it is stored, as it came: returns the exchange to store in its place, or null for
   * none. Its result is redacted afterwards. For an answer that is on file and did not change (`ifChanged`), it is
   * given that one.
   */
  readonly beforeStore?: (exchange: Exchange) => Exchange | null | Promise<Exchange | null>;
}
