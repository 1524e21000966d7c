import type { Principal } from "@tapedeck/tape";

/** `error` breaks clients that were written for the recording, `warning` may, `info` does not. */
export type Severity = "error" | "warning" | "info";

/** How an answer moved. */
export type DriftKind = "status" | "moved" | "removed" | "type" | "schema" | "null" | "enum" | "added" | "value";

/** One way in which an answer is not what the recording holds. */
export interface Drift {
  readonly severity: Severity;
  readonly kind: DriftKind;
  readonly part: "status" | "header" | "body";
  /**
   * In a body a JSON Pointer (RFC 6901) in which `*` stands for every item of a list, empty for the body itself; a
   * header's name; empty for the status.
   */
  readonly where: string;
  /** Types, or the value where the value is what counts; null where there was nothing. */
  readonly was: string | null;
  readonly now: string | null;
}

/** Who was asked what. */
export interface Asked {
  readonly method: string;
  readonly target: string;
  readonly principal: Principal;
}

const severities: Readonly<Record<DriftKind, Severity>> = {
  status: "error",
  removed: "error",
  type: "error",
  schema: "error",
  moved: "warning",
  null: "warning",
  enum: "warning",
  added: "info",
  value: "info",
};

/** A finding with the severity of its kind. */
export function drifted(
  kind: DriftKind,
  part: Drift["part"],
  where: string,
  was: string | null,
  now: string | null,
): Drift {
  return { severity: severities[kind], kind, part, where, was, now };
}

/**
 * Whether a severity is at least another.
 * @example
 * isAtLeast("error", "warning"); // true
 */
export function isAtLeast(severity: Severity, least: Severity): boolean {
  const ranks: readonly Severity[] = ["info", "warning", "error"];
  return ranks.indexOf(severity) >= ranks.indexOf(least);
}
