import type { Principal } from "@tapedeck/tape";
import type { Ending } from "./deliver/outcome.ts";
import type { Miss } from "./match/explain.ts";

/** How an answer came about. */
export type Source =
  /**
   * From a tape: the request was recorded, or the request under the same condition, or the page was cut from a recorded
   * list. A generated answer names its generator in place of a tape.
   */
  | {
      readonly kind: "played";
      readonly tape: string;
      /** Counted from 1. */
      readonly place: number;
      readonly by: "request" | "condition" | "page" | "generated";
      /** How often it was played before; always 0 for an answer that is the same each time. */
      readonly turn: number;
      /** Given again, since all recorded answers to the request were given and the last one stays. Absent otherwise. */
      readonly again?: true;
      /** Other origins that have an answer to it: the request named none of them. Absent if there are none. */
      readonly also?: readonly string[];
    }
  /** From the API's description, for a request without a recording: what it decided. */
  | { readonly kind: "decided"; readonly rule: string }
  /** Refused, because a limit was used up: as recorded, or as the limit's dialect refuses. */
  | { readonly kind: "refused"; readonly limit: "window" | "secondary"; readonly as: "recorded" | "dialect" }
  /** Answered by another handler; tapes and description had no part in it. */
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
  /** The operation, by the OpenAPI document or its GraphQL name, if it has one. */
  readonly operation?: string;
  readonly principal: Principal;
  readonly status: number;
  /** The origin that the answer redirects to, if it is another: a client that follows it leaves the player. */
  readonly redirectsTo?: string;
  /** Its cost, and the bucket that paid or would have paid. */
  readonly cost: number;
  readonly bucket: string;
  readonly source: Source;
  /** How sending ended, if a stream was not sent to its end: the client left, or it broke off. */
  readonly ended?: Exclude<Ending, "sent">;
}
