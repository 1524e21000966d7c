import type { Span } from "./place.ts";

// What names of secrets have in them: most texts hold few, and only these places are read.
const usual =
  /pass|pwd|secret|token|api.?key|auth|otp|code|jwt|csrf|xsrf|cookie|session|verifier|assertion|credential|key|sign|pwd|\bpw\b|psk|crumb|saml|senha|mot.?de|wort|woord|contrase|пароль|密码|パスワード|mnemonic|phrase|seed|community|securestring|secretstring|stringdata|ticket|\bpin|cvc|cvv|sas\b/gi;

let latest: { readonly text: string; readonly search: RegExp; readonly places: readonly number[] } | null = null;

/**
 * The places of a text where the name of a secret may be, in order. The places of one text are asked for again and again.
 * @param search What a name may have in it. Default: the stems of the usual ones.
 */
export function namePlaces(text: string, search: RegExp = usual): readonly number[] {
  if (latest?.text === text && latest.search === search) return latest.places;
  const places: number[] = [];
  search.lastIndex = 0;
  for (let found = search.exec(text); found !== null; found = search.exec(text)) places.push(found.index);
  latest = { text, search, places };
  return places;
}

const longestName = 64;
const nameCharacter = /[\w.$-]/;

/** The name that stands around a place of a text. */
export function nameAround(text: string, at: number): Span {
  let start = at;
  while (start > 0 && at - start < longestName && nameCharacter.test(text[start - 1] ?? "")) start--;
  let end = at;
  while (end - start < longestName && nameCharacter.test(text[end] ?? "")) end++;
  return { start, end };
}
