import { percentDecoded } from "../read/coded/decode.ts";
import type { Holders } from "./holders.ts";

// Also a target with a query.
const form = /^[^\s"<>{}\\=]*=[^\s"<>{}\\]*$/;
const field = /(?:[^=&]*=)?([^&]*)/g;

/** Returns the fields of a form, or null for another text. */
export function formFields(text: string): Holders | null {
  if (!form.test(text)) return null;
  const spans = Array.from(text.matchAll(field), ({ index, 0: whole, 1: { length } = "" }) => {
    const end = index + whole.length;
    return { start: end - length, end };
  });
  // Another field is another value.
  return { spans, most: 1, wholeAt: (at) => at, said: percentDecoded };
}
