/**
 * Players: fetch handlers that answer from tapes under a simulated rate limit, and handlers composed of them.
 * @module
 */
export { type Clock, type MovableClock, runningClock, stoppedClock } from "./clock.ts";
export type {
  Chunk,
  ConnectionFault,
  Conversation,
  Ending,
  FaultKind,
  FixedHeaders,
  OpenedSocket,
  Outcome,
  OutgoingResponse,
  Peer,
  StreamedResponse,
} from "./deliver/outcome.ts";
export type { Pace } from "./deliver/pace.ts";
export type { FetchHandler, Handler } from "./handlers/handler.ts";
export type { JournalLimits } from "./handlers/journal-log.ts";
export { type PassthroughOptions, passthrough } from "./handlers/passthrough.ts";
export { createPlayer, type Player } from "./handlers/player.ts";
export type { PlayerOptions } from "./handlers/player-options.ts";
export { type RecordMissesOptions, recordMisses } from "./handlers/record-misses.ts";
export { createSharedPlayer, type SharedPlayer, type SharedPlayerOptions } from "./handlers/shared-player.ts";
export type { IncomingRequest } from "./http/message.ts";
export type { LoadedTape, OverrideLimits } from "./index/exchange-store.ts";
export { type Keyer, type PackKeysOptions, packKeys } from "./index/layer/pack-keys.ts";
export type { AfterLast, Generate, Generated } from "./index/lookup.ts";
export type { PreparedExchange, Rendered } from "./index/prepared-exchange.ts";
export type { TapeSource, Unreadable } from "./index/tape-source.ts";
export type { JournalEntry, Source } from "./journal.ts";
export type { QuotaChange } from "./limit/buckets.ts";
export type { Quota } from "./limit/limits.ts";
export { createQuotaStore, type HeldQuotas, type QuotaStore } from "./limit/quota-store.ts";
export type { Difference } from "./match/difference.ts";
export { type Miss, missesText, missText } from "./match/explain.ts";
export { defaultRule, type Matcher, matchers, type Rule } from "./match/matchers.ts";
export type { Recording } from "./match/record-command.ts";
