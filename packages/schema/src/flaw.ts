/** One flaw that a generated check found. */
export interface Flaw {
  /** Where, as a JSON Pointer. */
  readonly path: string;
  /** The expected value, in words. */
  readonly expected: string;
  /** Set where the key itself is wrong and not its value, and where the path has several choices and none fits. */
  readonly about?: "key" | "choice";
}

/** Finds everything in a value that does not fit; nothing, where it fits. */
export type Check = (value: unknown) => readonly Flaw[];
