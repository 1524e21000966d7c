import type { Exchange, RecordedRequest, Sanitizer } from "@tapedeck/tape";
import { rewriteTapes } from "@tapedeck/tape/files";
import { rechunked, requestKey, textHash } from "@tapedeck/tape/internal";
import { folderError } from "../recorder-error.ts";
import type { FolderLock } from "./folder-lock.ts";
import { createOtherKeys } from "./other-keys.ts";

/** Hides in what a run has stored the secrets that it learnt later. */
export interface LookBack {
  /** Notes that an exchange, its secrets hidden, will be stored. */
  stores(): void;
  /** Notes its request, before it is stored. */
  sent(request: RecordedRequest): Promise<void>;
  /**
   * Ends the run: a session whose answer did not say what it is has its placeholder there, too, once a client sent it as
   * a credential. What was recorded again, and is seen to be so by that alone, replaces what is on file. So does what was
   * recorded with another key, if the run's is new: a replay, too, takes any key for the only one. A body that has a file
   * of its own, beyond 1 MiB, stays as it is.
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
  const otherKeys = createOtherKeys(root, hashOf, (hash) => sent.has(hash));
  let known = Number.POSITIVE_INFINITY;
  const again = async (exchange: Exchange): Promise<Exchange> => {
    const clean = await sanitizer.whenReady(() => sanitizer.again(exchange));
    return clean === exchange ? exchange : rechunked(exchange, clean);
  };
  return {
    stores() {
      known = Math.min(known, sanitizer.learnt);
    },
    async sent(request) {
      if (!replaces || sent.size >= mostSent) return;
      sent.add(hashOf(request));
      if (lock.found.length > 0) await otherKeys.note(request);
    },
    async end(tapes) {
      const mayRenew = sent.size < mostSent && otherKeys.isNew;
      if (sanitizer.learnt <= known && !mayRenew) return;
      const options = { now: now(), check: lock.check };
      const rewrite = (files: readonly string[], change: Parameters<typeof rewriteTapes>[2]): Promise<unknown> =>
        rewriteTapes(root, files, change, options).catch((error: unknown) => {
          throw folderError(root, error);
        });
      await rewrite([...tapes], async ({ exchanges }) => {
        const after: Exchange[] = [];
        for (const exchange of exchanges) after.push(await again(exchange));
        const left = withoutReplaced(exchanges, after);
        return mayRenew ? otherKeys.without(left) : left;
      });
      await rewrite(await otherKeys.folders(), ({ exchanges }) => exchanges.map(otherKeys.renamed));
    },
  };
}
