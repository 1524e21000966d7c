/** A text in base64. */
export function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

/** Base64 as MIME and the contents of files have it. */
export function inLines(text: string, end: string): string {
  return text.replace(/.{60}(?=.)/g, `$&${end}`);
}
