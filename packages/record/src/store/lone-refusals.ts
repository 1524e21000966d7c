// A client's test of what it does when it is refused: no other answer to its request comes, and a replay, whose limit was
// not used up then, would have none.
import type { Exchange, RecordedRequest } from "@tapedeck/tape";
import { requestKey, textHash } from "@tapedeck/tape/internal";

/** Remembers refusals that were not stored, until the run ends. */
export interface LoneRefusals {
  /** @param request Its request, with its secrets hidden. */
  note(request: RecordedRequest, refusal: Exchange, keep: KeepRefusal): void;
  /** Stores the last one of each request that has no other answer. Resolves to their number. */
  end(): Promise<number>;
}

type KeepRefusal = (refusal: Exchange) => Promise<unknown>;

const mostRemembered = 1000;
const longestRemembered = 64 * 1024;

/** @param isOnFile Returns whether a request has an answer on file. */
export function createLoneRefusals(isOnFile: (request: RecordedRequest) => Promise<boolean>): LoneRefusals {
  const noted = new Map<string, { readonly request: RecordedRequest; readonly store: () => Promise<unknown> }>();
  return {
    note(request, refusal, keep) {
      const lengths = [refusal.request.body, refusal.response.body].map((body) => body?.text?.length ?? 0);
      if (noted.size < mostRemembered && Math.max(...lengths) <= longestRemembered)
        noted.set(textHash(requestKey(request)).join(), { request, store: () => keep(refusal) });
    },
    async end() {
      let stored = 0;
      for (const { request, store } of noted.values()) {
        if (await isOnFile(request)) continue;
        await store();
        stored += 1;
      }
      return stored;
    },
  };
}
