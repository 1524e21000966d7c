import { isSpooled, placeholdersIn, replacePlaceholders } from "@tapedeck/tape/internal";
import { type IncomingRequest, requestHeader } from "../http/message.ts";
import { isOfThisMachine } from "../http/page-origin.ts";
import { sentOf } from "./upstream.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Returns a request with what answers from upstream issued in place of its placeholders, for upstream: the client has it
 * from a player, which hides it. A page of another origin may ask a replay, but not with what others were issued.
 * @param issuedAs Returns what was issued last under a placeholder, in a cookie of that name; undefined for any other.
 */
export function revealed(
  ask: IncomingRequest,
  issuedAs: (placeholder: string, cookie?: string) => string | undefined,
): IncomingRequest {
  if (!mayReveal(ask)) return ask;
  const reveal = (text: string, coded: (value: string) => string = (value) => value): string =>
    replacePlaceholders(text, (each) => {
      const value = issuedAs(each);
      return value === undefined ? undefined : coded(value);
    });
  const cookies = (text: string): string =>
    text.replace(/([^=;\s]+)=([^;]*)/g, (_, name, value) => {
      return `${name}=${replacePlaceholders(value, (each) => issuedAs(each, name))}`;
    });
  const headers = Object.entries(ask.headers).map(([name, value]) => {
    const read = name === "cookie" ? cookies : (text: string): string => reveal(text);
    return [name, Array.isArray(value) ? value.map(read) : value && read(String(value))] as const;
  });
  const { body } = ask;
  const type = requestHeader(ask, "content-type") ?? "";
  const coded = /urlencoded/.test(type) ? percentEncoded : undefined;
  const before = bodyText(ask);
  const after = reveal(before, coded);
  return {
    ...ask,
    target: reveal(ask.target, percentEncoded),
    headers: Object.fromEntries(headers),
    body: before === after ? body : encoder.encode(after),
  };
}

/** Returns the placeholders in what {@link revealed} reads of a request. */
export function placeholdersSent(ask: IncomingRequest): ReadonlySet<string> {
  return new Set(mayReveal(ask) ? placeholdersIn(sentOf(ask)) : []);
}

function mayReveal(ask: IncomingRequest): boolean {
  const page = requestHeader(ask, "origin");
  return page === undefined || isOfThisMachine(page) || page === new URL(ask.base).origin;
}

function bodyText(ask: IncomingRequest): string {
  const { body } = ask;
  const isText = body !== null && !isSpooled(body) && requestHeader(ask, "content-encoding") === undefined;
  return isText ? decoder.decode(body) : "";
}

// It may have come so, as in a URL or a cookie.
function percentEncoded(value: string): string {
  return /%[\da-f]{2}/i.test(value) ? value : encodeURIComponent(value);
}
