import {
  byteString,
  bytesOf,
  compactJson,
  type Exchange,
  type HeaderList,
  headerOf,
  hopByHop,
  isJson,
  isRefusal,
  rewriter,
} from "@tapedeck/tape";
import type { Validators } from "../http/conditional.ts";
import { vendorTitle } from "../profile.ts";
import { isMetered, type RouteName } from "../route.ts";

/** A recorded exchange, made ready to be sent. */
export interface PreparedExchange {
  /** The tape it is on, and its place there, counted from 1. */
  readonly tape: string;
  readonly place: number;
  /** Where it was recorded. */
  readonly origin: string;
  readonly exchange: Exchange;
  readonly validators: Validators;
  /** Whether it counts against a limit: as the contract has it, and beyond the contract if its headers spoke of one. */
  readonly metered: boolean;
  readonly refusal: boolean;
  /** What to send to a caller who reached us under this base. */
  readonly render: (base: string) => Rendered;
}

/** Headers without those that are live (date, length, request id, counters), and the body's bytes. */
export interface Rendered {
  readonly headers: HeaderList;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Where a card comes from. */
export interface ExchangeSource {
  readonly tape: string;
  readonly place: number;
  readonly origin: string;
  /** What stood before the path when it was recorded, or "". */
  readonly prefix: string;
  readonly route: RouteName;
}

/** What of a profile a card depends on. */
export interface PrepareOptions {
  readonly vendor: string;
  readonly rewriteOrigin: boolean;
}

/** The bases whose rendering a card keeps at hand; more are rendered anew. */
const basesKept = 4;

const live = /^(?:date|x-ratelimit-(?:limit|remaining|reset|used)|x-(?:[a-z][a-z0-9-]*-)?request-id)$/;

/**
 * Makes an exchange ready to be sent: JSON compact as the API sends it, vendor words renamed, the places known where
 * the recorded origin gives way to the caller's own.
 */
export function prepareExchange(
  exchange: Exchange,
  { tape, place, origin, prefix, route }: ExchangeSource,
  options: PrepareOptions,
): PreparedExchange {
  const { request, response } = exchange;
  const rename = vendorRenaming(response.headers, options.vendor);
  const headers = response.headers
    .filter(([name]) => !live.test(name) && !hopByHop.has(name))
    // Bodies are kept decoded. A HEAD response has none to take its length from.
    .filter(([name]) => !/^content-(?:encoding|length)$/.test(name) || request.method === "HEAD")
    .map(([name, value]) => [rename(name), byteString(namesVendor(name) ? rename(value) : value)] as const);
  const text = response.body?.encoding === "utf8" ? response.body.text : null;
  const compact = text !== null && isJson(response.headers) ? compactJson(text) : text;
  const left = options.rewriteOrigin ? [origin + prefix, origin] : [];
  const fixed = compact === null || rewriter(left, "")(compact) === compact ? bodyBytes(exchange, compact) : null;

  const rendered = new Map<string, Rendered>();
  const render = (base: string): Rendered => {
    const kept = rendered.get(base);
    if (kept) return kept;
    const rebase = rewriter(left, base);
    const fresh: Rendered = {
      headers: headers.map(([name, value]) => [name, pointsSomewhere(name) ? rebase(value) : value] as const),
      body: fixed ?? new TextEncoder().encode(rebase(compact ?? "")),
    };
    if (rendered.size < basesKept) rendered.set(base, fresh);
    return fresh;
  };

  return {
    tape,
    place,
    origin,
    exchange,
    validators: {
      etag: headerOf(response.headers, "etag"),
      lastModified: headerOf(response.headers, "last-modified"),
    },
    metered: route === "other" ? headerOf(response.headers, "x-ratelimit-limit") !== null : isMetered(route),
    refusal: isRefusal(response.status, response.headers),
    render,
  };
}

function bodyBytes(exchange: Exchange, compact: string | null): Uint8Array<ArrayBuffer> {
  return compact === null ? bytesOf(exchange.response.body) : new TextEncoder().encode(compact);
}

function pointsSomewhere(name: string): boolean {
  return name === "link" || name === "location" || name === "content-location";
}

function namesVendor(name: string): boolean {
  return name === "access-control-expose-headers" || name.endsWith("-media-type");
}

/**
 * A recording keeps the vendor's word that the live API sent; replayed under another word, the names follow.
 * @see beyond-the-spec, "Vendor word"
 */
function vendorRenaming(headers: HeaderList, vendor: string): (text: string) => string {
  const recorded = headers.map(([name]) => /^x-([a-z][a-z0-9-]*)-media-type$/.exec(name)?.[1]).find(Boolean);
  if (recorded === undefined || recorded === vendor) return (text) => text;
  const word = new RegExp(`(^|x-)${recorded}(?=[.-])`, "gi");
  const capital = vendorTitle(vendor);
  return (text) =>
    text.replace(
      word,
      (found, before: string) => before + (/[A-Z]/.test(found.slice(before.length)) ? capital : vendor),
    );
}
