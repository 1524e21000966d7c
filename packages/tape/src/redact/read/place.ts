// What the readers of this folder yield: where a value is in a text, and its name. `judge.ts` decides about values. A
// reader reads one syntax, as it is written; `decode.ts` has decoded it before.

import type { NameRules } from "../judge/name-rules.ts";
import type { Topic } from "./http/topic.ts";
import type { Marks } from "./marks.ts";
import type { Span } from "./span.ts";

/** A value with a name, and its place. */
export interface Place extends Span {
  readonly where: "challenge" | "cookie" | "credentials" | "field" | "number" | "parameter" | "path";
  readonly name: string;
  /** The array or object that it is read in: what deeper layers seem to find inside is not another reading of it. */
  readonly within?: Span;
  /** Whether what other readers find in `within`, or where it begins, is no other reading of it. */
  readonly isExact?: boolean;
  /** Whether it describes values and is none, as a schema does. */
  readonly isDescription?: boolean;
  /** What replaces it, for clients that parse it. Default: made from its kind and value. */
  readonly placeholder?: string;
}

/** The names that readers stop at. */
export interface Names {
  readonly rules: NameRules;
  /** Returns whether a value of that name is read although no rule has it: it is a secret by its looks. */
  readonly mayCarry: (name: string, where: "parameter" | "field") => boolean;
  /** Whether it is read as what a client sends: names tell more there. */
  readonly isSent: boolean;
  /** What the target says of a body. */
  readonly topic?: Topic | undefined;
}

/** Finds the values of one syntax, at the positions that are marked for it. Null where it found nothing for a while. */
export type Reader = (text: string, names: Names, marks: Marks) => Iterable<Place | null>;
