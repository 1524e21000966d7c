// Servers with clients of other projects, which know them better than a `fetch` does. What a client makes of the answers
// is compared. Read next: `../foreign-clients.test.ts`.

import type { MatchException } from "@tapedeck/api";

/** A server that was started. */
export interface Started {
  readonly url: string;
  stop(): unknown;
}

/** A server of another project, and a client of another project that uses it. */
export interface ForeignClient {
  readonly name: string;
  /** Whether what it needs is on this machine. Default: it is. */
  readonly isHere?: () => boolean;
  /** What the client makes anew each time. Default: nothing. */
  readonly match?: readonly MatchException[];
  /** Whether it asks as often as there is time for: then a poll may be left that it did not come to. */
  readonly polls?: boolean;
  readonly start: () => Promise<Started>;
  /** Uses the server, and tells what came of it: the same each time, of a fresh server. */
  readonly use: (base: string) => Promise<unknown>;
}
