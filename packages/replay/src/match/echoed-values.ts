import { jsonTokens } from "@tapedeck/tape";

/** What a client made anew that does not tell its messages apart, as the ids of its calls, and that a server repeats. */
export interface EchoedValues {
  /** Takes note of the values of members in which a message and the recorded one differ. */
  note(asked: string, recorded: string): void;
  /** Puts the client's values into a recorded message, in members of the same name. */
  into(recorded: string): string;
}

/**
 * Makes a memory of what one client made anew.
 * @example
 * const echoed = createEchoedValues();
 * echoed.note('{"id":"b7"}', '{"id":"a1"}');
 * echoed.into('{"id":"a1","ok":true}'); // '{"id":"b7","ok":true}'
 */
export function createEchoedValues(): EchoedValues {
  const values = new Map<string, string>();
  return {
    note(asked, recorded) {
      if (asked === recorded) return;
      const [ours, theirs] = [[...jsonTokens(asked)], [...jsonTokens(recorded)]];
      if (ours.length !== theirs.length) return;
      for (const [at, { text, name }] of theirs.entries()) {
        const { text: value = text } = ours[at] ?? {};
        if (name !== null && value !== text) values.set(name + text, value);
      }
    },
    into(recorded) {
      if (values.size === 0) return recorded;
      let said = "";
      let end = 0;
      for (const { text, name, at } of jsonTokens(recorded)) {
        const value = name === null ? undefined : values.get(name + text);
        if (value === undefined) continue;
        said += recorded.slice(end, at) + value;
        end = at + text.length;
      }
      return said + recorded.slice(end);
    },
  };
}
