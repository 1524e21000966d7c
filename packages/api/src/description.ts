import type { SchemeFile } from "@tapedeck/rate-limit";
import type { RedactOptions } from "@tapedeck/tape";
import type { CredentialForm, ErrorCase, ErrorTemplate, MatchException, Operation, Paging, Preflight } from "./api.ts";

/**
 * The content of an `api.json`: absent keys come from the API that it extends, in the end from `plain`. Objects are
 * merged by member, lists are replaced, `null` removes a key.
 * @see schemas/api.json
 */
export interface ApiDescription {
  readonly $schema?: string;
  readonly name?: string;
  /** The name of a known API: `plain`, or one of the home APIs. */
  readonly extends?: string;
  readonly origins?: readonly string[];
  /** Path of an OpenAPI document, 3.0 or 3.1, relative to this file. */
  readonly openapi?: string;
  /** What OpenAPI cannot express, by operationId; `path` and `method` add an operation that the document lacks. */
  readonly operations?: Readonly<Record<string, OperationDescription>>;
  readonly base?: string;
  readonly prefixes?: readonly string[];
  readonly slashes?: "exact" | "lenient";
  readonly credentials?: readonly CredentialForm[];
  /** A scheme that replaces the extended one: a whole one, or the differences from a preset. */
  readonly rateLimits?: SchemeFile;
  /** Differences from the scheme, if its limit is a fixed window; null for no limit. */
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

/** A limit in a fixed window: its differences from the extended one. */
export interface RateLimitDescription {
  /** Requests per window: for `anonymous`, for any `token`, or for one account. */
  readonly limits?: Readonly<Record<string, number>>;
  readonly windowSeconds?: number;
  /** Maximum error of the advertised end of a window, in seconds. */
  readonly resetJitterSeconds?: number;
  readonly refusal?: { readonly status?: 403 | 429; readonly retryAfter?: boolean };
  readonly secondary?: SecondaryLimit | null;
  /** The cost of a 304. */
  readonly notModifiedCost?: { readonly anonymous?: 0 | 1; readonly token?: 0 | 1 };
  /** The names of the headers that advertise the limit. */
  readonly headers?: Readonly<Partial<Record<"limit" | "remaining" | "reset" | "used", string>>>;
  /** The path that returns the limits in a body, free of charge; null for none. */
  readonly overview?: { readonly path: string } | null;
}

/** A number of requests in a number of seconds, in addition to the window's limit. */
export interface SecondaryLimit {
  readonly requests: number;
  readonly seconds: number;
  /** Default: 403. */
  readonly status?: 403 | 429;
  /** Whether the refusal says how long to wait. Default: false. */
  readonly retryAfter?: boolean;
}
