import type { Validators } from "./http/conditional.ts";
import type { ResponseDraft } from "./http/response-draft.ts";
import type { PreparedExchange } from "./index/prepared-exchange.ts";
import type { Source } from "./journal.ts";

/** The response to a request whose principal can pay. */
export interface SelectedResponse {
  readonly draft: ResponseDraft;
  readonly source: Source;
  /** The sequence whose turn it takes. */
  readonly sequence: number | null;
  /** 0 where it is free; 1 where the scheme says what it costs; null where no limit is counted for it. */
  readonly cost: 0 | 1 | null;
  readonly validators: Validators | null;
  /** Whether the headers are those of the API, so that the request gets an id. */
  readonly identified: boolean;
  /** The recordings that it is made of. */
  readonly plays: readonly PreparedExchange[];
  /** Whether the same request gets it again, but for its turn, as long as the index is the same. */
  readonly isLasting: boolean;
}
