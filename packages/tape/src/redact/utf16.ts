// Text of eight characters and more in UTF-16: each with a zero byte behind it, or before it.
const littleEndian = /(?:[\t\n\r -~]\0){8,}/g;
const bigEndian = /(?:\0[\t\n\r -~]){8,}/g;

/**
 * Hides secrets in what is written in UTF-16, one character a byte.
 * @param text Hides the secrets of a text.
 */
export function hideInUtf16(raw: string, text: (text: string) => string): string {
  if (!raw.includes("\0")) return raw;
  const hidden = (run: string, wide: (character: string) => string): string => {
    const said = run.replaceAll("\0", "");
    const clean = text(said);
    return clean === said ? run : Array.from(clean, wide).join("");
  };
  const clean = raw.replace(littleEndian, (run) => hidden(run, (character) => `${character}\0`));
  return clean.replace(bigEndian, (run) => hidden(run, (character) => `\0${character}`));
}
