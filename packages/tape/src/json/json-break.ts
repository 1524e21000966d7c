import { jsonFlaw } from "./json-grammar.ts";

/** Where text stops being JSON. */
interface JsonBreak {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units. */
  readonly column: number;
  /** Whether the text simply ends there, like a truncated file. */
  readonly atEnd: boolean;
}

// Character by character without a choice, so that a long string overflows nothing.
// biome-ignore lint/suspicious/noControlCharactersInRegex: what ends such a string early.
const begunString = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*/y;

/**
 * Finds where text is not JSON; returns null for JSON. An engine's own message quotes the text around the place, which
 * may be a secret: this returns only the place.
 * @see RFC 8259
 * @example
 * jsonBreak('{"a": [1, }'); // { line: 1, column: 11, atEnd: false }
 */
export function jsonBreak(text: string): JsonBreak | null {
  const at = brokenAt(text);
  if (at === null) return null;
  const before = text.slice(0, at);
  const line = before.split("\n").length;
  return { line, column: at - before.lastIndexOf("\n"), atEnd: at >= text.trimEnd().length };
}

/**
 * Returns what people write where JSON breaks, as an addition to its place; "" for any other break.
 * @example
 * jsonSlip('{ "a": 1, }'); // " (the comma before it is one too many)"
 */
export function jsonSlip(text: string): string {
  const conflict = conflictLine(text);
  if (conflict !== null)
    return ` (it holds a merge conflict, at line ${conflict}: keep one side, git checkout --ours or --theirs)`;
  const at = brokenAt(text) ?? text.length;
  const rest = text.slice(at, at + 2);
  if (/^(?:\/[/*]|#)/.test(rest)) return " (JSON has no comments)";
  if (/^[\]}]/.test(rest) && text.slice(0, at).trimEnd().endsWith(",")) return " (the comma before it is one too many)";
  return /^['\w]/.test(rest) && /[{,]\s*$/.test(text.slice(0, at)) ? " (names stand in double quotes)" : "";
}

/**
 * Returns the line with the mark of a merge conflict: where the JSON ends, or at the beginning of a line, since no JSON
 * string has a line feed in it. Within a string, such a row of signs may underline a heading.
 */
export function conflictLine(text: string): number | null {
  const lines = text.split("\n");
  const { line, column } = jsonBreak(text) ?? { line: 1, column: 1 };
  if (/^(?:<{7}|={7}|>{7}|\|{7})/.test(lines[line - 1]?.slice(column - 1) ?? "")) return line;
  const found = lines.findIndex((each) => /^\s*(?:<{7}|={7}|>{7}|\|{7})(?:\s|$)/.test(each));
  return found === -1 ? null : found + 1;
}

function brokenAt(text: string): number | null {
  const flaw = jsonFlaw(text);
  return flaw?.isBegun ? begun(text, flaw.at) : (flaw?.at ?? null);
}

// A string or a word that the end of the text truncates is a truncation, not a mistake at its first character.
function begun(text: string, at: number): number {
  begunString.lastIndex = at;
  const end = at + (begunString.exec(text)?.[0].length ?? 0);
  const rest = text.slice(end).trimEnd();
  if (end > at) return rest === "" || /^\\(?:u[\da-fA-F]{0,3})?$/.test(rest) ? text.length : end;
  return /^[\w.+-]+$/.test(text.slice(at).trimEnd()) ? text.length : at;
}
