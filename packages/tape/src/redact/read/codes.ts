// The characters of a stretch of a text as bytes, which a loop reads three times as fast: those of a text may each be of
// one byte or of two.

/** Characters that are read at one go. */
export const longestStretch: number = 16 * 1024;

const longestAhead = 8;
const fewestEncoded = 64;
const encoder = new TextEncoder();
const codes = new Uint8Array(longestStretch + longestAhead);

/**
 * Returns the lowest eight bits of each character of a stretch: until the next call.
 * @param end At most {@link longestStretch} and eight more after the start; what is beyond the text is anything.
 */
export function codesIn(text: string, start: number, end: number): Uint8Array {
  const stop = Math.min(end, text.length);
  if (stop - start >= fewestEncoded) {
    const { read, written } = encoder.encodeInto(text.slice(start, stop), codes);
    // All of it is ASCII.
    if (read === stop - start && read === written) return codes;
  }
  for (let at = start; at < stop; at++) codes[at - start] = text.charCodeAt(at);
  return codes;
}
