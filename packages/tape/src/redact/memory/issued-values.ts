import type { HeaderList } from "../../exchange.ts";
import { cookieIn } from "../../http/headers.ts";
import { createTextMemory } from "../../text-memory.ts";
import { isPlaceholder } from "../placeholder.ts";
import { asParsed, uncoded } from "../value-parts.ts";
import { mayNotIssue } from "./recorded-tags.ts";
import type { KnownWords } from "./search/known-words.ts";

/** The values that answers issued, and their placeholders. */
export interface IssuedValues {
  /** How many were added. */
  readonly added: number;
  /** Returns the placeholder of a value. */
  get(value: string): string | undefined;
  /** Returns the first value of a session that answers renewed: the value itself if none did. */
  begunAs(value: string): string;
  /**
   * Returns what was issued last under a placeholder, in the coding in which it came, but for that of JSON, XML and HTML.
   * @param cookie The name of the cookie in which a client sends it: one answer may set several.
   */
  issuedAs(placeholder: string, cookie?: string): string | undefined;
  /**
   * @param raw The value in the coding in which it came.
   * @param cookie The name of the cookie in which it came.
   */
  add(raw: string, placeholder: string, cookie?: string): void;
  /** Notes that an answer issued a known value again, in a cookie of that name. */
  again(raw: string, placeholder: string, cookie: string): void;
  /**
   * Adds the sessions that an answer to a GET renews: of two clients whose answers renew theirs, each keeps its own.
   * @param sent The client's cookies; a replay's client sends placeholders.
   */
  renew(method: string, sent: string | null, set: HeaderList): void;
}

/** Of one value with its placeholder. */
const lengthOf = (text: string, other: string): number => text.length + other.length;

/**
 * @param most Number of values that are remembered.
 * @param mostCharacters Of all of them with their placeholders.
 * @param words Those of them that are words or numbers.
 */
export function createIssuedValues(most: number, mostCharacters: number, words: KnownWords): IssuedValues {
  // Even the shortest word: a client sends it back.
  const placeholders = createTextMemory<string>(most, mostCharacters, lengthOf);
  const values = createTextMemory<string>(most, mostCharacters, lengthOf);
  const begun = createTextMemory<string>(most, mostCharacters, lengthOf);
  let added = 0;
  const get = (value: string): string | undefined => placeholders.get(value);
  const add = (raw: string, placeholder: string, cookie?: string): void => {
    const value = uncoded(raw);
    placeholders.set(value, placeholder);
    // A client has parsed the answer, and sends the value in a form, a header or JSON of its own.
    values.set(placeholder, cookie === undefined ? asParsed(raw) : raw);
    if (cookie !== undefined) values.set(`${placeholder} ${cookie}`, raw);
    added += 1;
  };
  const begunAs = (value: string): string => begun.get(value) ?? value;
  return {
    get added() {
      return added;
    },
    get,
    begunAs,
    again(raw, placeholder, cookie) {
      values.set(placeholder, raw);
      values.set(`${placeholder} ${cookie}`, raw);
    },
    issuedAs: (placeholder, cookie) => values.get(`${placeholder} ${cookie}`) ?? values.get(placeholder),
    add,
    renew(method, sent, set) {
      if (sent === null || !mayNotIssue(method)) return;
      for (const [header, value] of set) {
        const [, name = "", raw = ""] = (header === "set-cookie" && /^\s*([^=;\s]+)=([^;\s]+)/.exec(value)) || [];
        const before = uncoded(cookieIn(sent, name) ?? "");
        const placeholder = isPlaceholder(before) ? before : get(before);
        if (!placeholder || name === "" || isPlaceholder(raw) || get(uncoded(raw)) !== undefined) continue;
        add(raw, placeholder, name);
        words.issue(uncoded(raw), placeholder);
        begun.set(uncoded(raw), begunAs(before));
      }
    },
  };
}
