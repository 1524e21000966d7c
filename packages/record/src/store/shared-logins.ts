import type { Exchange } from "@tapedeck/tape";
import type { Store } from "@tapedeck/tape/files";
import { findPlaceholders, issuedIn } from "@tapedeck/tape/internal";

/** Knows what the answers of a run issued. */
export interface IssuedInRun {
  note(stored: Exchange): void;
  /** Returns the placeholders that an answer of an earlier run issued, too, and that a recorded request sends. */
  sharedWith(store: Pick<Store, "iterate">): Promise<readonly string[]>;
}

/**
 * Starts noting what a run issues: its numbers begin anew in each run, so that recording the same again makes no diff.
 * @example
 * const issued = issuedInRun();
 */
export function issuedInRun(): IssuedInRun {
  const issued = new Set<string>();
  const asked = new Set<string>();
  return {
    note(stored) {
      const own = issuedIn(stored).issued;
      for (const each of own) issued.add(each);
      if (own.length > 0) asked.add(keyOf(stored));
    },
    async sharedWith(store) {
      if (issued.size === 0) return [];
      const [earlier, sent] = [new Set<string>(), new Set<string>()];
      for await (const { exchanges } of store.iterate())
        for (const exchange of exchanges) {
          const { target, headers } = exchange.request;
          for (const each of findPlaceholders(JSON.stringify([target, headers]))) sent.add(each);
          if (asked.has(keyOf(exchange))) continue;
          for (const each of issuedIn(exchange).issued) earlier.add(each);
        }
      return [...issued.intersection(earlier).intersection(sent)].sort();
    },
  };
}

function keyOf({ request: { method, target, principal, body } }: Exchange): string {
  return JSON.stringify([method, target, principal, body?.text]);
}
