import type { Exchange, Sanitizer } from "@tapedeck/tape";
import { rewriteTapes } from "@tapedeck/tape/files";
import { rechunked } from "@tapedeck/tape/internal";
import { folderError } from "../recorder-error.ts";
import type { FolderLock } from "./folder-lock.ts";

/** Hides in what a run has stored the secrets that it learnt later. */
export interface LookBack {
  /** Notes that an exchange, its secrets hidden, will be stored. */
  stores(): void;
  /**
   * Ends the run: a session whose answer did not say what it is has its placeholder there, too, once a client sent it as
   * a credential. A body that has a file of its own, beyond 1 MiB, stays as it is.
   * @param tapes What the run has stored, below the root.
   * @throws RecorderError if a file cannot be written; it then stays as it was.
   */
  end(tapes: Iterable<string>): Promise<void>;
}

/** @param now Returns the time of the run, in epoch seconds. */
export function createLookBack(root: string, sanitizer: Sanitizer, lock: FolderLock, now: () => number): LookBack {
  let known = Number.POSITIVE_INFINITY;
  const again = (exchange: Exchange): Exchange => {
    const clean = sanitizer.again(exchange);
    return clean === exchange ? exchange : rechunked(exchange, clean);
  };
  return {
    stores() {
      known = Math.min(known, sanitizer.learnt);
    },
    async end(tapes) {
      if (sanitizer.learnt <= known) return;
      const change = { now: now(), check: lock.check };
      await rewriteTapes(root, [...tapes], ({ exchanges }) => exchanges.map(again), change).catch((error: unknown) => {
        throw folderError(root, error);
      });
    },
  };
}
