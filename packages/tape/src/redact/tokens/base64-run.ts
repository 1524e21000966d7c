import { toBase64 } from "../../body/body.ts";

/** Where a word stands in base64: the characters that say it at one of three alignments, whatever is around. */
export interface Aligned {
  readonly core: string;
  /** Bytes of its group of three that come before the word. */
  readonly offset: number;
  /** Characters of its group of four that come before the core. */
  readonly lead: number;
}

const encoder = new TextEncoder();

/**
 * The forms of a text within a longer base64 text, as in Basic credentials. It can stand at three alignments; only the
 * characters that no neighbour shares bits with are the same each time.
 * @example
 * alignedForms("ghp_").map(({ core }) => core); // ["Z2hwX", "docF", "naHBf"]
 */
export function alignedForms(text: string): Aligned[] {
  const bytes = encoder.encode(`\0\0${text}`);
  return [0, 1, 2].map((offset) => {
    const shifted = bytes.subarray(2 - offset);
    const lead = Math.ceil((offset * 8) / 6);
    return { core: toBase64(shifted).slice(lead, Math.floor((shifted.length * 8) / 6)), offset, lead };
  });
}

/** What a stretch of base64 says, one character a byte, and where in it a word is. */
interface Decoded {
  readonly text: string;
  readonly at: number;
}

// Longer than any of the published formats need to be told.
const enough = 400;

/**
 * Decodes the base64 around a place where a form of a word was found; null if that is no base64, or does not say the
 * word: letters and digits in a row happen to be a form of one.
 */
export function decodedAround(text: string, at: number, word: string, { offset, lead }: Aligned): Decoded | null {
  const group = at - lead;
  if (group < 0 || !/^[\w+/-]*$/.test(text.slice(group, at))) return null;
  if (!decode(text.slice(group, group + word.length + 8)).startsWith(word, offset)) return null;
  // One group more, for what comes before the word.
  const from = group >= 4 && /^[\w+/-]{4}$/.test(text.slice(group - 4, group)) ? group - 4 : group;
  return { text: decode(text.slice(from, from + enough)), at: ((group - from) / 4) * 3 + offset };
}

function decode(text: string): string {
  const run = /^[\w+/-]*/.exec(text)?.[0] ?? "";
  return atob((run.length % 4 === 1 ? run.slice(0, -1) : run).replaceAll("-", "+").replaceAll("_", "/"));
}

/**
 * The stretch of base64 around a place. A slash ends it, for it may be a path's, unless quotes stand around the whole;
 * text of printable characters, as tokens are, has none in base64.
 */
export function base64Around(text: string, at: number): { start: number; end: number } {
  const whole = around(text, at, /[\w+/-]/);
  const quoted = text[whole.start - 1] === '"' && text[whole.end] === '"' && text[whole.start] !== "/";
  return quoted ? whole : around(text, at, /[\w+-]/);
}

function around(text: string, at: number, characters: RegExp): { start: number; end: number } {
  let start = at;
  while (start > 0 && characters.test(text[start - 1] ?? "")) start--;
  start += escapeRest(text, start);
  let end = at;
  while (end < text.length && characters.test(text[end] ?? "")) end++;
  for (let signs = 0; signs < 2 && text[end] === "="; signs++) end++;
  return { start: Math.min(start, at), end };
}

/** How many of the characters at a place belong to an escape before it: the "n" of "\n", the "3D" of "%3D". */
function escapeRest(text: string, at: number): number {
  const before = text[at - 1];
  if (before === "%") return 2;
  return before === "\\" ? (text[at] === "u" ? 5 : 1) : 0;
}
