import type { Span } from "../read/span.ts";

/** What holds the texts of a document: the strings of JSON, the fields of a form, the texts and attributes of markup. */
export interface Holders {
  readonly spans: readonly Span[];
  /** How many of them one value may go on through. */
  readonly most: number;
  /** Returns where a coded character begins that a position is amid, or the position. */
  readonly wholeAt: (at: number) => number;
  /** Decodes a text of one. */
  readonly said: (raw: string) => string;
}
