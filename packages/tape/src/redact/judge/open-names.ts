import { looksLikeIdentifier } from "./secret-entropy.ts";

const mostNames = 256;
const longestName = 256;
/** Characters of a text in which they are looked for: of megabytes, a look takes as long as other clients may wait. */
const longestRead = 1024 * 1024;
const open = /(?:login|user(?:_?name)?|e-?mail|account|sub)\\*"?\s*[:=]\s*\\*"?/gi;

/**
 * Returns the values under which a message names accounts, up to each character that may end them: a password that equals
 * the login stays there.
 */
function openNames(message: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  for (const text of textsIn(message))
    for (const { index, 0: name } of text.slice(0, longestRead).matchAll(open).take(mostNames)) {
      const value = text.slice(index + name.length, index + name.length + longestName);
      for (const { index: end } of value.matchAll(/[^\w-]|$/g)) names.add(value.slice(0, end));
    }
  return names;
}

function* textsIn(message: unknown): Iterable<string> {
  if (typeof message === "string") yield message;
  else if (typeof message === "object" && message !== null)
    for (const each of Object.values(message)) yield* textsIn(each);
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
