import type { Principal } from "@tapedeck/tape";
import type { Ending } from "./deliver/outcome.ts";
import type { Miss } from "./match/explain.ts";

/** How an answer came about. */
export type Source =
  /**
   * From a tape: because the request was recorded, or the request under the same condition; or a page that was cut from
   * the list there. A generated answer names its generator in place of a tape.
   */
  | {
      readonly kind: "played";
      readonly tape: string;
      /** Counted from 1. */
      readonly place: number;
      readonly by: "request" | "condition" | "page" | "generated";
      /** How often it had been asked for before; always 0 for what is the same each time. */
      readonly turn: number;
    }
  /** By the profile, where tapes and specification are silent: what it decided. */
  | { readonly kind: "decided"; readonly rule: string }
  /** A limit was used up: the window's, or the one for speed. It is refused as was recorded, or as its dialect does. */
  | { readonly kind: "refused"; readonly limit: "window" | "secondary"; readonly as: "recorded" | "dialect" }
  /** By another handler, as it came: tapes and profile had no part in it. */
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
  /** The operation, by its OpenAPI document or by its GraphQL name, where it has one. */
  readonly operation?: string;
  readonly principal: Principal;
  readonly status: number;
  /** Its cost, and the bucket that paid or would have paid. */
  readonly cost: number;
  readonly bucket: string;
  readonly source: Source;
  /** How sending it ended, where it flowed and was not sent to its end: the client went away, or it was broken off. */
  readonly ended?: Exclude<Ending, "sent">;
}
