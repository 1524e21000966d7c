import { anonymous, anyToken } from "@tapedeck/tape";

/**
 * What an API does where its specification is silent. Plain data, so that it fits in a file; a recorded response
 * always wins over it.
 * @see beyond-the-spec
 */
export interface Profile {
  readonly name: string;
  /** The vendor's word in header names and media types: `x-service-media-type: service.v3`. */
  readonly vendor: string;
  /** Where error documents point. */
  readonly documentationUrl: string;
  /** Requests a window: for `anonymous`, for any `token`, or for one account. */
  readonly limits: Readonly<Record<string, number>>;
  readonly windowSeconds: number;
  /** By how many seconds the told end of a window is off at most; the window itself stays where it is. */
  readonly resetJitterSeconds: number;
  readonly refusal: { readonly status: 403 | 429; readonly retryAfter: boolean };
  /** How fast one may ask at most, beside the limit of the window; null for as fast as one likes. */
  readonly secondaryLimit: SecondaryLimit | null;
  /** What a 304 costs. */
  readonly notModifiedCost: { readonly anonymous: 0 | 1; readonly token: 0 | 1 };
  /** Whether `/rate_limit` is answered, at no cost. */
  readonly rateLimitRoute: boolean;
  /** What may stand before every path, as on-premises installations have it. */
  readonly pathPrefixes: readonly string[];
  /** Whether paths with a number in place of a name (`/repositories/1`) lead to what was recorded under the name. */
  readonly idRoutes: boolean;
  /** Whether what is answered to a credential may be cached for its holder alone. */
  readonly privateCache: boolean;
  /** What a request that no tape has gets: the harness's own error, or the API's 404. */
  readonly misses: "error" | "not-found";
  /** Whether links to the recorded origin become links to where the caller asked. */
  readonly rewriteOrigin: boolean;
}

/**
 * A vendor's word as it is written in the names of headers.
 * @example
 * vendorTitle("service"); // "Service", as in "X-Service-Media-Type"
 */
export function vendorTitle(vendor: string): string {
  return vendor === "github" ? "GitHub" : vendor.charAt(0).toUpperCase() + vendor.slice(1);
}

/**
 * How many requests a window holds for an account; undefined for those without a credential. The limit is the
 * account's, whichever of its credentials opens the window.
 */
export function limitOf({ limits }: Profile, account: string | undefined): number {
  if (account === undefined) return limits[anonymous] ?? 0;
  return limits[account] ?? limits[anyToken] ?? 0;
}

/** So many requests in so many seconds, and how one is refused who asks faster. */
export interface SecondaryLimit {
  readonly requests: number;
  readonly seconds: number;
  /** Default: 403. */
  readonly status?: 403 | 429;
  /** Whether the refusal says how long to wait. Default: no. */
  readonly retryAfter?: boolean;
}

/** What a profile file may say: any part of a profile, on top of one that ships. */
export interface ProfileFile {
  readonly name: string;
  readonly extends?: ShippedProfile;
  readonly vendor?: string;
  readonly documentationUrl?: string;
  readonly limits?: Readonly<Record<string, number>>;
  readonly windowSeconds?: number;
  readonly resetJitterSeconds?: number;
  readonly refusal?: Partial<Profile["refusal"]>;
  readonly secondaryLimit?: SecondaryLimit | null;
  readonly notModifiedCost?: Partial<Profile["notModifiedCost"]>;
  readonly rateLimitRoute?: boolean;
  readonly pathPrefixes?: readonly string[];
  readonly idRoutes?: boolean;
  readonly privateCache?: boolean;
  readonly misses?: Profile["misses"];
  readonly rewriteOrigin?: boolean;
}

export type ShippedProfile = "service" | "github";

const service: Profile = {
  name: "service",
  vendor: "service",
  documentationUrl: "https://docs.service.example/rest",
  limits: { anonymous: 60, token: 5000 },
  windowSeconds: 3600,
  resetJitterSeconds: 0,
  refusal: { status: 403, retryAfter: false },
  secondaryLimit: null,
  notModifiedCost: { anonymous: 1, token: 1 },
  rateLimitRoute: false,
  pathPrefixes: [],
  idRoutes: false,
  privateCache: false,
  misses: "error",
  rewriteOrigin: true,
};

const github: Profile = {
  ...service,
  name: "github",
  vendor: "github",
  documentationUrl: "https://docs.github.com/rest",
  notModifiedCost: { anonymous: 1, token: 0 },
  rateLimitRoute: true,
  pathPrefixes: ["/api/v3"],
  idRoutes: true,
  privateCache: true,
};

/** The profiles that ship: the specification with the least surprise beyond it, and the measured live service. */
export const profiles: Readonly<Record<ShippedProfile, Profile>> = { service, github };

/**
 * Makes a profile from what a file says: settings that it leaves out are those of the profile it extends (`service`
 * unless it says otherwise).
 * @example
 * profileFrom({ name: "strict", extends: "github", limits: { token: 100 } }).limits; // { anonymous: 60, token: 100 }
 */
export function profileFrom(file: ProfileFile): Profile {
  const { extends: base = "service", ...own } = file;
  const ground = profiles[base];
  return {
    ...ground,
    ...own,
    limits: { ...ground.limits, ...own.limits },
    refusal: { ...ground.refusal, ...own.refusal },
    notModifiedCost: { ...ground.notModifiedCost, ...own.notModifiedCost },
  };
}
