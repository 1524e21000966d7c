// The engine's view of an API: a compiled description. Only types; `compile.ts` makes it from data,
// `route/match-route.ts` finds the route of a target. Read `plain.ts` next: the API of which nothing is known.

import type { RateLimitScheme } from "@tapedeck/rate-limit";
import type { Problem } from "@tapedeck/schema";
import type { Exchange, HeaderList, RedactOptions } from "@tapedeck/tape";
import type { ListOrder } from "./list-order.ts";

/** An API as the recorder, the player and the tools know it. Immutable. */
export interface Api {
  readonly name: string;
  /** Scheme, host and port of the services that it describes; empty if it describes any. */
  readonly origins: readonly string[];
  /** Its paths, most specific first. */
  readonly routes: RouteTable;
  /** The path below which the live API was recorded, and which recordings leave out: `/api/v2`; "" for none. */
  readonly base: string;
  /** Prefixes that any path may have, such as `/api/v3`. */
  readonly prefixes: readonly string[];
  /** Whether `//users/ada/` means `/users/ada`. */
  readonly slashes: "exact" | "lenient";
  /** How callers identify themselves; empty if unknown: then any credential is the principal `token`. */
  readonly credentials: readonly CredentialForm[];
  /** Null if no limit is simulated. */
  readonly rateLimit: RateLimitScheme | null;
  /** Null if lists are answered only as they were recorded. */
  readonly paging: Paging | null;
  /** The API's own error answers; a case without one is a miss. */
  readonly errors: Readonly<Partial<Record<ErrorCase, ErrorTemplate>>>;
  /** Headers of every response that the description makes. */
  readonly headers: HeaderList;
  /** How a browser's preflight is answered; null if it has to be recorded. */
  readonly preflight: Preflight | null;
  /** The header that numbers answers, with `{n}` for the count in hexadecimal; null if there is none. */
  readonly requestId: readonly [name: string, value: string] | null;
  /** Whether a response to a credential may be cached for its holder only. */
  readonly privateWithCredential: boolean;
  /** Differences between requests to ignore. */
  readonly match: readonly MatchException[];
  /** Redaction settings beyond the defaults, for recordings and requests alike. */
  readonly redact?: RedactOptions | undefined;
  readonly behaviour: Behaviour;
}

/** Behaviour of an API that data cannot describe. */
export interface Behaviour {
  /** Lists other paths of a response's document: `["/repositories/1", "/repos/ada/engine"]`. */
  readonly aliasesIn?: (document: unknown) => Iterable<readonly [alias: string, path: string]>;
  /** Changes a recorded exchange before it is replayed. */
  readonly beforeReplay?: (exchange: Exchange) => Exchange;
  /** Changes the headers of a recorded response as it is sent. */
  readonly sentHeaders?: (headers: HeaderList) => HeaderList;
  /** Tells how parameters select and sort the items of a whole list; null if the items do not tell. */
  readonly listOrder?: (parameters: URLSearchParams) => ListOrder | null;
  /**
   * Lists how a body of a media type (default: JSON) violates the schema of its response; null if there is no schema
   * for it.
   */
  readonly checkBody?: (operation: Operation | null, status: number, value: unknown, type?: string) => BodyCheck | null;
  /** Lists how the headers of a response violate their schema; null if there is none. */
  readonly checkHeaders?: (operation: Operation | null, status: number, headers: HeaderList) => BodyCheck | null;
  /** Lists words that a field of an object with these fields may have, though its schema leaves it open. */
  readonly knownWords?: (field: string, fields: { has(name: string): boolean }) => readonly string[];
  /** Returns whether only callers with a credential may see a document. */
  readonly isPrivate?: (document: Readonly<Record<string, unknown>>) => boolean;
}

/** The result of validating a body. */
export interface BodyCheck {
  /** Names the schema. */
  readonly schema: string;
  readonly problems: readonly Problem[];
}

/** A path of an API, and its operations. */
export interface Route {
  /** The template, `/users/{username}`. */
  readonly path: string;
  readonly operations: ReadonlyMap<string, Operation>;
}

/** Finds the route of a path. */
export interface RouteTable {
  readonly all: readonly Route[];
  /**
   * Returns null for a path that the description does not list. If several templates match, it takes the most specific
   * one that has the method, if one is given. Takes time by the length of the path.
   */
  readonly find: (
    path: string,
    method?: string,
  ) => { readonly route: Route; readonly parameters: Readonly<Record<string, string>> } | null;
}

/** One method of one path. */
export interface Operation {
  readonly id: string;
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly credential: "none" | "optional" | "required";
  /** What follows the last recorded answer; null if the player's own setting decides. */
  readonly sequence: "stay" | "cycle" | "end" | null;
  /** Whether every caller gets the same. */
  readonly sameForEveryone: boolean;
  /** Schemas of a response's body by status (`200`, `4XX`, `default`) and media type: a JSON Schema, or a reference to one. */
  readonly responses: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
}

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  /** The value that its absence stands for, as written; null if absence means something else. */
  readonly default: string | null;
  /** The allowed values, as written; null for any. */
  readonly values: readonly string[] | null;
}

/** Where a request carries a credential. `scheme` is the word before it in `Authorization`. */
export type CredentialForm =
  | { readonly scheme: string }
  | { readonly header: string }
  | { readonly query: string }
  | { readonly cookie: string };

export type ErrorCase =
  | "unauthenticated"
  | "badCredentials"
  | "notFound"
  | "methodNotAllowed"
  | "unknownValue"
  | "rangeNotSatisfiable"
  | "rateLimited"
  | "secondaryLimited";

/** A response in the API's own words. `{words}` in the body's texts are replaced. */
export interface ErrorTemplate {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or null for none. */
  readonly body?: unknown;
}

/** Lists that come in pages. */
export interface Paging {
  readonly style: "page";
  /** The parameter that counts pages, from 1. */
  readonly page: string;
  /** The parameter for the number of items on a page. */
  readonly size: string;
  readonly default: number;
  readonly max: number;
}

/** How a browser's preflight is answered. */
export interface Preflight {
  readonly methods: readonly string[];
  readonly headers: string;
  readonly maxAgeSeconds: number;
}

/** Differences between matching requests, by path: `*` stands for anything within a segment, `**` for anything. */
export interface MatchException {
  readonly path: string;
  /** `path.2` (a segment), `query.t`, `header.x-idempotency-key`, `cookie.sid`, `body`, `body:/meta/requestId`, `body:generated`. */
  readonly ignore: readonly string[];
}
