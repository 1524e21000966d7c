import type { SchemeFile } from "@tapedeck/rate-limit";
import type { RedactOptions } from "@tapedeck/tape";
import type { CredentialForm, ErrorCase, ErrorTemplate, MatchException, Operation, Paging, Preflight } from "./api.ts";

/**
 * A description as it stands in `api.json`: what is left out is that of the API it extends, `plain` at the bottom.
 * Objects are merged by member, lists are replaced, `null` takes something away.
 * @see schemas/api.json
 */
export interface ApiDescription {
  readonly $schema?: string;
  readonly name?: string;
  /** The name of an API that is known by name: `plain`, or one of the home APIs. */
  readonly extends?: string;
  readonly origins?: readonly string[];
  /** Path of an OpenAPI document, 3.0 or 3.1, relative to this file. */
  readonly openapi?: string;
  /**
   * Facts that OpenAPI cannot express, by operationId; `path` and `method` add an operation that the document lacks.
   */
  readonly operations?: Readonly<Record<string, OperationDescription>>;
  readonly prefixes?: readonly string[];
  readonly slashes?: "exact" | "lenient";
  readonly credentials?: readonly CredentialForm[];
  /** A scheme in place of the one that is extended: whole, or by what differs from a preset. */
  readonly rateLimits?: SchemeFile;
  /** Differences from the scheme, where its limit is one of a fixed window; null for no limit at all. */
  readonly rateLimit?: RateLimitDescription | null;
  readonly paging?: (Partial<Paging> & Pick<Paging, "page" | "size">) | null;
  readonly errors?: Readonly<Partial<Record<ErrorCase, ErrorTemplate | null>>>;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly preflight?: Partial<Preflight> | null;
  readonly requestId?: { readonly header: string; readonly value: string } | null;
  readonly privateWithCredential?: boolean;
  readonly match?: readonly MatchException[];
  readonly redact?: RedactOptions;
}

/** Facts about one operation beyond its OpenAPI document. */
interface OperationDescription {
  readonly method?: string;
  readonly path?: string;
  readonly sequence?: NonNullable<Operation["sequence"]>;
  readonly sameForEveryone?: boolean;
  readonly credential?: Operation["credential"];
  /** The operationId whose parameters and responses it shares. */
  readonly like?: string;
}

/** A limit in a fixed window, as far as it differs from the one that is extended. */
export interface RateLimitDescription {
  /** Requests a window: for `anonymous`, for any `token`, or for one account. */
  readonly limits?: Readonly<Record<string, number>>;
  readonly windowSeconds?: number;
  /** By how many seconds the advertised end of a window is off at most. */
  readonly resetJitterSeconds?: number;
  readonly refusal?: { readonly status?: 403 | 429; readonly retryAfter?: boolean };
  readonly secondary?: SecondaryLimit | null;
  /** The cost of a 304. */
  readonly notModifiedCost?: { readonly anonymous?: 0 | 1; readonly token?: 0 | 1 };
  /** The names of the headers that tell how a caller stands. */
  readonly headers?: Readonly<Partial<Record<"limit" | "remaining" | "reset" | "used", string>>>;
  /** The path that tells it in a body, and costs nothing; null for none. */
  readonly overview?: { readonly path: string } | null;
}

/** So many requests in so many seconds, beside the limit of the window. */
export interface SecondaryLimit {
  readonly requests: number;
  readonly seconds: number;
  /** Default: 403. */
  readonly status?: 403 | 429;
  /** Whether the refusal says how long to wait. Default: no. */
  readonly retryAfter?: boolean;
}
