import { looksLikeIdentifier } from "./secret-entropy.ts";

const mostNames = 256;
const longestName = 256;
/** Returns the values under which a message names accounts: a password that equals the login stays there. */
function openNames(message: unknown): readonly string[] {
  const text = JSON.stringify(message);
  const open = /(?:login|user(?:_?name)?|e-?mail|account|sub)\\*"?\s*[:=]\s*\\*"?/gi;
  const places = text.matchAll(open).take(mostNames);
  return Array.from(places, ({ index, 0: name }) => text.slice(index + name.length, index + name.length + longestName));
}

/** Makes a test whether a hidden value of a message is none of the accounts that it names. */
export function isNotLogin(message: unknown): (hidden: { readonly value: string }) => boolean {
  let names: readonly string[] | null = null;
  return ({ value }) => {
    if (!looksLikeIdentifier(value)) return true;
    names ??= openNames(message);
    return !names.some((name) => name.startsWith(value) && !/[\w-]/.test(name[value.length] ?? ""));
  };
}
