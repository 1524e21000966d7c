import type { Validators } from "../http/conditional.ts";
import type { ResponseDraft } from "../http/response-draft.ts";
import type { PreparedExchange } from "../index/prepared-exchange.ts";
import type { Source } from "../journal.ts";

/** The selected response, before its principal pays. */
export interface SelectedResponse {
  readonly draft: ResponseDraft;
  readonly source: Source;
  /** The sequence that it is played from. */
  readonly sequence: number | null;
  /** 0 if it is free; 1 if the scheme decides its cost; null if no limit counts it. */
  readonly cost: 0 | 1 | null;
  readonly validators: Validators | null;
  /** Whether the headers are the API's own, so that the answer gets a request id. */
  readonly identified: boolean;
  /** The recordings that it is made from. */
  readonly plays: readonly PreparedExchange[];
  /** What its request sent in place of recorded states: see {@link StatesSent}. */
  readonly states?: ReadonlyMap<string, string>;
  /** Whether the same request gets it again, apart from the sequence, while the index stays the same. */
  readonly isLasting: boolean;
}
