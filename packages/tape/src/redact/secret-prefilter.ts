import { alignedForms } from "./tokens/base64-run.ts";

/**
 * Makes a test of whether a text may hold a value in any spelling. It says no only of a text that holds none: to tell
 * for certain takes a pattern of all spellings, which costs a hundred times as much to make, and most values are
 * repeated nowhere. It looks for a piece of the value, and of its base64 at each alignment, also of base64 within
 * base64; a text in which letters or digits are themselves escaped may hold anything.
 * @example
 * secretPrefilter("s3cr3t-t0ken-1")("nothing of it"); // false
 */
export function secretPrefilter(value: string): (text: string) => boolean {
  const plain = [...new Set([value, encodeURIComponent(value.toWellFormed())])];
  const once = plain.flatMap(base64Forms);
  const pieces = [...plain, ...once, ...once.flatMap(base64Forms)].map(pieceOf);
  if (pieces.includes(null)) return () => true;
  const wanted = [...new Set(pieces as string[])];
  return (text) => {
    if (escaped.test(text)) return true;
    // Base64 may be broken into lines.
    const joined = text.replace(lineEnds, "");
    return wanted.some((piece) => text.includes(piece) || joined.includes(piece));
  };
}

const lineEnds = /(?:[\r\n]|\\{1,16}[rn]|%(?:25)*0[ad])+/gi;

const escaped = /%(?:25)*(?:3\d|[46][1-9a-f]|[57][\da])|\\u00(?:3\d|[46][1-9a-f]|[57][\da])/i;

// Of letters and digits alone, which no encoder escapes but with all others.
function pieceOf(text: string): string | null {
  return /[A-Za-z\d]{6}/.exec(text)?.[0] ?? null;
}

function base64Forms(text: string): string[] {
  return alignedForms(text).map(({ core }) => core);
}
