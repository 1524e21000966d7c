import { isDue, type Steps } from "../steps.ts";

/** A stretch of a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Returns the span of a whole text. */
export function allOfText({ length }: string): readonly Span[] {
  return [{ start: 0, end: length }];
}

/** Returns stretches with their surroundings, in order and merged. */
export function* windowsAround(spans: Iterable<Span>, reach: number, text: string): Steps<readonly Span[]> {
  const windows: { start: number; end: number }[] = [];
  for (const span of spans) {
    if (isDue()) yield;
    const last = windows.at(-1);
    const end = Math.min(text.length, span.end + reach);
    if (last !== undefined && span.start - reach <= last.end) last.end = Math.max(last.end, end);
    else windows.push({ start: runStart(text, Math.max(0, span.start - reach), last?.end ?? 0), end });
  }
  return windows;
}

// So that no token is cut in two.
function runStart(text: string, from: number, least: number): number {
  const first = Math.max(least, from - longestRun);
  let at = from;
  while (at > first && !endsRun(text.charCodeAt(at - 1))) at--;
  return at;
}

function endsRun(code: number): boolean {
  if (code < 0x80) return code <= 0x20 ? code === 0x20 || (code > 8 && code < 14) : ends[code] === 1;
  return /\s/.test(String.fromCharCode(code));
}

const ends = new Uint8Array(0x80);
for (const character of "\"'<>") ends[character.charCodeAt(0)] = 1;

const longestRun = 4096;
