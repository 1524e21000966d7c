/** A flaw of a recording, its place, and a remedy. */
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

// Writing the file anew would lose the unreadable part, or keep a secret of another tool's file.
const beyondMending: ReadonlySet<Finding["kind"]> = new Set(["unreadable", "damaged", "left out", "foreign"]);

/** Whether a file with these findings can be written in canonical form without losing any of it. */
export function isMendable(findings: readonly Finding[]): boolean {
  return findings.every(({ kind }) => !beyondMending.has(kind));
}
