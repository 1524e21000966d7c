// A request that comes in, in the form in which recordings have it: its secrets hidden, the origin in place of our own
// address. `request/request-context.ts` says what is known of it besides.
import type { RouteMatch } from "@tapedeck/api";
import type { Body, HeaderList, HeldBody, Principal, RecordedRequest } from "@tapedeck/tape";
import {
  isSpooled,
  pinSigned,
  pinSignedUrl,
  rewriter,
  type SecretMemory,
  type SpooledBody,
} from "@tapedeck/tape/internal";
import { type IncomingRequest, lookupHeaders, requestHeader } from "../http/message.ts";
import { withoutPrefix } from "../index/layer/layer.ts";
import { namesHost } from "../index/prepared-exchange.ts";
import type { BodyReader } from "../match/comparable-body.ts";

/** What hides the secrets of a request. */
export interface RedactionSettings {
  readonly scrubber: SecretMemory;
  readonly bodies: BodyReader;
  /** The keys of bodies that came in pieces. */
  readonly uploads: WeakMap<SpooledBody, HeldBody | null>;
  /** The request headers that look-ups use, by name. */
  readonly compared: readonly string[];
}

/** Returns the headers of these names that a request has. */
export function sentHeaders(ask: Pick<IncomingRequest, "headers">, names: readonly string[]): HeaderList {
  const headers: Array<readonly [string, string]> = [];
  for (const name of names) {
    const value = requestHeader(ask, name);
    if (value !== undefined) headers.push([name, value]);
  }
  return headers;
}

/** Returns a request with these of its headers, secrets hidden; with its target as it was sent for `:path`. */
export function requestWith(
  { scrubber }: Pick<RedactionSettings, "scrubber">,
  {
    ask,
    request,
    route,
  }: { readonly ask: IncomingRequest; readonly request: RecordedRequest; readonly route: RouteMatch },
  names: readonly string[],
): RecordedRequest {
  const target = names.includes(":path")
    ? pinSignedUrl(scrubber.target(withoutPrefix(ask.target, route)))
    : request.target;
  const bare = { ...request, target, headers: sentHeaders(ask, names), body: null };
  return bare.headers.length === 0 ? bare : pinSigned(scrubber.request(bare));
}

/** Returns a target with the origin in place of our own address, as a recorder writes it. */
export function targetAt(origin: string | null, { base }: Pick<IncomingRequest, "base">, target: string): string {
  return namesHost(target, base) ? rewriteOf(base, origin)(target) : target;
}

/** Returns a request as a look-up compares it, with the headers that the rule uses. */
export function redactedRequest(
  { scrubber, compared, bodies, uploads }: RedactionSettings,
  ask: IncomingRequest,
  target: string,
  principal: Principal,
  origin: string | null,
): RecordedRequest {
  const headers = sentHeaders(ask, compared);
  const bytes = ask.readable ?? ask.body;
  const { body, isClean } =
    bytes === null
      ? nothing
      : isSpooled(bytes)
        ? { body: uploaded(uploads, bytes), isClean: true }
        : bodies.read(bytes, rewriteOf(ask.base, origin));
  const request = { method: ask.method, target, principal, headers, body: isClean ? null : body };
  // Most requests hold nothing to hide once their target is clean.
  const clean =
    request.body === null &&
    headers.every(
      ([name, value]) =>
        (lookupHeaders.includes(name) || name === "content-type") && !coded.test(value) && scrubber.isClean(value),
    )
      ? request
      : pinSigned(scrubber.request(request));
  return isClean ? { ...clean, body } : clean;
}

function uploaded(uploads: RedactionSettings["uploads"], body: SpooledBody): Body | null {
  const read = body.filed ?? uploads.get(body);
  if (read === undefined) throw new TypeError("Cannot compare a body in pieces: await prepare() before");
  return read;
}

/** Of a target, the usual codings are undone before; a header comes as it was sent. */
const coded = /[%\\&]/;

const nothing = { body: null, isClean: false } as const;
const asItIs = (text: string): string => text;

// Package managers and clients with callbacks send their server's own address: recordings have the origin in its place.
function rewriteOf(base: string, origin: string | null): (text: string) => string {
  return origin === null || origin === base ? asItIs : rewriter([base], origin);
}
