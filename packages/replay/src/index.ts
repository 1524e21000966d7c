export type { Ask, Reply } from "./ask.ts";
export type { Credential } from "./caller.ts";
export { type Clock, type MovableClock, runningClock, stoppedClock } from "./clock.ts";
export { type Difference, type Miss, missText } from "./explain.ts";
export type { JournalEntry, Source } from "./journal.ts";
export { defaultRule, type Matcher, type MatcherName, matchers, type Rule } from "./matchers.ts";
export { createPlayer, type Player, type PlayerOptions } from "./player.ts";
export { type Profile, type ProfileFile, profileFrom, profiles, type ShippedProfile } from "./profile.ts";
export { at, freshQuota, type Quota, type Spending, spend } from "./quota.ts";
