// Logins of another user within a session, which a replay plays in recorded order: no flaw of a file, so no finding.
import { logsIn, secondLoginsText, watchSecondLogins } from "@tapedeck/replay/internal";
import type { Tape } from "@tapedeck/tape";
import { inRecordedOrder, passesOf } from "@tapedeck/tape/har";

/** What a replay cannot tell apart, in the words of a recorder's summary. */
export interface Remarked {
  /** Absent if there is nothing. */
  readonly remarks?: { readonly secondLogins?: string };
}

/** Looks at tapes for such logins. */
export interface SecondLogins {
  /** @param collection Of tapes that are replayed together. Default: one has all. */
  add(tape: Tape, collection?: string): void;
  remarks(): Remarked;
}

/** Makes what holds the logins of the tapes that it is given, and no other exchange. */
export function findSecondLogins(): SecondLogins {
  const logins = new Map<string, Tape[]>();
  return {
    add(tape, collection = "") {
      if (!tape.exchanges.some(({ request }) => logsIn(request))) return;
      const passes = passesOf(tape.exchanges);
      const exchanges = tape.exchanges.flatMap((exchange, at) =>
        logsIn(exchange.request) ? [{ ...exchange, pass: passes[at] ?? 0 }] : [],
      );
      const key = `${tape.origin} ${collection}`;
      logins.set(key, [...(logins.get(key) ?? []), { ...tape, exchanges }]);
    },
    remarks() {
      const second = new Set<string>();
      for (const tapes of logins.values()) {
        const watch = watchSecondLogins((placeholder) => second.add(placeholder));
        for (const { exchange } of inRecordedOrder(tapes)) watch(exchange);
      }
      return second.size === 0 ? {} : { remarks: { secondLogins: secondLoginsText(second) } };
    },
  };
}
