import type { Api, MatchException, Tokens } from "@tapedeck/api";
import type { Exchange, KnownSecret, RedactOptions } from "@tapedeck/tape";
import { checkOptions, checkRedact, checkReturned, checkTapes, type OptionKinds } from "@tapedeck/tape/internal";
import type { Clock } from "../clock.ts";
import type { Pace } from "../deliver/pace.ts";
import type { OverrideLimits } from "../index/exchange-store.ts";
import type { AfterLast, Generate } from "../index/lookup.ts";
import { isPacked, type TapeSource, type Unreadable } from "../index/tape-source.ts";
import type { JournalEntry } from "../journal.ts";
import type { Matcher, Rule } from "../match/matchers.ts";
import type { Recording } from "../match/record-command.ts";
import type { JournalLimits } from "./journal-log.ts";

/** Options of a player. */
export interface PlayerOptions {
  readonly tapes: TapeSource;
  /**
   * Layers over the tapes, the topmost first. A request that a layer has answers to gets only those, in order; lower
   * layers are not asked. Default: none.
   */
  readonly over?: readonly TapeSource[];
  /** What follows the last recorded answer to a request. Default: the last one again. */
  readonly afterLast?: AfterLast | undefined;
  /**
   * Description of the API; of several, each names its origins. Default: `plain`: every request that no tape has is a
   * miss.
   */
  readonly api?: Api | readonly [Api, ...Api[]] | undefined;
  /** How fast recorded streams are replayed. Default: at once. */
  readonly pace?: Pace | undefined;
  /**
   * Answer to a request that no tape has: an explanation (501), or the API's own 404 if its description has one.
   * Default: `explain`.
   */
  readonly misses?: "explain" | "not-found";
  /** Whether links to the recorded origin become links to where the caller asked. Default: true. */
  readonly rewriteOrigin?: boolean;
  /** Default: a clock that stands still at the time of the latest recording. */
  readonly clock?: Clock | undefined;
  /** Known tokens by alias. Default: none; every well-formed credential is the principal `token`. */
  readonly tokens?: Tokens | undefined;
  /** Further texts to hide as known tokens are, such as the token for an upstream. */
  readonly secrets?: readonly KnownSecret[] | undefined;
  /** Secrets to hide beyond the defaults and the tapes' own settings. */
  readonly redact?: RedactOptions | undefined;
  /** The parts of requests to compare. Default: `defaultRule`. */
  readonly rule?: Rule | undefined;
  /** Your own matchers, by the name that a rule may contain. */
  readonly matchers?: Readonly<Record<string, Matcher>> | undefined;
  /** Differences between requests to ignore, by path, in addition to those of the API's description. */
  readonly match?: readonly MatchException[] | undefined;
  /** Changes a recorded exchange before it is replayed. */
  readonly beforeReplay?: ((exchange: Exchange) => Exchange) | undefined;
  /** Generates answers to requests that no tape has. Default: nothing does. */
  readonly generate?: Generate;
  /** Where a missing request would be recorded: a miss explains how. */
  readonly recording?: Recording;
  /**
   * Recordings that cannot be read, as `readTapes` passes them to `onUnreadable`: a request that one of them may answer
   * gets its error. Default: none.
   */
  readonly unreadable?: readonly Unreadable[];
  /** How much of its requests the player remembers. Default: a thousand, and 8 MiB. */
  readonly journal?: JournalLimits;
  /** How many overrides a test may add, and how large. Default: a hundred, and 64 MiB. */
  readonly overrides?: OverrideLimits;
  /**
   * Bytes up to which every request body is compared by value; a larger one only if some recorded body may have been as
   * long when it was sent: of a quarter of its length, or with something hidden. Default: 32 KiB.
   */
  readonly comparedBytes?: number;
  /**
   * Maximum number of buckets whose spending is remembered; beyond it, some with little spending are forgotten. Default:
   * 20,000.
   */
  readonly maxBuckets?: number | undefined;
  /** Maximum number of secrets of its clients that are hidden wherever they come again. Default: 20,000. */
  readonly maxSecrets?: number | undefined;
  /**
   * Called once, when a second credential without an alias gets another of the answers that were recorded for any such
   * to a request; where an upstream is asked for misses, when one comes at all. Recordings cannot tell the two apart, and
   * one may get what the other asked for.
   */
  readonly onSharedAlias?: () => void;
  /** Called with each request once it is answered, its secrets hidden. */
  readonly onRequest?: (entry: JournalEntry) => void;
}

/** All of them. */
const optionNames: OptionKinds<PlayerOptions> = {
  afterLast: true,
  api: "object",
  beforeReplay: true,
  clock: "function",
  comparedBytes: true,
  generate: true,
  journal: true,
  maxBuckets: "count",
  maxSecrets: "count",
  match: true,
  matchers: true,
  misses: true,
  onRequest: true,
  onSharedAlias: true,
  over: true,
  overrides: true,
  pace: true,
  recording: true,
  redact: true,
  rewriteOrigin: true,
  rule: true,
  secrets: true,
  tapes: "object",
  tokens: true,
  unreadable: true,
};

/** @throws RangeError for an option that is unknown, missing, of another type, or a value that it cannot have. */
export function checkPlayerOptions(options: PlayerOptions): void {
  const what = "make a player";
  checkOptions(what, options, optionNames, ["tapes"]);
  const { tapes, over = [], afterLast, redact } = options;
  if (afterLast !== undefined && !["stay", "cycle", "end"].includes(afterLast))
    throw new RangeError(`Cannot ${what}: the option "afterLast" is "${afterLast}"; give stay, cycle or end`);
  if (redact) checkRedact(redact, "the options");
  for (const source of [...over, tapes]) if (!isPacked(source)) checkTapes(what, source);
}

/** Returns an API with a hook that changes exchanges once more before they are replayed. */
export function hooked(api: Api, hook: PlayerOptions["beforeReplay"]): Api {
  if (hook === undefined) return api;
  const { beforeReplay = (exchange) => exchange } = api.behaviour;
  const changed = (exchange: Exchange): Exchange => checkReturned("beforeReplay", hook(beforeReplay(exchange)));
  return { ...api, behaviour: { ...api.behaviour, beforeReplay: changed } };
}
