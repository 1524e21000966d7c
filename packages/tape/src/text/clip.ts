/**
 * Clips a text that is longer than a number of characters, with a mark where it goes on.
 * @example
 * clip("abcdef", 3); // "abc…"
 */
export function clip(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
