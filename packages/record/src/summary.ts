import type { Principal } from "@tapedeck/tape";

/** An exchange that was kept. Nothing in it is secret. */
export interface Captured {
  readonly method: string;
  readonly target: string;
  readonly principal: Principal;
  readonly status: number;
  /** `unchanged`: the file said the same before. */
  readonly outcome: "captured" | "unchanged";
  /** Relative to the folder of recordings. */
  readonly file: string;
}

/** An answer that does not fit the schema of what its route gives. It was recorded nonetheless. */
export interface Invalid {
  readonly file: string;
  readonly target: string;
  readonly problems: readonly string[];
}

/** A request that got no whole answer, or whose answer could not be kept. */
export interface Failed {
  readonly method: string;
  readonly target: string;
  readonly principal: Principal;
  readonly reason: string;
}

/** What a recorder has done so far. */
export interface Summary {
  readonly captured: number;
  readonly unchanged: number;
  /** How many things were hidden, by kind: an alias, `header`, `parameter`, `field`, or a token format. */
  readonly redacted: Readonly<Record<string, number>>;
  readonly invalid: readonly Invalid[];
  readonly failed: readonly Failed[];
}

/** Counts what a recorder does. */
export interface Tally {
  redacted(kind: string): void;
  kept(event: Captured): void;
  invalid(finding: Invalid): void;
  failed(failure: Failed): void;
  summary(): Summary;
}

/** Starts counting. */
export function createTally(): Tally {
  const outcomes = { captured: 0, unchanged: 0 };
  const redacted = new Map<string, number>();
  const invalid: Invalid[] = [];
  const failed: Failed[] = [];
  return {
    redacted: (kind) => redacted.set(kind, (redacted.get(kind) ?? 0) + 1),
    kept: ({ outcome }) => {
      outcomes[outcome] += 1;
    },
    invalid: (finding) => invalid.push(finding),
    failed: (failure) => failed.push(failure),
    summary: () => ({
      ...outcomes,
      redacted: Object.fromEntries([...redacted].sort(([a], [b]) => (a < b ? -1 : 1))),
      invalid: [...invalid],
      failed: [...failed],
    }),
  };
}
