/**
 * JSON text in one form for one value: members by name, no white space, numbers digit by digit where a double would
 * lose some (2^53 + 1 is not 2^53). A text that is no JSON is itself.
 * @see RFC 8259, section 6; RFC 8785 for the order of members
 * @example
 * canonicalJson('{"b": 1.0, "a": 9007199254740993}'); // '{"a":9007199254740993,"b":1}'
 */
export function canonicalJson(text: string): string {
  const value = parsedExactly(text);
  return value === undefined ? text : written(value);
}

/** A number whose digits a double would lose. */
class ExactNumber {
  readonly digits: string;
  constructor(digits: string) {
    this.digits = digits;
  }
}

type Reviver = (this: unknown, name: string, value: unknown, context?: { readonly source?: string }) => unknown;

/** JSON text as a value, long numbers by their digits; undefined where it is none. */
function parsedExactly(text: string): unknown {
  // Only a run of sixteen digits can be more than a double holds: most bodies need no second look at their numbers.
  const keep: Reviver | undefined = /\d{16}/.test(text)
    ? (_name, value, context) =>
        typeof value === "number" && context?.source !== undefined && !isExact(value, context.source)
          ? new ExactNumber(context.source)
          : value
    : undefined;
  try {
    return keep ? (JSON.parse as (text: string, reviver: Reviver) => unknown)(text, keep) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isExact(value: number, source: string): boolean {
  return Number.isSafeInteger(value) || String(value) === source;
}

function written(value: unknown): string {
  if (value instanceof ExactNumber) return value.digits;
  if (Array.isArray(value)) return `[${value.map(written).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${written(member)}`).join(",")}}`;
}
