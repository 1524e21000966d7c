import {
  createScrubber,
  type Exchange,
  headerOf,
  type KnownSecret,
  pinnedMoment,
  type ScrubOptions,
  shortestSecret,
} from "@tapedeck/tape";
import type { Found } from "@tapedeck/tape/formats";
import { checkAnswer } from "./check-answer.ts";
import { type Cleaner, createCleaner } from "./clean.ts";
import { type Credential, checkCredentials, principalOf, unnamedSecrets } from "./credential.ts";
import { lockFolder } from "./folder-lock.ts";
import { openFolder } from "./recording-folder.ts";
import { createTally, type Summary } from "./summary.ts";
import { type Upstream, upstreamOf } from "./upstream.ts";

export interface AdoptOptions {
  readonly credentials?: readonly Credential[];
  /** The moment that recordings carry, epoch seconds. Default: `pinnedMoment`. */
  readonly recordedAt?: number;
  /** What to hide beyond the defaults. */
  readonly scrub?: Omit<ScrubOptions, "secrets" | "onRedact">;
}

/** The exchanges of one origin, fit to be written down. */
export interface Adopted {
  /** As recordings name it: see {@link upstreamOf}. */
  readonly origin: string;
  readonly exchanges: readonly Exchange[];
}

/**
 * Makes what another tool recorded fit to be written down, as a recording is: links, secrets, noise and order. A
 * credential that any request sent is hidden in all of them.
 * @throws RangeError for a credential that cannot be used.
 * @example
 * const [adopted] = cleanFound(readHar(text, "devtools.har").found);
 */
export function cleanFound(
  found: readonly Found[],
  { credentials = [], recordedAt = pinnedMoment, scrub = {} }: AdoptOptions = {},
  onRedact: (kind: string) => void = () => {},
): readonly Adopted[] {
  checkCredentials(credentials);
  const upstreams = new Map(found.map(({ origin }) => [origin, upstreamOf(origin ?? "http://localhost")] as const));
  const cleaners = new Map<Upstream, Cleaner>();
  for (const upstream of upstreams.values()) {
    cleaners.set(upstream, createCleaner({ credentials, onRedact, recordedAt, scrub, upstream }));
  }
  const raw = found.map((each) => ({
    exchange: named(each, credentials),
    unnamed: unnamedSecrets(isMark(each.authorization) ? null : each.authorization, credentials),
  }));
  // What none of them repeats is hidden where it stands, by its name; searching for it would take long for nothing.
  const texts = raw.map(({ exchange }) => textIn(exchange)).join("\n");
  const sent = new Map(raw.flatMap(({ exchange }) => sentSecrets(exchange)).map((secret) => [secret.value, secret]));
  const repeated = [...sent.values()].filter(({ value }) => texts.includes(value));
  // Once over all of them, so that each cleaner knows every credential before it cleans anything.
  const [first] = raw;
  const learned = [...raw.flatMap(({ unnamed }) => unnamed), ...repeated];
  for (const clean of cleaners.values()) if (first) clean.request(first.exchange.request, learned);
  const adopted = new Map<string, Exchange[]>();
  for (const [at, { origin }] of found.entries()) {
    const upstream = upstreams.get(origin);
    const clean = upstream && cleaners.get(upstream);
    const one = raw[at];
    if (!upstream || !clean || !one) continue;
    if (one.unnamed.length > 0) onRedact(one.exchange.request.principal);
    const exchanges = adopted.get(upstream.origin) ?? [];
    exchanges.push(clean.exchange(one.exchange, one.unnamed));
    adopted.set(upstream.origin, exchanges);
  }
  return Array.from(adopted, ([origin, exchanges]) => ({ origin, exchanges }));
}

/**
 * Keeps what another tool recorded in a folder of recordings, as if it had just been recorded: the nth answer to a
 * request takes the place of the nth one there, and what is not among them stays.
 * @throws FolderLockedError if another process records into the folder.
 * @throws RecorderError if a file cannot be written; it is then what it was.
 * @example
 * const { captured } = await adopt(readHar(text, "devtools.har").found, "recordings");
 */
export async function adopt(found: readonly Found[], out: string, options: AdoptOptions = {}): Promise<Summary> {
  const tally = createTally();
  const adopted = cleanFound(found, options, tally.redacted);
  const lock = await lockFolder(out);
  try {
    for (const { origin, exchanges } of adopted) {
      const folder = await openFolder(out, origin, options.recordedAt ?? pinnedMoment, lock);
      await Promise.all(
        exchanges.map(async (exchange) => {
          const { file, outcome } = await folder.keep(exchange);
          const { method, target, principal } = exchange.request;
          tally.kept({ method, target, principal, status: exchange.response.status, outcome, file });
          const problems = checkAnswer(exchange);
          if (problems.length > 0) tally.invalid({ file, target, problems });
        }),
      );
      await folder.close();
    }
  } finally {
    await lock.release();
  }
  return tally.summary();
}

// What was sent under a secret's name, and what was set as a cookie: a page or another answer may hold it as well.
function sentSecrets({ request, response }: Exchange): KnownSecret[] {
  const form = /form-urlencoded/i.test(headerOf(request.headers, "content-type") ?? "") ? request.body?.text : "";
  const parameters = [...new URL(request.target, "http://localhost").searchParams, ...new URLSearchParams(form)].filter(
    ([name]) => quiet.text(`?${name}=12345678`) === `?${name}=[parameter]`,
  );
  const cookies = [...request.headers, ...response.headers]
    .filter(([name]) => name === "cookie" || name === "set-cookie")
    .flatMap(([name, value]) => (name === "cookie" ? value.split(/;\s*/) : value.split(/;\s*/).slice(0, 1)))
    .map((cookie) => cookie.slice(cookie.indexOf("=") + 1));
  return [
    ...parameters.map(([, value]) => ({ alias: "parameter", value })),
    ...cookies.map((value) => ({ alias: "header", value })),
  ].filter(({ value }) => value.length >= shortestSecret && !/^\[[^[\]]+\]$/.test(value));
}

// Where a secret may stand under no name of its own; what a form sends has names.
function textIn({ request, response }: Exchange): string {
  const form = /form-urlencoded/i.test(headerOf(request.headers, "content-type") ?? "");
  const headers = response.headers.filter(([name]) => name !== "set-cookie").map(([, value]) => value);
  return [request.target, form ? "" : request.body?.text, response.body?.text, ...headers].join("\n");
}

const quiet = createScrubber();

function isMark(authorization: string | null): boolean {
  return authorization !== null && /^\[[^[\]]+\]$/.test(authorization);
}

function named({ exchange, authorization }: Found, credentials: readonly Credential[]): Exchange {
  if (authorization === null || isMark(authorization)) return exchange;
  return { ...exchange, request: { ...exchange.request, principal: principalOf(authorization, credentials) } };
}
