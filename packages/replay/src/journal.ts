import type { Principal } from "@tapedeck/tape";
import type { Miss } from "./explain.ts";

/** How an answer came about. */
export type Source =
  /** From a tape. */
  | { readonly kind: "played"; readonly tape: string; readonly place: number }
  /** By the profile, where tapes and specification are silent. */
  | { readonly kind: "decided" }
  /** The limit was used up. */
  | { readonly kind: "refused" }
  /** By somebody else, as it came: tapes and profile had no part in it. */
  | { readonly kind: "passed" }
  /** No tape has it. */
  | { readonly kind: "missed"; readonly miss: Miss };

/** One request and how it was answered. */
export interface JournalEntry {
  /** Epoch seconds. */
  readonly at: number;
  readonly method: string;
  /** As asked, secrets hidden. */
  readonly target: string;
  readonly principal: Principal;
  readonly status: number;
  readonly cost: number;
  readonly source: Source;
}
