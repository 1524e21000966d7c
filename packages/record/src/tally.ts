import { watchSecondLogins } from "@tapedeck/replay/internal";
import type { Exchange, Principal } from "@tapedeck/tape";
import { remarksOn } from "./remarks.ts";
import type { SharedPlaceholder } from "./store/issued-before.ts";
import type { Captured, Invalid, Outnumbered, RejectedCredential, Summary, Unanswered } from "./summary.ts";

/** Counts what a recorder does. */
export interface Tally {
  redacted(kind: string): void;
  ambiguous(placeholder: string): void;
  /** Looks at an exchange, secrets hidden, in the order in which they came. */
  read(exchange: Exchange): void;
  unread(type: string): void;
  unfollowed(): void;
  shared(placeholders: readonly SharedPlaceholder[]): void;
  /** @param earlier Number of answers of earlier runs that come after it, to the same request. */
  kept(event: Captured, earlier: number): void;
  invalid(finding: Invalid): void;
  failed(failure: Unanswered): void;
  /** @param by A refusal that is stored in the end counts no more. */
  refused(by?: number): void;
  heldBack(byReserve: boolean): void;
  misaddressed(): void;
  /** Notes an answer to a given credential. */
  answered(alias: Principal, status: number): void;
  summary(): Summary;
}

/** Starts counting. */
export function createTally(): Tally {
  const outcomes = { captured: 0, unchanged: 0 };
  const redacted = new Map<string, number>();
  const ambiguous: string[] = [];
  const secondLogins = new Set<string>();
  let isUnfollowed = false;
  let shared: readonly SharedPlaceholder[] = [];
  const redirects = new Set<string>();
  const unread = new Set<string>();
  // By the name of their files, without the number.
  const outnumbered = new Map<string, Outnumbered>();
  const invalid: Invalid[] = [];
  const failed: Unanswered[] = [];
  let refused = 0;
  let heldBack = 0;
  let heldByReserve = 0;
  let misaddressed = 0;
  const byAlias = new Map<Principal, RejectedCredential>();
  return {
    redacted: (kind) => redacted.set(kind, (redacted.get(kind) ?? 0) + 1),
    ambiguous: (placeholder) => ambiguous.push(placeholder),
    read: watchSecondLogins((placeholder) => secondLogins.add(placeholder)),
    unread: (type) => unread.add(type),
    unfollowed: () => {
      isUnfollowed = true;
    },
    shared: (placeholders) => {
      shared = placeholders;
    },
    kept: ({ outcome, method, target, principal, file, redirectsTo }, earlier) => {
      outcomes[outcome] += 1;
      if (redirectsTo !== undefined) redirects.add(redirectsTo);
      const request = file.replace(/(?:\.\d+)?\.har$/, "");
      if (earlier > 0) outnumbered.set(request, { method, target, principal, earlier });
      else outnumbered.delete(request);
    },
    invalid: (finding) => invalid.push(finding),
    failed: (failure) => failed.push(failure),
    refused: (by = 1) => {
      refused += by;
    },
    heldBack: (byReserve) => {
      heldBack += 1;
      heldByReserve += Number(byReserve);
    },
    misaddressed: () => {
      misaddressed += 1;
    },
    answered(alias, status) {
      const { unauthorized, answered } = byAlias.get(alias) ?? { unauthorized: 0, answered: 0 };
      byAlias.set(alias, { alias, unauthorized: unauthorized + Number(status === 401), answered: answered + 1 });
    },
    summary() {
      const unaccepted = [...byAlias.values()].filter(({ unauthorized }) => unauthorized > 0);
      const summary: Summary = {
        ...outcomes,
        redacted: Object.fromEntries([...redacted].sort(([a], [b]) => (a < b ? -1 : 1))),
        ...(ambiguous.length > 0 && { ambiguous: [...ambiguous].sort() }),
        ...(secondLogins.size > 0 && { secondLogins: [...secondLogins].sort() }),
        ...(isUnfollowed && { unfollowed: true as const }),
        ...(shared.length > 0 && { shared }),
        ...(redirects.size > 0 && { redirects: [...redirects].sort() }),
        ...(unread.size > 0 && { unread: [...unread].sort() }),
        ...(outnumbered.size > 0 && { outnumbered: [...outnumbered.values()] }),
        invalid: [...invalid],
        failed: [...failed],
        refused,
        ...(misaddressed > 0 && { misaddressed }),
        ...(heldBack > 0 && { heldBack }),
        ...(heldByReserve > 0 && { heldByReserve }),
        ...(unaccepted.length > 0 && { unaccepted: unaccepted.sort((a, b) => (a.alias < b.alias ? -1 : 1)) }),
      };
      return { ...summary, ...remarksOn(summary) };
    },
  };
}
