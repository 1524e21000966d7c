/** Nesting of JSON beyond which its text is compared as it is, so that no client can overflow the call stack. */
const deepest = 500;

/**
 * Returns JSON text in one form for equal values: members sorted by name, no white space, numbers digit by digit if a
 * double would round them (2^53 + 1 is not 2^53). Returns any other text as it is, and JSON of more than 500 levels.
 * @param change Returns the value to write for a parsed one, in which a long number is an object.
 * @see RFC 8259, section 6; RFC 8785 for the order of members
 * @example
 * canonicalJson('{"b": 1.0, "a": 9007199254740993}'); // '{"a":9007199254740993,"b":1}'
 */
export function canonicalJson(text: string, change: (value: unknown) => unknown = (value) => value): string {
  const value = parsedExactly(text);
  return (value === undefined ? null : written(change(value), 0)) ?? text;
}

/**
 * A JSON text as a value; one of several lines that are JSON each, as the list of these. Undefined for any other text.
 * @example
 * jsonOrLines('{"index":1}\n{"name":"ada"}\n'); // [{ index: 1 }, { name: "ada" }]
 */
export function jsonOrLines(text: string): unknown {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  for (const parse of [() => JSON.parse(text), () => lines.map((line) => JSON.parse(line))]) {
    try {
      return parse();
    } catch {}
  }
  return undefined;
}

/** A number that a double would round. */
class ExactNumber {
  readonly digits: string;
  constructor(digits: string) {
    this.digits = digits;
  }
}

// Only such a run of digits or such an exponent can exceed a double: most bodies need no closer look at their numbers.
const long = /\d{16}|e[+-]?\d{3}/i;

type Reviver = (this: unknown, name: string, value: unknown, context?: { readonly source?: string }) => unknown;

/** Parses JSON text, keeping the digits of long numbers; returns undefined for text that is not JSON. */
function parsedExactly(text: string): unknown {
  const keep: Reviver | undefined = long.test(text)
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
  return !long.test(source) || Number.isSafeInteger(value) || String(value) === source;
}

/** Returns null for a value that is nested too deeply. */
function written(value: unknown, depth: number): string | null {
  if (depth > deepest) return null;
  if (value instanceof ExactNumber) return value.digits;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const members = isList
    ? value.map((member) => ["", member] as const)
    : Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  const texts: string[] = [];
  for (const [name, member] of members) {
    const text = written(member, depth + 1);
    if (text === null) return null;
    texts.push(isList ? text : `${JSON.stringify(name)}:${text}`);
  }
  return isList ? `[${texts.join(",")}]` : `{${texts.join(",")}}`;
}
