import type { Api, Tokens } from "@tapedeck/api";
import { createSanitizer, type Exchange, pinnedMoment, type RedactOptions, type Sanitizer } from "@tapedeck/tape";
import { createTurns } from "@tapedeck/tape/files";
import type { ImportedExchange } from "@tapedeck/tape/formats";
import { checkArgument, createSecretMemory, isPlaceholder, mergeRedact, rechunked } from "@tapedeck/tape/internal";
import { pinCounters } from "./pin-counters.ts";
import { checkedCredentials, knownSecrets, senderOf } from "./send/credential.ts";
import { originRewriter, upstreamOf } from "./send/upstream.ts";
import { appendChecked } from "./store/append-checked.ts";
import { lockFolder } from "./store/folder-lock.ts";
import { openLockedStore, redactOnFile } from "./store/open-store.ts";
import { recordedAs } from "./store/recorded-as.ts";
import type { Summary } from "./summary.ts";
import { createTally, type Tally } from "./tally.ts";

interface AdoptOptions {
  /** Known tokens in the exchanges. Default: none. */
  readonly tokens?: Tokens;
  /** Time of recording that recordings carry, in epoch seconds. Default: `pinnedMoment`. */
  readonly recordedAt?: number;
  /** Redaction settings beyond the defaults. */
  readonly redact?: RedactOptions;
  /** Description of the API. Default: none. */
  readonly api?: Api;
}

/** The exchanges of one origin, ready to be written. */
interface Adopted {
  /** The origin in recordings: see {@link upstreamOf}. */
  readonly origin: string;
  readonly exchanges: readonly Exchange[];
}

/**
 * Cleans the exchanges of another tool's file as a recording is cleaned: links, secrets, noise and order. A secret that
 * one exchange sent or set is hidden in all exchanges that repeat it.
 * @throws RangeError for an unusable credential.
 * @example
 * const [adopted] = cleanFound(readHar(text, "devtools.har").found);
 */
export function cleanFound(found: Iterable<ImportedExchange>, options: AdoptOptions = {}): readonly Adopted[] {
  checkFound(found);
  const { origins, cleaned } = cleaning(found, options, createTally());
  return origins.map((origin) => ({ origin, exchanges: [...cleaned(origin)] }));
}

function checkFound(found: Iterable<ImportedExchange>): void {
  if (typeof found?.[Symbol.iterator] !== "function")
    throw new RangeError(
      `Cannot take exchanges over: found ${typeof found} for them; give a list, such as .found of what readHar() gives`,
    );
}

/** Collects the secrets of all exchanges, then cleans those of an origin one by one, on demand. */
function cleaning(
  found: Iterable<ImportedExchange>,
  { tokens, recordedAt = pinnedMoment, redact = {} }: AdoptOptions,
  {
    redacted: onRedact,
    ambiguous: onAmbiguous,
    unfollowed: onUnfollowed,
  }: Pick<Tally, "ambiguous" | "redacted" | "unfollowed">,
): { readonly origins: readonly string[]; readonly cleaned: (origin: string) => Iterable<Exchange> } {
  const credentials = checkedCredentials(tokens);
  const secrets = knownSecrets(credentials);
  const memory = createSecretMemory({ ...redact, secrets, onRedact, onAmbiguous, onUnfollowed });
  const services = new Map<string | null, { readonly origin: string; readonly sanitizer: Sanitizer }>();
  const serviceOf = ({ origin }: ImportedExchange): { readonly origin: string; readonly sanitizer: Sanitizer } => {
    const known = services.get(origin);
    if (known !== undefined) return known;
    const upstream = upstreamOf(origin ?? "http://localhost");
    const toOrigin = originRewriter(upstream);
    const rewrite = (exchange: Exchange): Exchange => pinCounters(toOrigin(exchange), recordedAt);
    const sanitizer = createSanitizer({ memory: memory, secrets, recordedAt, rewrite });
    const service = { origin: upstream.origin, sanitizer };
    services.set(origin, service);
    return service;
  };
  const named = ({ exchange, authorization }: ImportedExchange) => {
    // A placeholder stands for what was hidden before.
    if (authorization === null || isPlaceholder(authorization)) return { exchange, unnamed: [] };
    const { principal, unnamed } = senderOf(authorization, credentials);
    const headers = [...exchange.request.headers, ["authorization", authorization] as const];
    return { exchange: { ...exchange, request: { ...exchange.request, principal, headers } }, unnamed };
  };
  // First all of them, so that each is cleaned of every secret that any of them sent.
  for (const each of found) {
    const { exchange, unnamed } = named(each);
    serviceOf(each).sanitizer.learn(exchange, unnamed);
  }
  return {
    origins: [...new Set([...services.values()].map(({ origin }) => origin))],
    *cleaned(wanted) {
      for (const each of found) {
        const { origin, sanitizer } = serviceOf(each);
        if (origin !== wanted) continue;
        const { exchange, unnamed } = named(each);
        if (unnamed.length > 0) onRedact(exchange.request.principal);
        yield rechunked(exchange, sanitizer.exchange(exchange, unnamed));
      }
    },
  };
}

/** Number of exchanges written at the same time; the others are not made yet. */
const mostAtOnce = 64;

/**
 * Stores exchanges of another tool in a folder of recordings, as if they had just been recorded: the nth answer to a
 * request replaces the nth one there, and all other answers there stay.
 * @param found Read several times: once for the secrets in all of them, and once for each origin.
 * @param onKept Called after each stored exchange.
 * @throws FolderLockedError if another process records into the folder.
 * @throws RecorderError if a file cannot be written; it then stays as it was.
 * @example
 * const { captured } = await adopt(readHar(text, "devtools.har").found, "recordings");
 */
export async function adopt(
  found: Iterable<ImportedExchange>,
  out: string,
  options: AdoptOptions = {},
  onKept: () => void = () => {},
): Promise<Summary> {
  checkFound(found);
  checkArgument("take exchanges over", "the folder", out, "string");
  const tally = createTally();
  const lock = await lockFolder(out);
  try {
    const redact = mergeRedact([options.redact, options.api?.redact, await redactOnFile(out, lock.found)]);
    const { origins, cleaned } = cleaning(found, { ...options, ...(redact && { redact }) }, tally);
    for (const origin of origins) {
      const turns = createTurns();
      const store = await openLockedStore(
        out,
        { origin, recordedAt: options.recordedAt ?? pinnedMoment, redact, alike: recordedAs(options) },
        lock,
      );
      const left = Iterator.from(cleaned(origin));
      const work = async (): Promise<void> => {
        for (const exchange of left) {
          // In the order in which it lists them.
          const turn = turns.begin();
          turn.end();
          tally.read(exchange);
          await appendChecked(store, exchange, turn, tally, options.api);
          onKept();
        }
      };
      // One that fails closes the iterator: none of the others starts anything more.
      const works = await Promise.allSettled(Array.from({ length: mostAtOnce }, work));
      const failed = works.find((each) => each.status === "rejected");
      if (failed) throw failed.reason;
      await store.close();
    }
  } finally {
    await lock.release();
  }
  return tally.summary();
}
