import { createTextMemory } from "../../../text-memory.ts";
import { mayBeMoment } from "../../judge/ordinary-value.ts";
import { isLongNumber, looksLikeWord } from "../../judge/secret-entropy.ts";

/** A word or a number that was hidden. */
export interface KnownWord {
  readonly placeholder: string;
  /** Whether an answer issued it as a number of JSON: a client that reads it has a number that stands for it. */
  readonly isNumber: boolean;
}

/** Words and numbers that were hidden, and are hidden where `repeated-words.ts` finds them; `secret-index.ts` has the others. */
export interface KnownWords {
  /** How often it was told something new. */
  readonly told: number;
  get(value: string): KnownWord | undefined;
  /** Returns whether a text may have a number of them: false spares the search. */
  mayHaveNumber(text: string): boolean;
  /** Takes in what an answer issued, but for what a client asked for before by its path: it is an id that the client knew. */
  issue(value: string, placeholder: string): void;
  /** Returns whether {@link KnownWords.send} would change anything. */
  maySend(value: string): boolean;
  /** Takes in a number that a client sends as its own secret. */
  send(value: string, placeholder: string): void;
  /** Notes that a value came as a number of JSON. */
  noteNumber(value: string): void;
  /** Notes what a client asks for by its path. */
  asked(target: string): void;
}

/** Numbers that are looked for one by one, which is faster than to read all numbers of a text. */
const fewNumbers = 16;
const numbers = /\d[\d-]{6,62}\d/g;
// A day, also with hours, minutes and seconds; a moment in microseconds or nanoseconds.
const time =
  /^(?:19|20)\d\d-?(?:0[1-9]|1[0-2])-?(?:0[1-9]|[12]\d|3[01])(?:-?(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?)?$|^1\d{15}(?:\d{3})?$/;
// The largest ones of 31, 32 and 53 bits.
const largest: ReadonlySet<string> = new Set(["2147483647", "4294967295", "9007199254740991"]);

/** Returns whether a number means something else in many a text: a time, as nonces may be, `12345678`, `99999999`. */
export function isCommon(value: string): boolean {
  if (mayBeMoment(value) || time.test(value) || largest.has(value)) return true;
  return /^(\d)\1*$/.test(value) || "01234567890123456789".includes(value) || "98765432109876543210".includes(value);
}

/**
 * @param most Number of words that are remembered.
 * @param mostCharacters Of all of them with their placeholders.
 */
export function createKnownWords(most: number, mostCharacters: number): KnownWords {
  const words = createTextMemory<KnownWord>(
    most,
    mostCharacters,
    (text, { placeholder }) => text.length + placeholder.length,
  );
  const askedFor = createTextMemory<true>(most, mostCharacters);
  const few = new Set<string>();
  let told = 0;
  const tell = (value: string, word: KnownWord): void => {
    const before = words.get(value);
    if (before?.placeholder === word.placeholder && before.isNumber === word.isNumber) return;
    words.set(value, word);
    if (isLongNumber(value) && few.size <= fewNumbers) few.add(value);
    told += 1;
  };
  const maySend = (value: string): boolean => isLongNumber(value) && !isCommon(value) && words.get(value) === undefined;
  const isNumber = (value: string): boolean => words.get(value)?.isNumber ?? false;
  return {
    get told() {
      return told;
    },
    get: (value) => words.get(value),
    mayHaveNumber: (text) => few.size > fewNumbers || few.values().some((each) => text.includes(each)),
    issue(value, placeholder) {
      if (!looksLikeWord(value) || askedFor.get(value) !== undefined) return;
      tell(value, { placeholder, isNumber: isNumber(value) });
    },
    maySend,
    send(value, placeholder) {
      if (maySend(value)) tell(value, { placeholder, isNumber: false });
    },
    noteNumber(value) {
      const word = words.get(value);
      if (word !== undefined) tell(value, { ...word, isNumber: true });
    },
    asked(target) {
      // A parameter has what its client was given.
      for (const [value] of (target.split("?", 1)[0] ?? "").matchAll(numbers))
        if (words.get(value) === undefined) askedFor.set(value, true);
    },
  };
}
