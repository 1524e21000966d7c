import type { Exchange, RecordedRequest, Sanitizer, Tape } from "@tapedeck/tape";
import { rewriteTapes } from "@tapedeck/tape/files";
import { madeForOne, opaqueTag, rechunked, requestKey, textHash } from "@tapedeck/tape/internal";
import { folderError } from "../recorder-error.ts";
import type { FolderLock } from "./folder-lock.ts";

/** Hides in what a run has stored the secrets that it learnt later. */
export interface LookBack {
  /** Notes that an exchange, its secrets hidden, will be stored. */
  stores(): void;
  /** Notes its request. */
  sent(request: RecordedRequest): void;
  /**
   * Ends the run: a session whose answer did not say what it is has its placeholder there, too, once a client sent it as
   * a credential. What was recorded again, and is seen to be so by that alone, replaces what is on file. So does what was
   * recorded with another key: a replay, too, takes any key for the only one. A body that has a file of its own, beyond
   * 1 MiB, stays as it is.
   * @param tapes What the run has stored, below the root.
   * @throws RecorderError if a file cannot be written; it then stays as it was.
   */
  end(tapes: Iterable<string>): Promise<void>;
}

/** Number of different requests of a run that are told from those on file. */
const mostSent = 100_000;

/**
 * @param now Returns the time of the run, in epoch seconds.
 * @param replaces Whether what is recorded again replaces what is on file.
 */
export function createLookBack(
  root: string,
  sanitizer: Sanitizer,
  lock: FolderLock,
  now: () => number,
  replaces: boolean,
): LookBack {
  const hashOf = (request: RecordedRequest): string => textHash(requestKey(request)).join();
  const sent = new Set<string>();
  const withoutReplaced = (before: readonly Exchange[], after: readonly Exchange[]): readonly Exchange[] => {
    const renewed = new Map<string, number>();
    for (const [at, { request }] of after.entries()) {
      const [asked, key] = [before[at]?.request, hashOf(request)];
      if (asked === request || asked === undefined || hashOf(asked) === key || sent.has(key)) continue;
      renewed.set(key, (renewed.get(key) ?? 0) + 1);
    }
    if (!replaces || renewed.size === 0 || sent.size >= mostSent) return after;
    return after.filter((exchange, at) => {
      const key = exchange === before[at] ? hashOf(exchange.request) : "";
      const left = renewed.get(key) ?? 0;
      renewed.set(key, left - 1);
      return left <= 0;
    });
  };
  const keys = new Map<string, Set<string>>();
  const withRunsKeys = (request: RecordedRequest): RecordedRequest => ({
    ...request,
    headers: request.headers.map(([name, value]) => {
      const [key = value, ...others] = isOwn(value) ? (keys.get(name) ?? []) : [];
      return [name, others.length === 0 ? key : value];
    }),
  });
  const withoutOtherKeys = (exchanges: readonly Exchange[]): readonly Exchange[] => {
    const marked = exchanges.map((exchange) => {
      const [own, runs] = [exchange.request, withRunsKeys(exchange.request)].map(hashOf) as [string, string];
      return { exchange, own, runs };
    });
    const alike = Map.groupBy(marked, ({ runs }) => runs);
    const isReplaced = ({ exchange: { response }, own, runs }: (typeof marked)[number]): boolean => {
      if (own === runs || !sent.has(runs)) return false;
      const others = alike.get(runs) ?? [];
      // Of several keys on file, nothing tells whose the new one is; and a key that is refused replaces none that was not.
      return (
        new Set(others.map((each) => each.own)).size === 2 &&
        others.some((each) => each.own === runs && kindOf(each.exchange) === kindOf({ response }))
      );
    };
    return marked.filter((each) => !isReplaced(each)).map(({ exchange }) => exchange);
  };
  let known = Number.POSITIVE_INFINITY;
  const again = (exchange: Exchange): Exchange => {
    const clean = sanitizer.again(exchange);
    return clean === exchange ? exchange : rechunked(exchange, clean);
  };
  return {
    stores() {
      known = Math.min(known, sanitizer.learnt);
    },
    sent(request) {
      if (!replaces || sent.size >= mostSent) return;
      sent.add(hashOf(request));
      const made = madeForOne(request.headers);
      for (const [name, value] of request.headers) {
        if (made.has(name) || !isOwn(value)) continue;
        const values = keys.get(name) ?? new Set();
        keys.set(name, values);
        if (values.size < 2) values.add(value);
      }
    },
    async end(tapes) {
      const mayRenew =
        lock.found.length > 0 && sent.size < mostSent && [...keys.values()].some(({ size }) => size === 1);
      if (sanitizer.learnt <= known && !mayRenew) return;
      const change = { now: now(), check: lock.check };
      const hidden = ({ exchanges }: Tape): readonly Exchange[] => {
        const left = withoutReplaced(exchanges, exchanges.map(again));
        return mayRenew ? withoutOtherKeys(left) : left;
      };
      await rewriteTapes(root, [...tapes], hidden, change).catch((error: unknown) => {
        throw folderError(root, error);
      });
    },
  };
}

/** Returns whether a header has a key of its client's own, which no answer issued: no name of a user. */
const isOwn = (value: string): boolean =>
  value.search(opaqueTag) >= 0 || /^(?!(?:basic|digest|ntlm|negotiate) )[\w-]+ __redacted-user\./i.test(value);

const kindOf = ({ response }: Pick<Exchange, "response">): number => Math.floor(response.status / 100);
