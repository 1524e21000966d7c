import { dropOldest } from "../../drop-oldest.ts";

/** Maximum number of values with numbers, of those that came once, and of the characters of one. */
const [mostNumbered, mostSeen, longestNumbered] = [256, 4096, 1024];

/**
 * Numbers the values that come again: a reader of a packed file parses them once.
 * @example
 * const fields = numbered<string>();
 * ["a", "a", "a"].map(fields.of); // ["a", 0, 0]
 */
export function numbered<Value>(): { readonly all: Value[]; readonly of: (value: Value) => Value | number } {
  const all: Value[] = [];
  const numbers = new Map<string, number>();
  const once = new Set<string>();
  return {
    all,
    of(value) {
      const text = JSON.stringify(value);
      const known = numbers.get(text);
      if (known !== undefined) return known;
      if (all.length === mostNumbered || text.length > longestNumbered) return value;
      if (!once.delete(text)) {
        once.add(text);
        dropOldest(once, mostSeen);
        return value;
      }
      numbers.set(text, all.length);
      return all.push(value) - 1;
    },
  };
}
