// The types of a rate-limit scheme: plain data that fits in a JSON file.
import type { MomentForm } from "../dialect/moment.ts";

/** The unit in which a policy counts. */
export type Unit = "requests" | "points" | "tokens" | "content-bytes" | "concurrent-requests";

/**
 * The key that partitions a policy into buckets. `account` and `credential` fall back to the address of a caller
 * without a credential; without an `operation` it is the method and the path. `param:x` is a path parameter, `header:x`
 * a request header, and `body:/x` a value in the JSON body.
 */
export type PartitionKey =
  | "address"
  | "account"
  | "credential"
  | "app"
  | "operation"
  | "method"
  | `param:${string}`
  | `header:${string}`
  | `body:${string}`;

export type CalendarPeriod = "minute" | "hour" | "day" | "week" | "month";

/** How a policy counts. Limits are in the policy's unit, times in seconds. */
export type Algorithm =
  | {
      readonly kind: "fixed-window";
      readonly limit: number;
      readonly seconds: number;
      /**
       * Whether the first request opens a window, or the clock does at multiples of its length. Default:
       * `first-request`.
       */
      readonly opens?: "first-request" | "clock";
    }
  | {
      readonly kind: "fixed-window";
      readonly limit: number;
      readonly opens: "calendar";
      readonly period: CalendarPeriod;
      /** An IANA time zone. Default: UTC. */
      readonly zone?: string;
    }
  | { readonly kind: "sliding-log"; readonly limit: number; readonly seconds: number }
  | { readonly kind: "sliding-counter"; readonly limit: number; readonly seconds: number }
  | { readonly kind: "token-bucket"; readonly capacity: number; readonly refillPerSecond: number }
  | { readonly kind: "leaky-bucket"; readonly capacity: number; readonly leakPerSecond: number }
  | {
      readonly kind: "concurrency";
      readonly limit: number;
      /** Longest time that a place is held without being released. Default: 3600. */
      readonly leaseSeconds?: number;
    };

/** A cost, for everyone or separately for callers without and with a credential. */
export type Price = number | { readonly anonymous: number; readonly token: number };

/** The cost of a request. A later rule of this list overrides an earlier one. */
export interface Cost {
  /** Default: 1. */
  readonly default?: Price;
  readonly byMethod?: Readonly<Record<string, Price>>;
  /** By operation id; without one, by method and path (`GET /things`). */
  readonly byOperation?: Readonly<Record<string, Price>>;
  /** For each byte of the request's body, rounded up. */
  readonly perByte?: number;
  /** JSON pointer (RFC 6901) into the request's body: added to `perByte`. */
  readonly request?: string;
  /** JSON pointer into the response's body: replaces the other costs once it is known; the difference is refunded. */
  readonly response?: string;
  /** By status (`304`) or its class (`5xx`). */
  readonly byStatus?: Readonly<Record<string, Price>>;
  /**
   * The quota that must be left for a request to be allowed, or a JSON pointer to it in the response. Default: its
   * cost.
   */
  readonly requires?: number | string;
}

/** Which requests a policy counts: those that fulfil every given condition. */
export interface Condition {
  readonly methods?: readonly string[];
  readonly operations?: readonly string[];
  /** Path templates: `*` and `{name}` stand for one segment, `**` at the end for any number. */
  readonly paths?: readonly string[];
  /** Whether the caller has a credential. */
  readonly credential?: boolean;
}

/** A limit. Several policies apply at once, and all must allow. */
export interface Policy {
  readonly name: string;
  /** Default: `requests`. */
  readonly unit?: Unit;
  /** Empty: one bucket for everyone. */
  readonly partition?: readonly PartitionKey[];
  readonly algorithm: Algorithm;
  /** Limits of single accounts, of all others with a credential (`token`) and of those without one (`anonymous`). */
  readonly limits?: Readonly<Record<string, number>>;
  readonly cost?: Cost;
  readonly when?: Condition;
  readonly unless?: Condition;
  /** The charge for a refused request (by whichever policy), and how long everything is refused after an excess. */
  readonly onRefusal?: { readonly charge?: number; readonly blockSeconds?: number };
  /** Whether it is enforced and never advertised. */
  readonly hidden?: boolean;
  /** Words that a dialect can tell: whom it limits, and why it refuses. */
  readonly scope?: string;
  readonly reason?: string;
  /** Replaces the scheme's refusal if this policy refuses. */
  readonly refusal?: Refusal;
}

