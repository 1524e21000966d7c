import { dropOldest } from "@tapedeck/tape/internal";

/**
 * What clients sent in place of the states of recorded conversations, by the recorded one: an answer to a later request
 * may repeat them.
 * @see RFC 6749, section 4.1.2 (`state`)
 */
export interface StatesSent {
  /** Rises whenever a value changes. */
  readonly changes: number;
  readonly values: ReadonlyMap<string, string>;
  note(sent: ReadonlyMap<string, string>): void;
  clear(): void;
}

const mostHeld = 256;

/**
 * Makes an empty memory of states.
 * @example
 * const states = createStatesSent();
 * states.note(new Map([["__redacted-parameter.5d41402abc__", "mine"]]));
 */
export function createStatesSent(): StatesSent {
  const values = new Map<string, string>();
  let changes = 0;
  return {
    get changes() {
      return changes;
    },
    values,
    note(sent) {
      for (const [recorded, value] of sent) {
        if (values.get(recorded) === value) continue;
        values.delete(recorded);
        values.set(recorded, value);
        changes += 1;
      }
      dropOldest(values, mostHeld);
    },
    clear() {
      values.clear();
      changes += 1;
    },
  };
}
