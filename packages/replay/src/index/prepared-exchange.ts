import type { Api, Operation } from "@tapedeck/api";
import { isCounter, refusalOf, toldHeader } from "@tapedeck/rate-limit";
import {
  byteString,
  bytesOf,
  type Exchange,
  type HeaderList,
  headerOf,
  hopByHop,
  isLate,
  mappedChunks,
  type RecordedResponse,
  type Rewrite,
  rewriter,
} from "@tapedeck/tape";
import type { Validators } from "../http/conditional.ts";
import { includes, type PiecedBody, piecedBody, rewrittenPieces } from "../http/pieced-body.ts";
import type { Flow } from "../http/response-draft.ts";

/** A recorded exchange, made ready to be sent. */
export interface PreparedExchange {
  /** Names it within its player. */
  readonly id: number;
  /** The tape it is on, and its place there, counted from 1. */
  readonly tape: string;
  readonly place: number;
  /** Its pass over the sorted recording that its tape is of: see `passesOf` in `@tapedeck/tape/har`. */
  readonly pass: number;
  /** Where it was recorded. */
  readonly origin: string;
  /** Keeps it apart from the exchanges of other APIs. */
  readonly scope: string;
  readonly exchange: Exchange;
  readonly validators: Validators;
  /** Whether it counts against a limit: on a path that the API lists, if it lists any; on others if its headers spoke of one. */
  readonly metered: boolean;
  /** Whether it says that a limit was used up, one that is simulated. */
  readonly refusal: boolean;
  /** Response after the last answer to its request; null where the player's own setting decides. */
  readonly afterLast: Operation["sequence"];
  /** Puts the base under which a caller reached us where a recorded text says the origin. */
  rebase(base: string): Rewrite;
  /** The bytes to send to a caller who reached us under this base. */
  render(base: string): Rendered;
}

/** Headers without those that are live (date, length, request id, counters), and the body's bytes. */
export interface Rendered {
  readonly headers: HeaderList;
  readonly body: Uint8Array<ArrayBuffer> | PiecedBody;
  readonly flow?: Flow;
  readonly informational?: RecordedResponse["informational"];
  readonly trailers?: HeaderList;
}

/** Where an exchange comes from. */
export interface ExchangeSource {
  readonly id: number;
  readonly tape: string;
  readonly place: number;
  readonly pass: number;
  readonly origin: string;
  readonly scope: string;
  /** Path prefix of the service when it was recorded, or "". */
  readonly prefix: string;
  /** Whether its path is one that the API lists, and what is known of the operation. */
  readonly listed: boolean;
  readonly operation: Operation | null;
  /** The body as it is sent, where that is known. */
  readonly wire?: Uint8Array<ArrayBuffer> | null | undefined;
}

/** The bases whose rendering an exchange keeps at hand; more are rendered anew. */
const basesKept = 4;

/**
 * Makes an exchange ready to be sent: JSON as it was sent, the places known where the recorded origin gives way to the caller's
 * own.
 */
export function prepareExchange(
  exchange: Exchange,
  source: ExchangeSource,
  api: Api,
  rewriteOrigin: boolean,
): PreparedExchange {
  return new LatePreparedExchange(exchange, source, api, rewriteOrigin);
}

/**
 * Works each value out when it is first asked for: many exchanges are listed, and few are sent. A class, since getters of an
 * object literal give each object a shape of its own in V8, and what reads them is slow with many shapes.
 */
class LatePreparedExchange implements PreparedExchange {
  readonly id: number;
  readonly tape: string;
  readonly place: number;
  readonly pass: number;
  readonly origin: string;
  readonly scope: string;
  readonly exchange: Exchange;
  readonly afterLast: Operation["sequence"];
  readonly #api: Api;
  readonly #listed: boolean;
  readonly #wire: Uint8Array<ArrayBuffer> | null;
  readonly #left: readonly string[];
  #validators: Validators | null = null;
  #metered: boolean | null = null;
  #refusal: boolean | null = null;
  #rendering: PreparedExchange["render"] | null = null;

  constructor(exchange: Exchange, source: ExchangeSource, api: Api, rewriteOrigin: boolean) {
    const { id, tape, place, pass, origin, scope, prefix, listed, operation, wire = null } = source;
    this.id = id;
    this.tape = tape;
    this.place = place;
    this.pass = pass;
    this.origin = origin;
    this.scope = scope;
    this.exchange = exchange;
    this.afterLast = operation?.sequence ?? null;
    this.#api = api;
    this.#listed = listed;
    this.#wire = wire;
    this.#left = rewriteOrigin ? [origin + prefix, origin] : [];
  }

  get validators(): Validators {
    this.#validators ??= validatorsOf(this.exchange.response);
    return this.#validators;
  }

