// A client's test of what it does when it is refused: no other answer to its request comes, and a replay, whose limit was
// not used up then, would have none.
import type { Exchange, RecordedRequest } from "@tapedeck/tape";
import type { Store } from "@tapedeck/tape/files";
import { requestKey, textHash } from "@tapedeck/tape/internal";

/** Remembers refusals that were not stored, until the run ends. */
export interface LoneRefusals {
  /**
   * @param request Its request, with its secrets hidden.
   * @param again The same, as a client sends it again that keeps cookies.
   */
  note(request: RecordedRequest, again: RecordedRequest, refusal: Exchange, keep: KeepRefusal): void;
  /** Notes a request that the run stored an answer to: it may be the retry of a refused one. */
  answered(request: RecordedRequest): void;
  /** Stores the last one of each request that has no other answer. Resolves to their number. */
  end(): Promise<number>;
}

interface Refusal {
  readonly request: RecordedRequest;
  readonly refusal: Exchange;
  /** Marks the retry of a client that keeps cookies. */
  readonly again: string;
  readonly keep: KeepRefusal;
}

type KeepRefusal = (refusal: Exchange) => Promise<unknown>;

const mostRemembered = 1000;
const longestRemembered = 64 * 1024;
const mostAnswered = 100_000;

/**
 * Makes an empty memory of refusals.
 * @param repeated Returns of a request what its retry repeats.
 */
export function createLoneRefusals(
  { find }: Pick<Store, "find">,
  repeated: (request: RecordedRequest) => RecordedRequest,
): LoneRefusals {
  const noted = new Map<string, Refusal>();
  const answered = new Set<string>();
  const markOf = (request: RecordedRequest): string => textHash(requestKey(repeated(request))).join();
  return {
    note(request, again, refusal, keep) {
      const lengths = [refusal.request.body, refusal.response.body].map((body) => body?.text?.length ?? 0);
      if (noted.size < mostRemembered && Math.max(...lengths) <= longestRemembered)
        noted.set(markOf(request), { request, refusal, again: markOf(again), keep });
    },
    answered(request) {
      if (answered.size < mostAnswered && (request.body?.text?.length ?? 0) <= longestRemembered)
        answered.add(markOf(request));
    },
    async end() {
      let stored = 0;
      for (const [mark, { request, refusal, again, keep }] of noted) {
        if (answered.has(mark) || answered.has(again)) continue;
        const { answers, next } = await find(request);
        // One of an earlier run is replaced.
        const isOnFile = next > 0 || answers.some(({ response }) => response.status !== refusal.response.status);
        if (isOnFile) continue;
        await keep(refusal);
        stored += 1;
      }
      return stored;
    },
  };
}
