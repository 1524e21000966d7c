/**
 * The value of JSON text, if writing it down again gives the same text: no number then loses a digit, and no name
 * that stands there twice is lost. Only objects and lists: other tools take the rest for text.
 * @example
 * exactJson('{"id":1.0}'); // undefined
 */
export function exactJson(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: object = JSON.parse(text);
    return JSON.stringify(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}
