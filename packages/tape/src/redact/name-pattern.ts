import { literally } from "./tokens/known-secret-pattern.ts";

/** The steps that a name is spelled in, from the first on; an empty step ends one. */
interface Steps extends Map<string, Steps> {}

/**
 * A pattern of any of some names in each of its spellings: `access_token`, `access-token`, `accessToken`,
 * `accesstoken`; with the flag `i`, in any case. Names that begin alike share their beginning, so that a long list takes
 * as long to reject as a short one.
 * @param separator The pattern of what may stand between words.
 * @example
 * new RegExp(`^${anyName(["access_token"])}$`, "i").test("AccessToken"); // true
 */
export function anyName(names: readonly string[], separator = "[_-]?"): string {
  const root: Steps = new Map();
  for (const name of names) {
    let at = root;
    for (const [nth, word] of wordsOf(name).entries()) {
      for (const step of [...(nth === 0 ? [] : [separator]), ...Array.from(word.toLowerCase(), literally)]) {
        const next = at.get(step) ?? new Map();
        at.set(step, next);
        at = next;
      }
    }
    at.set("", new Map());
  }
  return sourceOf(root);
}

/**
 * What all spellings of a name have in common.
 * @example
 * bareName("X-GitHub-OTP"); // "xgithubotp"
 */
export function bareName(name: string): string {
  return name.toLowerCase().replace(/(?<=[^_-])[_-](?=[^_-])/g, "");
}

function wordsOf(name: string): string[] {
  return name.split(/(?<=[^_-])[_-](?=[^_-])|(?<=[a-z\d])(?=[A-Z])/);
}

function sourceOf(steps: Steps): string {
  // The end comes last: the longest name is tried first.
  const ways = [...steps]
    .sort(([a], [b]) => (a === "" ? 1 : b === "" ? -1 : 0))
    .map(([step, rest]) => step + sourceOf(rest));
  return ways.length > 1 ? `(?:${ways.join("|")})` : (ways[0] ?? "");
}
