import { looksLikeIdentifier } from "./secret-entropy.ts";

const mostNames = 256;
const longestName = 256;
/**
 * Returns the values under which a message names accounts, up to each character that may end them: a password that equals
 * the login stays there.
 */
function openNames(message: unknown): ReadonlySet<string> {
  const text = JSON.stringify(message);
  const open = /(?:login|user(?:_?name)?|e-?mail|account|sub)\\*"?\s*[:=]\s*\\*"?/gi;
  const names = new Set<string>();
  for (const { index, 0: name } of text.matchAll(open).take(mostNames)) {
    const value = text.slice(index + name.length, index + name.length + longestName);
    for (const { index: end } of value.matchAll(/[^\w-]|$/g)) names.add(value.slice(0, end));
  }
  return names;
}

/** Makes a test whether a hidden value of a message is none of the accounts that it names. */
export function isNotLogin(message: unknown): (hidden: { readonly value: string }) => boolean {
  let names: ReadonlySet<string> | null = null;
  return ({ value }) => {
    // Of thousands, a look at the names takes less than one at each value.
    if (names?.has(value) === false || !looksLikeIdentifier(value)) return true;
    names ??= openNames(message);
    return !names.has(value);
  };
}
