/** What can be found; the READMEs of this package and of the command explain each. */
export const findingKinds = [
  "unreadable",
  "damaged",
  "left out",
  "foreign",
  "edited",
  "not canonical",
  "duplicate",
  "misplaced",
  "unnamed",
  "secret",
  "schema",
  "quota",
  "old",
  "unplayable",
  "unused",
] as const;

/** A flaw of a recording, its place, and a remedy. */
export interface Finding {
  readonly kind: (typeof findingKinds)[number];
  /** `entry 3, GET /users/ada`, or a line of the file; "" for the whole file. */
  readonly where: string;
  readonly found: string;
  readonly advice: string;
}

/** Makes a finding. */
export function finding(kind: Finding["kind"], where: string, found: string, advice: string): Finding {
  return { kind, where, found, advice };
}

/** Adds findings to those of a file. */
export function addFindings(
  report: Record<string, readonly Finding[]>,
  file: string,
  findings: readonly Finding[],
): void {
  if (findings.length > 0) report[file] = [...(report[file] ?? []), ...findings];
}

// Rewriting the file would lose the unreadable part, or keep a secret of another tool's file.
const beyondMending: ReadonlySet<Finding["kind"]> = new Set(["unreadable", "damaged", "left out", "foreign"]);

/** Returns whether a file with these findings can be written in canonical form without loss. */
export function isMendable(findings: readonly Finding[]): boolean {
  return findings.every(({ kind }) => !beyondMending.has(kind));
}
