import { latin1Text } from "../../body/body.ts";

/** A word in base64: its characters at one of three alignments, whatever is around it. */
export interface Aligned {
  readonly core: string;
  /** Bytes of its group of three before the word. */
  readonly offset: number;
  /** Characters of its group of four before the core. */
  readonly lead: number;
}

const encoder = new TextEncoder();
const beyondAscii = /[\x80-\uffff]/;

/**
 * Returns the forms of a text within a longer base64 text, as in Basic credentials. It has three alignments; only the
 * characters that share no bits with neighbours are the same each time.
 * @example
 * alignedForms("ghp_").map(({ core }) => core); // ["Z2hwX", "docF", "naHBf"]
 */
export function alignedForms(text: string): Aligned[] {
  const bytes = `\0\0${beyondAscii.test(text) ? latin1Text(encoder.encode(text)) : text}`;
  return [0, 1, 2].map((offset) => {
    const [shifted, lead] = [bytes.slice(2 - offset), leadAt(offset)];
    return { core: btoa(shifted).slice(lead, Math.floor((shifted.length * 8) / 6)), offset, lead };
  });
}

function leadAt(offset: number): number {
  return Math.ceil((offset * 8) / 6);
}

/** The decoded text of a stretch of base64, one character for each byte, and the position of a word in it. */
interface Decoded {
  readonly text: string;
  readonly at: number;
}

// Longer than any published format needs.
const enough = 400;

/**
 * Decodes the base64 around a position where a form of a word was found; returns null if it is not base64, or does not
 * hold the word: letters and digits may be a form of one by chance.
 */
export function decodedAround(text: string, at: number, word: string, { offset, lead }: Aligned): Decoded | null {
  const group = at - lead;
  if (group < 0 || !/^[\w+/-]*$/.test(text.slice(group, at))) return null;
  if (!decode(text.slice(group, group + 2 * word.length + 4)).startsWith(word, offset)) return null;
  // One more group, for what comes before the word.
  const from = group >= 4 && /^[\w+/-]{4}$/.test(text.slice(group - 4, group)) ? group - 4 : group;
  return { text: decode(text.slice(from, from + enough)), at: ((group - from) / 4) * 3 + offset };
}

function decode(text: string): string {
  const run = /^[\w+/-]*/.exec(text)?.[0] ?? "";
  return atob((run.length % 4 === 1 ? run.slice(0, -1) : run).replaceAll("-", "+").replaceAll("_", "/"));
}

/**
 * Returns the stretch of base64 around a position. A slash ends it, since it may belong to a path, unless quotes
 * surround the whole; printable text, as in tokens, has none in base64.
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

/**
 * Returns how many of the characters at a position belong to an escape before it: the "n" of "\n", the "3D" of "%3D".
 */
export function escapeRest(text: string, at: number): number {
  const before = text[at - 1];
  if (before === "%") return 2;
  return before === "\\" ? (text[at] === "u" ? 5 : 1) : 0;
}
