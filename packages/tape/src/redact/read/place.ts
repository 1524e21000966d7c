// What the readers of this folder yield: where in a text a value stands, and what it goes by. They judge no value:
// `judge.ts` does. A reader reads one syntax, as it is written; `decode.ts` undoes codings before.

import type { NameRules } from "../name-rules.ts";
import type { Marks } from "./marks.ts";
import type { Span } from "./span.ts";

/** A value with a name, and where it stands. */
export interface Place extends Span {
  readonly where: "challenge" | "cookie" | "credentials" | "field" | "number" | "parameter" | "path";
  readonly name: string;
  /** The array or object that it is read in: what deeper layers seem to say within is no other reading of it. */
  readonly within?: Span;
}

/** Which names a reader stops at. */
export interface Names {
  readonly rules: NameRules;
  /** Whether a value of that name is read although no rule has it: it is a secret by its looks. */
  readonly mayCarry: (name: string, where: "parameter" | "field") => boolean;
}

/** Finds the values of one syntax, at the places that are marked for it. */
export type Reader = (text: string, names: Names, marks: Marks) => readonly Place[];
