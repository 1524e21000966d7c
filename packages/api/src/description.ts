import type { SchemeFile } from "@tapedeck/rate-limit";
import type { ApiFile } from "@tapedeck/schema";
import type { RedactOptions } from "@tapedeck/tape";
import type { CredentialForm, ErrorCase, ErrorTemplate } from "./api.ts";

/** Data that is only read, at any depth. */
type Immutable<Data> = Data extends object ? { readonly [Key in keyof Data]: Immutable<Data[Key]> } : Data;

/**
 * The content of an `api.json`, as its schema says: absent keys come from the API that it extends, in the end from
 * `plain`. Objects are merged by member, lists are replaced, `null` removes a key. The keys that stand here have types
 * that JSON Schema does not tell.
 * @see schemas/api.json
 */
export interface ApiDescription extends Immutable<Omit<ApiFile, "credentials" | "errors" | "rateLimits" | "redact">> {
  readonly credentials?: readonly CredentialForm[];
  /** A scheme that replaces the extended one: a whole one, or the differences from a preset. */
  readonly rateLimits?: SchemeFile;
  readonly errors?: Readonly<Partial<Record<ErrorCase, ErrorTemplate | null>>>;
  readonly redact?: RedactOptions;
}

/** A limit in a fixed window: its differences from the extended one. */
export type RateLimitDescription = NonNullable<ApiDescription["rateLimit"]>;

/** A number of requests in a number of seconds, in addition to the window's limit. */
export type SecondaryLimit = NonNullable<RateLimitDescription["secondary"]>;
