import { isSpooled, latin1Bytes, latin1Text, placeholdersIn, replacePlaceholders } from "@tapedeck/tape/internal";
import { type IncomingRequest, requestHeader } from "../http/message.ts";
import { isOfThisMachine } from "../http/page-origin.ts";
import { sentOf } from "./upstream.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

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
    text.replace(/[^;]+/g, (cookie) => {
      const [name = ""] = cookie.split("=", 1);
      return replacePlaceholders(cookie, (each) => issuedAs(each, name.trim()));
    });
  const headers = Object.entries(ask.headers).map(([name, value]) => {
    const read = name === "cookie" ? cookies : (text: string): string => reveal(text);
    return [name, Array.isArray(value) ? value.map(read) : value && read(String(value))] as const;
  });
  const { body } = ask;
  const type = requestHeader(ask, "content-type") ?? "";
  const { text: before, bytesOf } = bodyText(ask);
  const isJson = /json/.test(type) || /^\s*[{[]/.test(before);
  const coded = /urlencoded/.test(type) ? percentEncoded : isJson ? escaped : undefined;
  const after = reveal(before, coded);
  return {
    ...ask,
    target: reveal(ask.target, percentEncoded),
    headers: Object.fromEntries(headers),
    body: before === after ? body : bytesOf(after),
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

interface BodyText {
  readonly text: string;
  readonly bytesOf: (text: string) => Uint8Array<ArrayBuffer>;
}

/** Returns a body as text, and what makes bytes of it again: those of a file beside a form's fields stay as they are. */
function bodyText(ask: IncomingRequest): BodyText {
  const { body } = ask;
  const utf8: BodyText = { text: "", bytesOf: (text) => encoder.encode(text) };
  if (body === null || isSpooled(body) || requestHeader(ask, "content-encoding") !== undefined) return utf8;
  try {
    return { ...utf8, text: decoder.decode(body) };
  } catch {
    return { text: latin1Text(body), bytesOf: latin1Bytes };
  }
}

/** Returns a text as it stands in a string of JSON. */
function escaped(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

// It may have come so, as in a URL or a cookie.
function percentEncoded(value: string): string {
  return /%[\da-f]{2}/i.test(value) ? value : encodeURIComponent(value);
}
