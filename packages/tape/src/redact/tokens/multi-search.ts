/** Called where a word begins; answers where to go on from, which is behind `at`, or null to look on. */
type Visit<T> = (at: number, meaning: T) => number | null;

/** Goes over a text and calls wherever a word begins. */
export type MultiSearch<T> = (text: string, visit: Visit<T>) => void;

/**
 * Makes what goes once over a text and stops wherever one of many words begins, however many they are.
 * @param words Each with what it means to the caller.
 * @example
 * const search = multiSearch([["ghp_", 1], ["glpat-", 2]]);
 * search("a ghp_x", (at, meaning) => null); // calls with 2 and 1
 */
export function multiSearch<T>(words: readonly (readonly [word: string, meaning: T])[]): MultiSearch<T> {
  // One pattern of all, which the engine rejects most places of a text with; of words that begin alike, the shortest.
  const byBeginning = new Map<string, (readonly [word: string, meaning: T])[]>();
  for (const entry of [...words].sort(([a], [b]) => a.length - b.length)) {
    const beginning = [...byBeginning.keys()].find((shorter) => entry[0].startsWith(shorter)) ?? entry[0];
    byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), entry]);
  }
  const pattern = new RegExp([...byBeginning.keys()].sort().map(literally).join("|"), "g");
  return (text, visit) => {
    pattern.lastIndex = 0;
    for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
      const at = found.index;
      let next: number | null = null;
      for (const [word, meaning] of byBeginning.get(found[0]) ?? []) {
        if (text.startsWith(word, at)) next ??= visit(at, meaning);
      }
      pattern.lastIndex = next ?? at + 1;
    }
  };
}

/** A text as a pattern of itself. `RegExp.escape()` is missing from Node 22. */
export function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
