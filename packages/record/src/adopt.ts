import type { Api } from "@tapedeck/api";
import {
  createSanitizer,
  createSession,
  type Exchange,
  isPlaceholder,
  mergeRedact,
  pinnedMoment,
  type RedactOptions,
  rechunked,
  type Sanitizer,
} from "@tapedeck/tape";
import { createTurns } from "@tapedeck/tape/files";
import type { ImportedExchange } from "@tapedeck/tape/formats";
import { checkAnswer } from "./check-answer.ts";
import { pinCounters } from "./pin-counters.ts";
import { type Credential, checkCredentials, knownSecrets, principalSent, unnamedSecrets } from "./send/credential.ts";
import { originRewriter, type RecordedService, upstreamOf } from "./send/upstream.ts";
import { lockFolder } from "./store/folder-lock.ts";
import { labelFor, redactOnFile } from "./store/label.ts";
import { openLockedStore } from "./store/open-store.ts";
import { createTally, type Summary, type Tally } from "./summary.ts";

export interface AdoptOptions {
  readonly credentials?: readonly Credential[];
  /** The moment that recordings carry, epoch seconds. Default: `pinnedMoment`. */
  readonly recordedAt?: number;
  /** What to hide beyond the defaults. */
  readonly redact?: RedactOptions;
  /** What is known of the API. Default: nothing. */
  readonly api?: Api;
}

/** The exchanges of one origin, fit to be written down. */
export interface Adopted {
  /** As recordings name it: see {@link upstreamOf}. */
  readonly origin: string;
  readonly exchanges: readonly Exchange[];
}

/**
 * Makes what another tool recorded fit to be written down, as a recording is: links, secrets, noise and order. What any
 * exchange sent or set as a secret is hidden in all of them, as far as another repeats it.
 * @throws RangeError for a credential that cannot be used.
 * @example
 * const [adopted] = cleanFound(readHar(text, "devtools.har").found);
 */
export function cleanFound(
  found: readonly ImportedExchange[],
  { credentials = [], recordedAt = pinnedMoment, redact = {} }: AdoptOptions = {},
  { redacted: onRedact, ambiguous: onAmbiguous }: Pick<Tally, "ambiguous" | "redacted"> = createTally(),
): readonly Adopted[] {
  checkCredentials(credentials);
  const upstreams = new Map(found.map(({ origin }) => [origin, upstreamOf(origin ?? "http://localhost")] as const));
  const secrets = knownSecrets(credentials);
  const session = createSession({ ...redact, secrets, onRedact, onAmbiguous });
  const sanitizers = new Map<RecordedService, Sanitizer>();
  for (const upstream of upstreams.values()) {
    const toOrigin = originRewriter(upstream);
    const rewrite = (exchange: Exchange): Exchange => pinCounters(toOrigin(exchange), recordedAt);
    sanitizers.set(upstream, createSanitizer({ session, secrets, recordedAt, rewrite }));
  }
  const raw = found.map((each) => ({
    exchange: named(each, credentials),
    unnamed: unnamedSecrets(authorizationIn(each), credentials),
    sanitizer: sanitizers.get(upstreams.get(each.origin) as RecordedService) as Sanitizer,
  }));
  // Once over all of them, so that each is cleaned by what any of them sent.
  for (const { sanitizer, exchange, unnamed } of raw) sanitizer.learn(exchange, unnamed);
  const adopted = new Map<string, Exchange[]>();
  for (const [at, { sanitizer, exchange, unnamed }] of raw.entries()) {
    const { origin } = upstreams.get(found[at]?.origin ?? null) as RecordedService;
    if (unnamed.length > 0) onRedact(exchange.request.principal);
    const exchanges = adopted.get(origin) ?? [];
    exchanges.push(rechunked(exchange, sanitizer.exchange(exchange, unnamed)));
    adopted.set(origin, exchanges);
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
export async function adopt(
  found: readonly ImportedExchange[],
  out: string,
  options: AdoptOptions = {},
): Promise<Summary> {
  const tally = createTally();
  const lock = await lockFolder(out);
  try {
    const redact = mergeRedact([options.redact, options.api?.redact, await redactOnFile(out, lock.found)]);
    const adopted = cleanFound(found, { ...options, ...(redact && { redact }) }, tally);
    for (const { origin, exchanges } of adopted) {
      const turns = createTurns();
      const store = await openLockedStore(out, origin, labelFor(options.recordedAt ?? pinnedMoment, redact), lock);
      await Promise.all(
        exchanges.map(async (exchange) => {
          // In the order in which it lists them.
          const turn = turns.begin();
          turn.end();
          const { file, outcome } = await store.append(exchange, turn);
          const { method, target, principal } = exchange.request;
          tally.kept({ method, target, principal, status: exchange.response.status, outcome, file });
          const problems = checkAnswer(exchange, options.api);
          if (problems.length > 0) tally.invalid({ file, target, problems });
        }),
      );
      await store.close();
    }
  } finally {
    await lock.release();
  }
  return tally.summary();
}

// A placeholder stands for what was hidden before.
function authorizationIn({ authorization }: ImportedExchange): string | null {
  return authorization !== null && isPlaceholder(authorization) ? null : authorization;
}

function named(found: ImportedExchange, credentials: readonly Credential[]): Exchange {
  const [{ exchange }, authorization] = [found, authorizationIn(found)];
  if (authorization === null) return exchange;
  return { ...exchange, request: { ...exchange.request, principal: principalSent(authorization, credentials) } };
}
