import type { Api, Operation } from "@tapedeck/api";
import { refusalOf } from "@tapedeck/rate-limit";
import {
  type Body,
  bytesOf,
  type Exchange,
  type HeaderList,
  type PackedExchange,
  type Principal,
  type RecordedResponse,
} from "@tapedeck/tape";
import {
  fileIncludes,
  isLate,
  longAtOnce,
  mappedChunks,
  type Rewrite,
  rewriter,
  saysBytes,
  withFields,
} from "@tapedeck/tape/internal";
import type { Validators } from "../http/conditional.ts";
import { conditionOf } from "../http/message.ts";
import { type BodyInMemory, type PiecedBody, piecedBody, piecedBytes, rewrittenPieces } from "../http/pieced-body.ts";
import type { Flow } from "../http/response-draft.ts";
import { memoize } from "../memoize.ts";
import { counts, sentFields, sharedFields, validatorsIn } from "./sent-fields.ts";

/** Headers without the live ones (date, length, request id, counters), and the body's bytes. */
export interface Rendered {
  readonly headers: HeaderList;
  readonly body: Uint8Array<ArrayBuffer> | PiecedBody;
  readonly flow?: Flow;
  readonly informational?: RecordedResponse["informational"];
  readonly trailers?: HeaderList;
}

/** What is known of an exchange besides itself. */
export interface ExchangeSource
  extends Pick<PreparedExchange, "id" | "tape" | "place" | "pass" | "origin" | "scope" | "sentTarget"> {
  /** Path prefix of the service at recording time, or "". */
  readonly prefix: string;
  /** Whether the API lists its path, and what is known of the operation. */
  readonly listed: boolean;
  readonly operation: Operation | null;
  readonly packed?: Packed | undefined;
}

/** What a packed file knows of an exchange. */
export interface Packed extends Pick<PackedExchange, "body" | "namesOrigin"> {
  /** Null if the file was packed under other descriptions. */
  readonly refusal: boolean | null;
}

/** Number of bases whose rendering an exchange caches. */
const basesKept = 4;

/**
 * A recorded exchange, prepared for sending: its JSON as it was sent, and the places where the recorded origin is
 * replaced by the caller's base. It computes each value when it is first needed: many exchanges are listed, and few are
 * sent. It is a class because getters of an object literal give each object a shape of its own in V8, which slows down
 * what reads them.
 */
export class PreparedExchange {
  /** Identifies it within its player. */
  readonly id: number;
  /** Its tape, and its place there, counted from 1. */
  readonly tape: string;
  readonly place: number;
  /** The pass over the sorted recording to which it belongs: see `passesOf` in `@tapedeck/tape/har`. */
  readonly pass: number;
  /** The origin that it was recorded from. */
  readonly origin: string;
  /** Separates it from the exchanges of other APIs. */
  readonly scope: string;
  /** The target of its request as it was sent: that of `exchange` has the form that look-ups use. */
  readonly sentTarget: string;
  /** What follows the last answer to its request; null if the player's own setting decides. */
  readonly afterLast: Operation["sequence"];
  readonly #api: Api;
  readonly #listed: boolean;
  readonly #packed: Packed | undefined;
  readonly #left: readonly string[];
  /** One of a packed file that is plain; see `plain-exchange.ts`. */
  readonly #plain: PackedExchange | null;
  #exchange: Exchange | null;
  #validators: Validators | null = null;
  #metered: boolean | null = null;
  #refusal: boolean | null;
  #rendering: PreparedExchange["render"] | null = null;

  /**
   * @param given Of a packed file if it is plain, which puts it together when all of it is needed.
   * @param rewriteOrigin Whether links to the recorded origin become links to the caller's base.
   */
  constructor(given: Exchange | PackedExchange, source: ExchangeSource, api: Api, rewriteOrigin: boolean) {
    const { id, tape, place, pass, origin, scope, sentTarget, prefix, listed, operation, packed } = source;
    this.id = id;
    this.tape = tape;
    this.place = place;
    this.pass = pass;
    this.origin = origin;
    this.scope = scope;
    this.sentTarget = sentTarget;
    this.#plain = "formed" in given ? given : null;
    this.#exchange = "formed" in given ? null : given;
    this.afterLast = operation?.sequence ?? null;
    this.#api = api;
    this.#listed = listed;
    this.#packed = packed;
    this.#refusal = packed?.refusal ?? null;
    this.#left = rewriteOrigin ? [origin + prefix, origin] : [];
  }

  /** With its request in the form that look-ups use. */
  get exchange(): Exchange {
    this.#exchange ??= formedOf(this.#plain as PackedExchange);
    return this.#exchange;
  }

  /** The principal of its request. */
  get principal(): Principal {
    return this.#plain?.principal ?? this.exchange.request.principal;
  }

  get method(): string {
    return this.#plain === null ? this.exchange.request.method : "GET";
  }

  /** Whether its request had a condition. */
  get isConditional(): boolean {
    return this.#plain === null && conditionOf(this.exchange.request.headers) !== "";
  }

  get status(): number {
    return this.#plain?.status ?? this.exchange.response.status;
  }

  get reason(): string | undefined {
    return this.#plain === null ? this.exchange.response.reason : undefined;
  }

