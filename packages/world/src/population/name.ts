import { permute, unpermute } from "./permutation.ts";

const consonants = "bdhjklmnprstvwyz";
const vowels = "aeiou";
const endings = ["", "n", "r", "s", "l"];

const kinds: readonly string[] =
  "api app atlas bench bot box bridge cache cli client clock compass core deck desk docs draw engine examples feed flow forge format garden graph grid guide hub index kit lab lamp ledger lib link loom map mesh notes parser pilot pipe plan player press proxy queue reader relay ring router scope server shell site store stream studio sync table tools".split(
    " ",
  );
const kindNumbers: ReadonlyMap<string, number> = new Map(kinds.map((kind, number) => [kind, number]));

const syllables = consonants.length * vowels.length;
const loginSyllables = 4;
const nameSyllables = 3;

const logins = syllables ** loginSyllables * endings.length;
const names = syllables ** nameSyllables * endings.length * kinds.length;

/** Maximum number of accounts, and of repositories: each needs a name of its own. */
export const mostNamed: number = 2 ** 27;

/**
 * Returns the login of an account: four syllables, different for each account.
 * @example
 * loginOf(1, 0); // "viyamibo"
 */
export function loginOf(key: number, number: number): string {
  return wordOf(permute(logins, key, number), loginSyllables);
}

/** Returns the number of the account with a login; null if no account of any world can have it. */
export function numberOfLogin(key: number, login: string): number | null {
  const code = codeOf(login, loginSyllables);
  return code === null ? null : unpermute(logins, key, code);
}

/**
 * Returns the name of an owner's nth repository, different for each repository of the owner.
 * @param key A key of the owner.
 * @example
 * nameOf(1, 0); // "tukuren-press"
 */
export function nameOf(key: number, place: number): string {
  const code = permute(names, key, place);
  return `${wordOf(Math.floor(code / kinds.length), nameSyllables)}-${kinds[code % kinds.length]}`;
}

/** Returns the position of a repository among its owner's; null if none can have the name. */
export function placeOfName(key: number, name: string): number | null {
  const dash = name.indexOf("-");
  const code = codeOf(name.slice(0, dash), nameSyllables);
  const kind = kindNumbers.get(name.slice(dash + 1));
  return code === null || kind === undefined ? null : unpermute(names, key, code * kinds.length + kind);
}

function wordOf(code: number, length: number): string {
  let rest = Math.floor(code / endings.length);
  let word = "";
  for (let syllable = 0; syllable < length; syllable += 1) {
    word += consonants.charAt(Math.floor((rest % syllables) / vowels.length)) + vowels.charAt(rest % vowels.length);
    rest = Math.floor(rest / syllables);
  }
  return word + endings[code % endings.length];
}

function codeOf(word: string, length: number): number | null {
  const ending = endings.indexOf(word.slice(2 * length));
  if (ending < 0 || word.length < 2 * length) return null;
  let code = 0;
  for (let at = 2 * length - 2; at >= 0; at -= 2) {
    const [consonant, vowel] = [consonants.indexOf(word.charAt(at)), vowels.indexOf(word.charAt(at + 1))];
    if (consonant < 0 || vowel < 0) return null;
    code = code * syllables + consonant * vowels.length + vowel;
  }
  return code * endings.length + ending;
}
