import type { Api, MatchException, Tokens } from "@tapedeck/api";
import type { Rule } from "@tapedeck/replay";
import type { Exchange, RedactOptions, Tape } from "@tapedeck/tape";
import type { OptionKinds } from "@tapedeck/tape/internal";
import type { RecorderError } from "./recorder-error.ts";
import type { PaceOptions } from "./send/rate-limiter.ts";
import type { Captured, Unanswered } from "./summary.ts";

/** Options of a recorder. */
export interface RecorderOptions {
  /** Base URL of the service to record; may have a path prefix. */
  readonly from: string;
  /** The folder for recordings. */
  readonly out: string;
  /** Replaces the service's origin in recordings. Default: that origin. */
  readonly origin?: string;
  /** The known tokens, for its own requests and those of clients. Default: none. */
  readonly tokens?: Tokens;
  /** Description of the API. Default: none. */
  readonly api?: Api;
  /**
   * Differences to ignore besides those of the API's description: a request that differs from one on file in nothing else
   * takes its place. Default: none.
   */
  readonly match?: readonly MatchException[];
  /** The parts that a player of the recordings compares. Default: its default. */
  readonly rule?: Rule;
  /** Time of recording that recordings carry, in epoch seconds. Default: `pinnedMoment`. */
  readonly recordedAt?: number;
  /** Time of the run, in epoch seconds: its day is logged beside the recordings. Default: the machine's clock. */
  readonly runAt?: number;
  /** Redaction settings beyond the defaults; stored with the recordings, and added to theirs. */
  readonly redact?: RedactOptions;
  /** Called for each stored exchange, once it is on disk. */
  readonly onExchange?: (event: Captured) => void;
  /** Called for each failed request, at once; after a {@link RecorderError} nothing can be stored any more. */
  readonly onFailure?: (event: Unanswered, error: Error) => void;
  /** How to treat the rate limit: what stays unspent, and which clock to use. */
  readonly pace?: PaceOptions;
  /** Seconds that one answer may take. Default: 30. */
  readonly timeoutSeconds?: number;
  /**
   * Maximum bytes of an answer's body, as sent and as decoded; a longer one fails, and a stream is cut there. Default:
   * what the disk takes; 64 MiB for all messages of a WebSocket.
   */
  readonly maxBodyBytes?: number;
  /**
   * Maximum number of secrets that are hidden wherever they come again: beyond it the oldest are hidden at their own
   * places alone, and the summary says so. Default: 20,000.
   */
  readonly maxSecrets?: number;
  /**
   * Seconds that a client's stream may last before it is cut and recorded as far as it came; one that only the recorder
   * requested is cut after `timeoutSeconds`. Default: 300.
   */
  readonly streamSeconds?: number;
  /** Whether to record every chunked answer as a stream, whatever its type. Default: false. */
  readonly chunked?: boolean;
  /** Whether links in the player's answers lead to where the client asked. Default: false. */
  readonly rewriteLinks?: boolean;
  /**
   * Called by `close()` once everything is on file, while the folder is still locked: it may describe what was
   * recorded, as an `api.json` in the origin's folder does.
   */
  readonly describe?: (tapes: AsyncIterable<Tape>, folder: string) => Promise<void>;
  /**
   * Called with each exchange as it came, before it is stored: returns the exchange to store in its place, or null for
   * none. The result is redacted afterwards. For an answer that is on file and unchanged (`ifChanged`), it gets that
   * one.
   */
  readonly beforeStore?: (exchange: Exchange) => Exchange | null | Promise<Exchange | null>;
  /**
   * Whether what is on file stays, and only what is missing there is asked: then answers come behind those on file to the
   * same request – `"changes"`: up to the last that differs from the one before it –, and none issues a placeholder that one on file
   * issued. Default: false, what is asked again replaces what is on file.
   */
  readonly fillsGaps?: boolean | "changes";
}

/** All of them. */
export const recorderOptionNames: OptionKinds<RecorderOptions> = {
  api: true,
  beforeStore: true,
  chunked: true,
  describe: true,
  fillsGaps: true,
  from: "string",
  match: true,
  maxBodyBytes: true,
  maxSecrets: "count",
  onExchange: true,
  onFailure: true,
  origin: true,
  out: "string",
  pace: true,
  recordedAt: true,
  redact: true,
  rewriteLinks: true,
  rule: true,
  runAt: true,
  streamSeconds: true,
  timeoutSeconds: true,
  tokens: true,
};
