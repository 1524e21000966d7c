import { type JsonToken, jsonTokens, parsedJson } from "@tapedeck/tape/internal";

/**
 * Values that a client generates, that do not distinguish its requests and that a server echoes, such as the ids of
 * calls (JSON-RPC 2.0, section 5: `id`).
 */
interface EchoedValues {
  /** Notes the members in which a request and the matching recorded one differ. */
  note(asked: string, recorded: string): void;
  /** Puts the client's values into a recorded answer, at the places where it echoes the recorded request. */
  into(recorded: string): string;
}

/**
 * Makes an empty memory of echoed values.
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
      const [ours, theirs] = [[...placedTokens(asked)], [...placedTokens(recorded)]];
      // If the members are in another order, equal positions are not the same member.
      const isAlike = theirs.every(
        ({ place, text }, at) => ours[at]?.place === place && (place !== null || ours[at].text === text),
      );
      if (ours.length !== theirs.length || !isAlike) return;
      for (const [at, { place, text }] of theirs.entries()) {
        const { text: value = text } = ours[at] ?? {};
        if (!isSame(value, text)) values.set(`${place} ${text}`, value);
      }
    },
    into(recorded) {
      if (values.size === 0) return recorded;
      let said = "";
      let end = 0;
      for (const { text, place, at } of placedTokens(recorded)) {
        const value = values.get(`${place} ${text}`);
        if (value === undefined) continue;
        said += recorded.slice(end, at) + value;
        end = at + text.length;
      }
      return said + recorded.slice(end);
    },
  };
}

interface PlacedToken extends JsonToken {
  /** The names that lead to the value of a member, `*` for any item of a list; null for anything else. */
  readonly place: string | null;
}

function* placedTokens(json: string): Iterable<PlacedToken> {
  const within: string[] = [];
  for (const token of jsonTokens(json)) {
    const { text, name } = token;
    const isSign = /^[{}[\]:,]$/.test(text);
    yield { ...token, place: isSign || name === null ? null : [...within, name].join("/") };
    if (text === "{" || text === "[") within.push(name ?? "*");
    else if (text === "}" || text === "]") within.pop();
  }
}

/** Returns whether two JSON values are equal in any spelling; integers of any length. */
function isSame(a: string, b: string): boolean {
  if (a === b || [a, b].every((text) => /^-?\d+$/.test(text))) return a === b;
  return parsedJson(a) === parsedJson(b);
}