/** The meaning of a header or of a member of the body. */
export type ToldValue =
  | "limit"
  | "remaining"
  | "used"
  | "reset"
  | "retry"
  | "name"
  | "bucket"
  | "scope"
  | "reason"
  | "global"
  | "policies"
  | "standings"
  | "template";

/**
 * How a value is written: a count with the window behind it (`20;w=60`), or with all windows (`20, 20;w=60,
 * 90;w=3600`).
 */
export type Form =
  | MomentForm
  | "integer"
  | "integer-window"
  | "integer-list"
  | "text"
  | "structured"
  | "structured-spaced"
  | "structured-07"
  | "template";

/** When something is told; `below:0.2` if less than that share of the limit remains. */
export type When = "always" | "success" | "refused" | `below:${number}`;

/** Something that is told of a policy: a header, or a member of a JSON body. */
export interface Told {
  /** In lower case. `{policy}` stands for the name of each policy in turn. */
  readonly header?: string;
  /** JSON pointer into the body, instead of a header. */
  readonly pointer?: string;
  /** The policy. Default: the one that refuses, else the one with the smallest share left. */
  readonly policy?: string;
  readonly value: ToldValue;
  readonly form: Form;
  /** Default: `always`. */
  readonly when?: When;
  /**
   * For a header with several values, its text: `{{remaining}}`, or `{{NAME.used}}` of a certain policy, stand for its
   * `limit`, `remaining`, `used`, `remaining%`, `used%` and its reset in any form (`{{delta}}`, `{{epoch}}`).
   */
  readonly template?: string;
  /** Seconds by which a reset is told alternately late and early. Default: 0. */
  readonly jitter?: number;
  /** Whether structured items name the partition (`pk`), by a hash of it. Default: false. */
  readonly partitionKey?: boolean;
}

/** How a request is refused. */
export interface Refusal {
  readonly status: number;
  /**
   * Whether the service was observed to refuse so; otherwise its publisher says so, or services with the same dialect
   * do.
   */
  readonly seen?: boolean;
  /** How `retry-after` is written. Default: it is not sent. */
  readonly retryAfter?: "delta" | "delta-decimal" | "http-date";
  readonly headers?: Readonly<Record<string, string>>;
  /** Media type of the body. Default: `application/json`, or none if a refusal without one was observed. */
  readonly contentType?: string;
  /**
   * Template: `{{policy}}`, `{{limit}}`, `{{who}}`, `{{retryAfter}}`, `{{wait}}` (in words), `{{reset}}`,
   * `{{required}}`, `{{reason}}`, `{{global}}`.
   */
  readonly body?: string;
}

/** Where callers look up their limits, free of charge. */
interface Overview {
  readonly path: string;
  /** The policy that `rate` repeats. */
  readonly rate: string;
}

/** A rate limit: what is allowed, how it is advertised, and how it refuses. */
export interface RateLimitScheme {
  readonly name: string;
  readonly policies: readonly Policy[];
  readonly tell: readonly Told[];
  readonly refusal: Refusal;
  readonly overview?: Overview;
}

/** The content of a scheme file: a whole scheme, or its differences from a preset; policies are merged by name. */
export interface SchemeFile extends Partial<Omit<RateLimitScheme, "policies" | "tell">> {
  readonly $schema?: string;
  readonly preset?: string;
  readonly policies?: readonly (Partial<Policy> & { readonly name: string })[];
  /** A list, or the name of a dialect. */
  readonly tell?: string | readonly Told[];
}
