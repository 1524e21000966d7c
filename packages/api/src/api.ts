// The engine's view of an API: a description, compiled. Types alone; `compile.ts` makes it of data,
// `route/match-route.ts` finds where a target leads. Read `plain.ts` next: the API of which nothing is known.

import type { RateLimitScheme } from "@tapedeck/rate-limit";
import type { Problem } from "@tapedeck/schema";
import type { Exchange, HeaderList, RedactOptions } from "@tapedeck/tape";

/** An API as the recorder, the player and the tools know it. Immutable. */
export interface Api {
  readonly name: string;
  /** Scheme, host and port of the services that it describes; empty where it describes any. */
  readonly origins: readonly string[];
  /** The paths it has, most specific first. */
  readonly routes: RouteTable;
  /** Prefixes that may stand before every path, `/api/v3`. */
  readonly prefixes: readonly string[];
  /** Whether `//users/ada/` is `/users/ada`. */
  readonly slashes: "exact" | "lenient";
  /** How a caller names itself; empty where nothing is known, and any credential counts as the principal `token`. */
  readonly credentials: readonly CredentialForm[];
  /** Null where no limit is simulated. */
  readonly rateLimit: RateLimitScheme | null;
  /** Null where lists are answered as they were recorded. */
  readonly paging: Paging | null;
  /** The API's own error answers; a case that is not here is a miss. */
  readonly errors: Readonly<Partial<Record<ErrorCase, ErrorTemplate>>>;
  /** Headers of every response that is made and not recorded. */
  readonly headers: HeaderList;
  /** How a browser's preflight is answered; null where it has to be recorded. */
  readonly preflight: Preflight | null;
  /** The header that numbers answers, `{n}` in its value the count in hexadecimal; null where there is none. */
  readonly requestId: readonly [name: string, value: string] | null;
  /** Whether a response to a credential may be cached for its holder alone. */
  readonly privateWithCredential: boolean;
  /** Differences between requests to ignore. */
  readonly match: readonly MatchException[];
  /** Redaction settings beyond the defaults, for recordings and requests alike. */
  readonly redact?: RedactOptions | undefined;
  readonly behaviour: Behaviour;
}

/** Behaviour of an API that data cannot describe. */
export interface Behaviour {
  /** Which other path a response's document answers to: `["/repositories/1", "/repos/ada/engine"]`. */
  readonly aliasesIn?: (document: unknown) => Iterable<readonly [alias: string, path: string]>;
  /** Changes a recorded exchange before it is replayed. */
  readonly beforeReplay?: (exchange: Exchange) => Exchange;
  /** Changes the headers of a recorded response as it is sent. */
  readonly sentHeaders?: (headers: HeaderList) => HeaderList;
  /** Which items of a whole list such parameters leave, and in which order, by their places; null where that cannot be told. */
  readonly arrangeList?: (items: readonly unknown[], parameters: URLSearchParams) => readonly number[] | null;
  /** Lists how a body of a media type (JSON unless it says otherwise) breaks the schema of the response it is of; null where no schema speaks of it. */
  readonly checkBody?: (operation: Operation | null, status: number, value: unknown, type?: string) => BodyCheck | null;
  /** Lists how the headers of a response break their schema; null where none speaks of them. */
  readonly checkHeaders?: (operation: Operation | null, status: number, headers: HeaderList) => BodyCheck | null;
  /** Whether a document is for those alone who have a credential. */
  readonly isPrivate?: (document: Readonly<Record<string, unknown>>) => boolean;
}

/** The result of validating a body. */
export interface BodyCheck {
  /** Names the schema. */
  readonly schema: string;
  readonly problems: readonly Problem[];
}

/** A path of an API, and what can be done there. */
export interface Route {
  /** The template, `/users/{username}`. */
  readonly path: string;
  readonly operations: ReadonlyMap<string, Operation>;
}

/** Finds the route of a path. */
export interface RouteTable {
  readonly all: readonly Route[];
  /**
   * Null for a path that the description does not list. Of several templates that a path fits, the most specific one
   * comes first that has the method, if one is given. Costs the length of the path.
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
  /** Response after the last recorded answer; null where the player's own setting decides. */
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
  /** The value that its absence stands for, as it would be written; null where absence means something else. */
  readonly default: string | null;
  /** The values there are, as they are written; null for any. */
  readonly values: readonly string[] | null;
}

/** Where a credential stands in a request. `scheme` is the word before it in `Authorization`. */
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

/** A response as the API words it. `{words}` in the body's texts are filled in. */
export interface ErrorTemplate {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or null for none. */
  readonly body?: unknown;
}

/** Lists that come a page at a time. */
export interface Paging {
  readonly style: "page";
  /** The parameter that counts pages, from 1. */
  readonly page: string;
  /** The parameter that says how many items a page has. */
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

/** Requests that match in spite of differences, by path: `*` is within a segment, `**` anything. */
export interface MatchException {
  readonly path: string;
  /** `query.t`, `header.x-idempotency-key`, `cookie.sid`, `body`, `body:/meta/requestId`. */
  readonly ignore: readonly string[];
}
