/** `error` breaks clients that were written for the recording, `warning` may break them, `info` does not. */
export type Severity = "error" | "warning" | "info";

/** How an answer changed. */
export type DriftKind = "status" | "moved" | "removed" | "type" | "schema" | "null" | "enum" | "added" | "value";

/** A difference between an answer and the recording. */
export interface Drift {
  readonly severity: Severity;
  readonly kind: DriftKind;
  readonly part: "status" | "header" | "body";
  /**
   * In a body a JSON Pointer (RFC 6901) with `*` for any item of a list, empty for the body itself; a header's name;
   * empty for the status.
   */
  readonly where: string;
  /** A type, or the value if the value counts; null if there was nothing. */
  readonly was: string | null;
  readonly now: string | null;
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

/** Makes a finding, with the severity of its kind. */
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
 * Returns whether a severity is at least another.
 * @example
 * isAtLeast("error", "warning"); // true
 */
export function isAtLeast(severity: Severity, least: Severity): boolean {
  const ranks: readonly Severity[] = ["info", "warning", "error"];
  return ranks.indexOf(severity) >= ranks.indexOf(least);
}