  get metered(): boolean {
    const { rateLimit, routes } = this.#api;
    this.#metered ??=
      rateLimit !== null &&
      (this.#listed || routes.all.length === 0 || this.exchange.response.headers.some(([name]) => counts(name)));
    return this.#metered;
  }

  get refusal(): boolean {
    this.#refusal ??= isSimulatedRefusal(this.#api, this.exchange.response);
    return this.#refusal;
  }

  rebase(base: string): Rewrite {
    return rewriter(this.#left, base);
  }

  render(base: string): Rendered {
    this.#rendering ??= rendering(this.exchange, this.origin, this.#left, this.#wire, this.#api);
    return this.#rendering(base);
  }
}

function validatorsOf({ headers }: RecordedResponse): Validators {
  return { etag: headerOf(headers, "etag"), lastModified: headerOf(headers, "last-modified") };
}

function rendering(
  exchange: Exchange,
  origin: string,
  left: readonly string[],
  wire: Uint8Array<ArrayBuffer> | null,
  api: Api,
): PreparedExchange["render"] {
  const { request, response } = exchange;
  const live = liveHeaders(api);
  const sent = api.behaviour.sentHeaders?.(response.headers) ?? response.headers;
  const headers = sent
    .filter(([name]) => !live.has(name) && !hopByHop.has(name) && !(replacesCounters(api) && counts(name)))
    // Bodies are kept decoded. A HEAD response has none to take its length from.
    .filter(([name]) => !/^content-(?:encoding|length)$/.test(name) || request.method === "HEAD")
    .map(([name, value]) => [name, byteString(value)] as const);
  const text = textOf(response, wire);
  const filed = response.body?.encoding === "file" ? response.body : null;
  const isFixed =
    filed === null
      ? text === null || !mayName(text, origin) || rewriter(left, "")(text) === text
      : left.length === 0 || !filed.isText || !includes(filed, hostOf(origin) ?? "");
  const fixed = isFixed ? (wire ?? (filed ? piecedBody(filed) : bodyBytes(exchange, text))) : null;

  const { cut = null, chunks = cut === null ? null : [] } = response;

  const rendered: Array<Rendered & { readonly base: string }> = [];
  // An address of the service may stand in any header: `location`, `operation-location`, `odata-entityid`.
  const pointing = headers.some(([, value]) => mayName(value, origin));
  return (base) => {
    for (const kept of rendered) if (kept.base === base) return kept;
    const rebase = rewriter(left, base);
    const rebased = text === null || fixed ? text : rebase(text);
    const [pieces, cutAnew] = filed && !fixed ? rewrittenPieces(filed, left, base, chunks ?? []) : [];
    const pointed = (fields: HeaderList): HeaderList => fields.map(([name, value]) => [name, rebase(value)] as const);
    const fresh = {
      base,
      headers: pointing ? pointed(headers) : headers,
      ...(response.trailers && { trailers: pointed(response.trailers) }),
      ...(response.informational && {
        informational: response.informational.map((each) => ({ ...each, headers: pointed(each.headers) })),
      }),
      body: fixed ?? pieces ?? new TextEncoder().encode(rebased ?? ""),
      ...(chunks && { flow: { chunks: cutAnew ?? mappedChunks(text ?? "", rebased ?? "", chunks), cut } }),
    };
    if (rendered.length < basesKept) rendered.push(fresh);
    return fresh;
  };
}

/** Whether a response says that a limit was used up, one that is simulated. */
export function isSimulatedRefusal({ rateLimit }: Api, response: RecordedResponse): boolean {
  return rateLimit !== null && !isLate(response) && refusalOf(response) === "quota";
}

const liveByApi = new WeakMap<Api, ReadonlySet<string>>();

/** The headers that are those of the moment: a recorded one would be a lie. */
function liveHeaders(api: Api): ReadonlySet<string> {
  const known = liveByApi.get(api);
  if (known) return known;
  const counters = (api.rateLimit?.tell ?? []).flatMap(({ header }) => header ?? []);
  const live = new Set(["date", ...counters, ...(api.requestId === null ? [] : ["x-request-id", api.requestId[0]])]);
  liveByApi.set(api, live);
  return live;
}

/** Whether what is simulated takes the place of all counters: an observer has named those that it understood. */
function replacesCounters({ rateLimit }: Api): boolean {
  if (rateLimit === null) return false;
  return rateLimit.name !== "observed" || rateLimit.tell.some(({ header }) => header?.includes("{") !== false);
}

/** Whether a header tells how a caller stands, in whatever dialect. */
function counts(name: string): boolean {
  const { value } = toldHeader(name) ?? {};
  return value === "limit" || value === "policies" || isCounter(name);
}

const decoder = new TextDecoder();

function textOf({ body }: RecordedResponse, wire: Uint8Array | null): string | null {
  if (body?.encoding !== "utf8") return null;
  return wire === null ? body.text : decoder.decode(wire);
}

/** Whether a text may name an origin, however it is written: a host's letters and dots are the same in all of them. */
function mayName(text: string, origin: string): boolean {
  const host = hostOf(origin);
  return host === undefined || text.includes(host);
}

function hostOf(origin: string): string | undefined {
  return /^https?:\/\/([\w.-]+)/.exec(origin)?.[1];
}

function bodyBytes(exchange: Exchange, text: string | null): Uint8Array<ArrayBuffer> {
  return text === null ? bytesOf(exchange.response.body) : new TextEncoder().encode(text);
}
