/** The text at the beginning of what is read as bytes: ASCII, and UTF-8 by its bytes. */
export const letterBytes: RegExp =
  /^(?:[ -~\u0100-\uffff]|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})+/;

// A name that has so much in one case hardly comes about.
const word = /[a-z]{4}|[A-Z]{4}/;
const [longestBefore, stretch, enough] = [16, 64, 10];

/**
 * Returns whether a short name and what stands behind it are bytes that only happen to spell it: in compressed or encrypted
 * data "pw=" comes every few megabytes. What a format tells the length of is text, and so is what is long enough.
 * @param start Where the value begins.
 */
export function isSpelledByChance(text: string, name: string, start: number): boolean {
  if (word.test(name)) return false;
  const run = letterBytes.exec(text.slice(start, start + 4 * enough))?.[0] ?? "";
  if (run.replace(/[\x80-\xbf]/g, "").length >= enough || isTold(text, start, run.length)) return false;
  const [before, behind] = [start - longestBefore, start + enough];
  const around = [text.slice(Math.max(0, before - stretch), Math.max(0, before)), text.slice(behind, behind + stretch)];
  // Texts in other scripts have no control characters, and formats with lengths and numbers are ASCII for the most part.
  return around.every((bytes) => hasFewLetters(bytes)) && (around.join("").match(control)?.length ?? 0) >= 3;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells it
const control = /[\x01-\x08\x0e-\x1f]/g;

function hasFewLetters(bytes: string): boolean {
  return bytes.length >= stretch / 2 && (bytes.match(/[^\t\r\n -~]/g)?.length ?? 0) > bytes.length * 0.4;
}

// MessagePack has a short length in five bits, and any in a byte; BSON has it in four, and NUL behind the text.
function isTold(text: string, start: number, length: number): boolean {
  const [last, fourth] = [text.charCodeAt(start - 1), text.charCodeAt(start - 4)];
  const isShort = last >> 5 === 5 && (last & 31) === length;
  const isLong = fourth === length + 1 && text.slice(start - 3, start) === "\0\0\0";
  return length > 0 && (isShort || last === length || isLong);
}
