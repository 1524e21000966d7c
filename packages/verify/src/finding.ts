/** What is wrong with a recording, where, and what to do about it. */
export interface Finding {
  readonly kind:
    | "unreadable"
    | "damaged"
    | "left out"
    | "foreign"
    | "edited"
    | "not canonical"
    | "duplicate"
    | "misplaced"
    | "unnamed"
    | "secret"
    | "schema"
    | "quota"
    | "old"
    | "unplayable"
    | "unused";
  /** `entry 3, GET /users/ada`, or a line of the file; "" for the file as a whole. */
  readonly where: string;
  readonly found: string;
  readonly advice: string;
}

/** Makes a finding. */
export function finding(kind: Finding["kind"], where: string, found: string, advice: string): Finding {
  return { kind, where, found, advice };
}

// To write the file anew would lose what cannot be read, or keep what another tool has sent as a secret.
const beyondMending: ReadonlySet<Finding["kind"]> = new Set(["unreadable", "damaged", "left out", "foreign"]);

/** Whether a file with these findings can be written in canonical form without losing any of it. */
export function isMendable(findings: readonly Finding[]): boolean {
  return findings.every(({ kind }) => !beyondMending.has(kind));
}
