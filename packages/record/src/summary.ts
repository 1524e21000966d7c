import type { Cut, Principal } from "@tapedeck/tape";
import type { SharedPlaceholder } from "./store/issued-before.ts";

/** Who asks for what. */
export interface Asked {
  readonly method: string;
  readonly target: string;
  readonly principal: Principal;
}

/** A request without an answer that could be stored or compared, and why. */
export interface Unanswered extends Asked {
  readonly reason: string;
}

/** A stored exchange. Nothing in it is secret. */
export interface Captured extends Asked {
  readonly status: number;
  /** `unchanged`: the file already had it. */
  readonly outcome: "captured" | "unchanged";
  /** Relative to the folder of recordings. */
  readonly file: string;
  /** The reason why a stream was cut. */
  readonly cut?: Cut;
  /** The origin that the answer redirects to, if it is another than the service's. */
  readonly redirectsTo?: string;
}

/**
 * An answer that claims to be JSON and is not, or does not fit the schema of its route. It was recorded nonetheless.
 */
export interface Invalid extends Asked {
  readonly file: string;
  readonly problems: readonly string[];
}

/** A given credential that was answered 401. */
export interface RejectedCredential {
  readonly alias: Principal;
  /** Number of its requests that were answered 401. */
  readonly unauthorized: number;
  /** Number of its requests that were answered. */
  readonly answered: number;
}

/** A request with answers of earlier runs behind those of this one. */
export interface Outnumbered extends Pick<Captured, "method" | "target" | "principal"> {
  readonly earlier: number;
}

/** What is to be said of a recording besides its counts. */
export type Remark =
  | "ambiguous"
  | "secondLogins"
  | "unfollowed"
  | "shared"
  | "outnumbered"
  | "unread"
  | "redirects"
  | "misaddressed"
  | "refused"
  | "heldBack";

/** What a recorder has done so far. */
export interface Summary {
  readonly captured: number;
  readonly unchanged: number;
  /**
   * Number of hidden values by kind: an alias, `header`, `parameter`, `field`, `credentials` (user and password of a
   * URL), or a token format (`github-token`, `jwt`, …).
   */
  readonly redacted: Readonly<Record<string, number>>;
  /** Placeholders that two values share: requests that differ only in them count as one. Absent if there are none. */
  readonly ambiguous?: readonly string[];
  /**
   * Placeholders of sessions in which another user logged in, and which stayed the same: only their order tells apart what
   * each asked. Absent if there are none.
   */
  readonly secondLogins?: readonly string[];
  /**
   * Whether some secret is hidden at its own place alone, and may stay where it comes again: it is longer than 64 KiB, or
   * one of more than 20,000. Absent if none is.
   */
  readonly unfollowed?: true;
  /**
   * Placeholders that an answer of an earlier run issued, too: who sends one may get what the other's got. Known once the
   * recorder is closed; absent if there are none.
   */
  readonly shared?: readonly SharedPlaceholder[];
  /** Other origins that answers redirected to: what a client asks there is not recorded. Absent if there are none. */
  readonly redirects?: readonly string[];
  /** Types of messages in which no secret is recognized by its name (protobuf, MQTT). Absent if there are none. */
  readonly unread?: readonly string[];
  /** Requests that earlier runs sent more often: the answers of those runs stay behind the new ones. Absent if none. */
  readonly outnumbered?: readonly Outnumbered[];
  readonly invalid: readonly Invalid[];
  readonly failed: readonly Unanswered[];
  /** Number of answers that refused for a rate limit and were not stored, because a replay refuses by
   * that limit itself, or another answer to the same request is on file. */
  readonly refused: number;
  /**
   * Number of requests that were refused and whose `DPoP` proof names the recorder's address (RFC 9449). Absent if none.
   */
  readonly misaddressed?: number;
  /**
   * Number of requests that were not sent, since their clients would have waited too long for the rate limit. Absent if
   * none.
   */
  readonly heldBack?: number;
  /** How many of them a smaller reserve would have admitted. Absent if none. */
  readonly heldByReserve?: number;
  /** Absent if the service accepted every given credential that was used. */
  readonly unaccepted?: readonly RejectedCredential[];
  /** What is to be said of it, a sentence each. Absent if there is nothing. */
  readonly remarks?: Readonly<Partial<Record<Remark, string>>>;
}
