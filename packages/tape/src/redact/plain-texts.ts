import { dropOldest } from "../drop-oldest.ts";

/** Remembers short texts in which nothing was found, since messages repeat their headers. */
export interface PlainTexts {
  has(text: string): boolean;
  add(text: string): void;
}

const mostTexts = 4096;
/** Characters of one. */
const longest = 256;

/**
 * Makes a memory of texts.
 * @example
 * const plain = createPlainTexts();
 * plain.add("application/json");
 * plain.has("application/json"); // true
 */
export function createPlainTexts(): PlainTexts {
  const texts = new Set<string>();
  return {
    has: (text) => text.length <= longest && texts.has(text),
    add(text) {
      if (text.length > longest) return;
      texts.add(text);
      dropOldest(texts, mostTexts);
    },
  };
}
