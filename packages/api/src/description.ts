import type { RedactOptions } from "@tapedeck/tape";
import type {
  CredentialForm,
  ErrorCase,
  ErrorTemplate,
  MatchException,
  Operation,
  Paging,
  Preflight,
  RateLimit,
  SecondaryLimit,
} from "./api.ts";

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
  /** What OpenAPI cannot say, by operationId; `path` and `method` add an operation that the document lacks. */
  readonly operations?: Readonly<Record<string, OperationDescription>>;
  readonly prefixes?: readonly string[];
  readonly slashes?: "exact" | "lenient";
  readonly credentials?: readonly CredentialForm[];
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

/** What is said of one operation beyond its OpenAPI document. */
export interface OperationDescription {
  readonly method?: string;
  readonly path?: string;
  readonly sequence?: NonNullable<Operation["sequence"]>;
  readonly sameForEveryone?: boolean;
  readonly credential?: Operation["credential"];
  /** The operationId whose parameters and responses it shares. */
  readonly like?: string;
}

/** A limit, as far as it differs from the one that is extended. */
export interface RateLimitDescription {
  readonly limits?: RateLimit["limits"];
  readonly windowSeconds?: number;
  readonly resetJitterSeconds?: number;
  readonly refusal?: Partial<RateLimit["refusal"]>;
  readonly secondary?: SecondaryLimit | null;
  readonly notModifiedCost?: Partial<RateLimit["notModifiedCost"]>;
  readonly headers?: Partial<RateLimit["headers"]>;
  readonly overview?: RateLimit["overview"];
}
