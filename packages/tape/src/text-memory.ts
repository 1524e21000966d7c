/** Values by texts that clients choose: bounded by the number of texts and by their characters. */
export interface TextMemory<Value> {
  get(text: string): Value | undefined;
  set(text: string, value: Value): void;
  clear(): void;
}

/**
 * Makes an empty memory. If it gets too large, it forgets the oldest texts: a tenth at once, since each search for the
 * oldest passes those that were removed before.
 * @param most Maximum number of texts.
 * @param mostCharacters Maximum length of all texts together.
 * @param lengthOf The characters of one, if its value has some as well. Default: those of the text.
 * @example
 * const memory = createTextMemory<number>(10, 4);
 * memory.set("abc", 1);
 * memory.set("de", 2);
 * [memory.get("abc"), memory.get("de")]; // [undefined, 2]
 */
export function createTextMemory<Value>(
  most: number,
  mostCharacters: number,
  lengthOf: (text: string, value: Value) => number = ({ length }) => length,
): TextMemory<Value> {
  const held = new Map<string, Value>();
  let characters = 0;
  return {
    get: (text) => held.get(text),
    set(text, value) {
      const before = held.get(text);
      characters += lengthOf(text, value) - (before === undefined ? 0 : lengthOf(text, before));
      held.set(text, value);
      if (held.size <= most && characters <= mostCharacters) return;
      for (const [oldest, its] of held) {
        if (held.size <= 0.9 * most && characters <= 0.9 * mostCharacters) return;
        held.delete(oldest);
        characters -= lengthOf(oldest, its);
      }
    },
    clear() {
      held.clear();
      characters = 0;
    },
  };
}
