import {
  canonical,
  createScrubber,
  type Exchange,
  type HeaderList,
  type KnownSecret,
  pinNoise,
  type RecordedRequest,
  type Scrubber,
  type ScrubOptions,
  shortestSecret,
} from "@tapedeck/tape";
import type { Credential } from "./credential.ts";
import { rewriter, rewritten, type Upstream } from "./upstream.ts";

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
  /** Hides secrets in a text that goes to a log or an error. */
  text(text: string): string;
}

/**
 * Makes a cleaner: the origin replaced, secrets hidden, noise pinned, and all in its one order. What the request sent
 * under a secret's name (a query parameter, a cookie) is hidden wherever the answer repeats it.
 */
export function createCleaner({ upstream, credentials, scrub, recordedAt, onRedact }: CleanOptions): Cleaner {
  const named = credentials.map(({ alias, token }) => ({ alias, value: token }));
  const scrubberFor = (secrets: readonly KnownSecret[]): Scrubber => createScrubber({ ...scrub, secrets, onRedact });
  const quiet = createScrubber({ ...scrub, secrets: named });
  const counting = scrubberFor(named);
  const rewrite = rewriter([upstream.base, new URL(upstream.base).origin], upstream.origin);
  return {
    text: quiet.text,
    exchange(raw, unnamed) {
      const sent = [...unnamed, ...hiddenValues(raw.request, quiet.request(raw.request))];
      const scrubber = sent.length === 0 ? counting : scrubberFor([...named, ...sent]);
      return canonical(pinNoise(scrubber.exchange(rewritten(raw, rewrite)), recordedAt));
    },
  };
}

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
