/** A flaw that a generated check found. */
export interface Flaw {
  /** Its place, as a JSON Pointer. */
  readonly path: string;
  /** The expected value, in words. */
  readonly expected: string;
  /** Set if the key itself is wrong rather than its value, or if the place has several choices and none fits. */
  readonly about?: "key" | "choice";
}

/** Finds everything in a value that does not fit; nothing if it fits. */
export type Check = (value: unknown) => readonly Flaw[];
