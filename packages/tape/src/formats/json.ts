import { type Advice, parseJson } from "../har/parse.ts";
import { RecordingSyntaxError } from "../recording-error.ts";

/**
 * Parses the JSON of a foreign file. Refuses a name that appears twice in one object: a parser would silently keep the
 * last.
 * @throws RecordingSyntaxError with line and column, quoting nothing.
 */
export function parseForeignJson(text: string, file: string, advice: Pick<Advice, "broken">): unknown {
  const value = parseJson(text, file, advice);
  refuseRepeatedNames(text, file, advice);
  return value;
}

/**
 * Does the same, with each number that would lose a digit as `JSON.rawJSON`, which is written back unchanged.
 * @throws RecordingSyntaxError as {@link parseForeignJson} does.
 */
export function parseExactJson(text: string, file: string, advice: Pick<Advice, "broken">): unknown {
  const value = parseForeignJson(text, file, advice);
  const { rawJSON } = JSON as { readonly rawJSON?: (text: string) => unknown };
  if (rawJSON === undefined) return value;
  const exact = (_name: string, value: unknown, context?: { readonly source?: string }): unknown =>
    typeof value === "number" && context?.source !== undefined && String(value) !== context.source
      ? rawJSON(context.source)
      : value;
  return JSON.parse(text.replace(/^\uFEFF/, ""), exact);
}

/**
 * Returns a value of {@link parseExactJson} as text: such a number, an object that no conversion accepts, as written.
 */
export function jsonWord(value: unknown): string {
  const { rawJSON } = (value ?? {}) as { readonly rawJSON?: unknown };
  return typeof rawJSON === "string" ? rawJSON : String(value);
}

/** @throws RecordingSyntaxError if a name appears twice in one object of JSON text. */
export function refuseRepeatedNames(text: string, file: string, advice: Pick<Advice, "broken">): void {
  const at = repeatedName(text);
  if (at === null) return;
  const before = text.slice(0, at).split("\n");
  throw new RecordingSyntaxError(
    file,
    `a name stands twice in one object, at line ${before.length}, column ${(before.at(-1) ?? "").length + 1}: which of the two was meant cannot be told; mend it, or ${advice.broken}`,
  );
}

// A string with what follows if it is a name, or the beginning or end of an object. The string's pattern has no choice
// at any character.
const token = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}]/gs;

/** Returns where a name appears for the second time in one object of JSON text; null if none does. */
function repeatedName(text: string): number | null {
  const open: Set<string>[] = [];
  for (const { 0: part, 1: isName, index } of text.matchAll(token)) {
    if (part === "{") open.push(new Set());
    else if (part === "}") open.pop();
    else if (isName !== undefined) {
      const quoted = part.slice(0, part.lastIndexOf('"') + 1);
      const name: string = quoted.includes("\\") ? JSON.parse(quoted) : quoted.slice(1, -1);
      const names = open.at(-1);
      if (names?.has(name)) return index;
      names?.add(name);
    }
  }
  return null;
}
