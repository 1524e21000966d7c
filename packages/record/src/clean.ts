import {
  canonical,
  createScrubber,
  type Exchange,
  type HeaderList,
  type KnownSecret,
  pinNoise,
  type RecordedRequest,
  type RecordedResponse,
  rewriter,
  type Scrubber,
  type ScrubOptions,
  shortestSecret,
} from "@tapedeck/tape";
import type { Credential } from "./credential.ts";
import { rewritten, type Upstream } from "./upstream.ts";

/** What a recording hides and pins. */
export interface CleanOptions {
  readonly upstream: Upstream;
  readonly credentials: readonly Credential[];
  readonly scrub: Omit<ScrubOptions, "secrets" | "onRedact">;
  readonly recordedAt: number;
  readonly onRedact: (kind: string) => void;
}

/** Makes what came over the wire fit to be written down. */
export interface Cleaner {
  /** @param unnamed Credentials of this request that no alias was given for. */
  exchange(raw: Exchange, unnamed: readonly KnownSecret[]): Exchange;
  /** The request as {@link Cleaner.exchange} would write it; counts nothing as hidden. */
  request(raw: RecordedRequest, unnamed: readonly KnownSecret[]): RecordedRequest;
  /** Hides secrets in a text that goes to a log or an error. */
  text(text: string): string;
}

/**
 * Makes a cleaner: the origin replaced, secrets hidden, noise pinned, and all in its one order. What the request sent
 * under a secret's name (a query parameter, a cookie) is hidden wherever the answer repeats it.
 */
export function createCleaner({ upstream, credentials, scrub, recordedAt, onRedact }: CleanOptions): Cleaner {
  const named = credentials.map(({ alias, token }) => ({ alias, value: token }));
  const quiet = createScrubber({ ...scrub, secrets: named });
  const counting = createScrubber({ ...scrub, secrets: named, onRedact });
  const rewrite = rewriter([upstream.base, new URL(upstream.base).origin], upstream.origin);
  // A credential that was sent once is hidden from then on: clients put it into paths and bodies as well.
  const learned = new Map<string, KnownSecret>();
  const scrubberFor = (raw: RecordedRequest, unnamed: readonly KnownSecret[], counts: boolean): Scrubber => {
    for (const secret of unnamed) learned.set(secret.value, secret);
    const sent = [...learned.values(), ...hiddenValues(raw, quiet.request(raw))];
    if (sent.length === 0) return counts ? counting : quiet;
    return createScrubber({ ...scrub, secrets: [...named, ...sent], ...(counts && { onRedact }) });
  };
  const written = (raw: Exchange, scrubber: Scrubber): Exchange =>
    canonical(pinNoise(scrubber.exchange(rewritten(raw, rewrite)), recordedAt));
  return {
    text: quiet.text,
    exchange: (raw, unnamed) => written(raw, scrubberFor(raw.request, unnamed, true)),
    request: (raw, unnamed) => written({ request: raw, response: nothing }, scrubberFor(raw, unnamed, false)).request,
  };
}

const nothing: RecordedResponse = { status: 204, headers: [], body: null };

function hiddenValues(raw: RecordedRequest, clean: RecordedRequest): KnownSecret[] {
  return [
    ...hiddenAmong(parameters(raw.target), parameters(clean.target), "parameter"),
    ...hiddenAmong(raw.headers, clean.headers, "header"),
  ].filter(({ value }) => value.length >= shortestSecret);
}

function hiddenAmong(raw: HeaderList, clean: HeaderList, kind: string): KnownSecret[] {
  return raw.flatMap(([, value], at) => {
    if (clean[at]?.[1] !== `[${kind}]` || value === `[${kind}]`) return [];
    const within = value.split(/;\s*/).map((cookie) => cookie.slice(cookie.indexOf("=") + 1));
    return [...new Set([value, ...within])].map((secret) => ({ alias: kind, value: secret }));
  });
}

function parameters(target: string): HeaderList {
  return [...new URL(target, "http://localhost").searchParams];
}