  get validators(): Validators {
    this.#validators ??= this.#plain
      ? sharedFields(this.#api)(this.#plain.headers).validators
      : validatorsIn(this.exchange.response.headers);
    return this.#validators;
  }

  /**
   * Whether it counts against a limit: a path that the API lists, if it lists any; otherwise, if its headers advertised
   * one.
   */
  get metered(): boolean {
    const { rateLimit, routes } = this.#api;
    this.#metered ??=
      rateLimit !== null &&
      (this.#listed ||
        routes.all.length === 0 ||
        (this.#plain?.headers ?? this.exchange.response.headers).some(([name]) => counts(name)));
    return this.#metered;
  }

  /** Whether it is the refusal of a simulated limit. */
  get refusal(): boolean {
    this.#refusal ??= isSimulatedRefusal(this.#api, this.exchange.response);
    return this.#refusal;
  }

  /** Returns the rewriting of a recorded text from the recorded origin to the caller's base. */
  rebase(base: string): Rewrite {
    return rewriter(this.#left, base);
  }

  /** Returns the bytes to send to a caller who reached the server under this base. */
  render(base: string): Rendered {
    if (this.#plain?.namesOrigin === false) {
      const { fields, values } = sharedFields(this.#api)(this.#plain.headers);
      if (this.#left.length === 0 || !namesHost(values, this.origin))
        return { headers: fields, body: this.#plain.body ?? none };
    }
    this.#rendering ??= rendering(this.exchange, this.origin, this.#left, this.#packed, this.#api);
    return this.#rendering(base);
  }
}

function formedOf({ exchange, formed }: PackedExchange): Exchange {
  return { ...exchange, request: formed };
}

function rendering(
  exchange: Exchange,
  origin: string,
  left: readonly string[],
  { body: wire = null, namesOrigin = true }: Partial<Packed> = {},
  api: Api,
): PreparedExchange["render"] {
  const { request, response } = exchange;
  const headers = sentFields(api, response.headers, request.method);
  const { body } = response;
  const isBytes = saysBytes(response.headers);
  const { cut = null, chunks = cut === null ? null : [], trailers = [], informational = [] } = response;
  const isLeft = body?.encoding !== "utf8" || isBytes || (wire !== null && !namesOrigin && chunks === null);
  const text = isLeft ? null : wire === null ? body.text : decoder.decode(wire);
  const filed = body?.encoding === "file" ? body : null;
  const isFixed =
    filed === null
      ? text === null || !namesHost(text, origin) || (!isLong(body) && rewriter(left, "")(text) === text)
      : left.length === 0 || isBytes || !filed.isText || !fileIncludes(filed, hostOf(origin) ?? "");
  const fixed = isFixed ? (wire ?? (filed ? piecedBody(filed) : bytesOf(body))) : null;
  const whole =
    fixed === null && isLong(body) ? (filed ? piecedBody(filed) : piecedBytes(wire ?? bytesOf(body))) : null;

  const rendered: Array<Rendered & { readonly base: string }> = [];
  // Any header may hold an address of the service: `location`, `operation-location`, `odata-entityid`.
  const pointing = left.length > 0 && headers.some(([, value]) => namesHost(value, origin));
  return (base) => {
    for (const kept of rendered) if (kept.base === base) return kept;
    const rebase = rewriter(left, base);
    const rebased = text === null || fixed || whole ? text : rebase(text);
    const held = (): BodyInMemory => {
      const said = rebase(text ?? "");
      return { bytes: encoder.encode(said), chunks: chunks && mappedChunks(text ?? "", said, chunks) };
    };
    const pieces = whole && rewrittenPieces(whole, left, base, chunks, filed ? null : held);
    const pointed = (fields: HeaderList): HeaderList => fields.map(([name, value]) => [name, rebase(value)] as const);
    const fresh = {
      base,
      ...withFields({ headers, trailers, informational }, (fields, isHead) =>
        isHead && !pointing ? fields : pointed(fields),
      ),
      body: fixed ?? pieces ?? encoder.encode(rebased ?? ""),
      ...(chunks && { flow: { chunks: mappedChunks(text ?? "", rebased ?? "", chunks), cut } }),
    };
    // The latest stays: its length may have been measured for the answer that follows.
    if (rendered.length === basesKept) rendered.shift();
    rendered.push(fresh);
    return fresh;
  };
}

/** Returns whether addresses in a body are replaced in pieces: it is in a file of its own, or a long text. */
export function isLong(body: Body | null): boolean {
  return body !== null && (body.encoding === "file" || body.text.length > longAtOnce);
}

/** Returns whether a response is the refusal of a simulated limit. */
export function isSimulatedRefusal({ rateLimit }: Api, response: RecordedResponse): boolean {
  return rateLimit !== null && !isLate(response) && refusalOf(response) === "quota";
}

const none = new Uint8Array(0);
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Returns whether a text may contain an origin in any spelling: they all share the host's letters and dots. */
export function namesHost(text: string, origin: string): boolean {
  const host = hostOf(origin);
  return host === undefined || text.includes(host);
}

const hostOf = memoize(64, (origin: string): string | undefined => /^https?:\/\/([\w.-]+)/.exec(origin)?.[1]);
