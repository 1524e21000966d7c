/**
 * Makes a pattern with letters and digits of any script. A text in ASCII gets one of ASCII: to compile all letters that
 * there are takes V8 a millisecond.
 * @param source Has `\p{L}`, `\p{N}` and `\p{M}` within brackets alone.
 * @returns The pattern for a text, which begins at its beginning.
 * @example
 * anyLetters("^[\\p{L}]+$")("größe").test("größe"); // true
 */
export function anyLetters(source: string, flags = ""): (text: string) => RegExp {
  const ascii = new RegExp(
    source.replaceAll("\\p{L}", "a-zA-Z").replaceAll("\\p{N}", "\\d").replaceAll("\\p{M}", ""),
    flags,
  );
  let all: RegExp | null = null;
  return (text) => {
    const isAscii = !beyondAscii.test(text);
    if (!isAscii) all ??= new RegExp(source, `${flags}u`);
    const pattern = isAscii ? ascii : (all as RegExp);
    pattern.lastIndex = 0;
    return pattern;
  };
}

const beyondAscii = /[^\0-\x7f]/;
