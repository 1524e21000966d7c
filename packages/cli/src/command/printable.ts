/**
 * Returns a foreign name for a terminal: control characters, which could move the cursor or start a line, become
 * escapes.
 * @example
 * printable("a\u001b[31m.har"); // "a\\u001b[31m.har"
 */
export function printable(name: string): string {
  return name.replace(/\p{Cc}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
