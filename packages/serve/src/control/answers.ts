import type { JournalEntry, LoadedTape, Miss } from "@tapedeck/replay";

/** A time of the player's clock. */
export interface Moment {
  /** Epoch seconds. */
  readonly now: number;
  /** The same as `2026-01-01T00:00:00Z`. */
  readonly time: string;
}

/** The state of a bucket. */
export interface QuotaReport {
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  /** Epoch seconds. */
  readonly reset: number;
}

/** The state of each bucket, by name. */
export type QuotaReports = Readonly<Record<string, QuotaReport>>;

/** A recorded exchange that was not requested. */
export interface UnplayedReport {
  readonly tape: string;
  /** Counted from 1. */
  readonly place: number;
  readonly method: string;
  readonly target: string;
  readonly principal: string;
}

/** The answers of each operation of the control API, by method and path. */
export interface ControlAnswers {
  readonly "GET health": { readonly status: "ok"; readonly exchanges: number };
  readonly "GET clock": Moment;
  readonly "POST clock": Moment;
  readonly "POST pace": { readonly pace: string };
  readonly "GET quotas": QuotaReports;
  readonly "POST quotas/exhaust": QuotaReports;
  readonly "POST quotas/set": QuotaReports;
  readonly "POST quotas/reset": QuotaReports;
  readonly "GET journal": readonly JournalEntry[];
  /** `text` is the whole explanation, for people. */
  readonly "GET misses": ReadonlyArray<Miss & { readonly text: string }>;
  readonly "GET unplayed": readonly UnplayedReport[];
  readonly "GET tapes": readonly LoadedTape[];
  readonly "PUT tapes": readonly LoadedTape[];
  readonly "DELETE tapes": readonly LoadedTape[];
  readonly "POST reset": { readonly status: "ok" };
  /** The control API in OpenAPI 3.1. */
  readonly "GET openapi.json": object;
}

/** An operation of the control API. */
export type ControlOperation = keyof ControlAnswers;
