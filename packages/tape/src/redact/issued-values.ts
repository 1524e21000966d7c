import { dropOldest } from "../drop-oldest.ts";
import type { Exchange } from "../exchange.ts";
import { cookieIn, headerOf } from "../http/headers.ts";
import { uncoded } from "./value-parts.ts";

/** The values that answers issued, and their placeholders. */
export interface IssuedValues {
  /** How many were added. */
  readonly added: number;
  /** Returns the placeholder of a value. */
  get(value: string): string | undefined;
  /** Returns what was issued last under a placeholder, in the coding in which it came. */
  issuedAs(placeholder: string): string | undefined;
  /** @param raw The value in the coding in which it came. */
  add(raw: string, placeholder: string): void;
  /** Adds the sessions that an answer renews: one that was issued to a client before keeps its placeholder. */
  renew(exchange: Exchange): void;
}

/** @param most Number of values that are remembered. */
export function createIssuedValues(most: number): IssuedValues {
  // Even the shortest word: a client sends it back.
  const placeholders = new Map<string, string>();
  const values = new Map<string, string>();
  let added = 0;
  const get = (value: string): string | undefined => placeholders.get(value);
  const add = (raw: string, placeholder: string): void => {
    placeholders.set(uncoded(raw), placeholder);
    values.set(placeholder, raw);
    added += 1;
    for (const each of [placeholders, values]) dropOldest(each, most);
  };
  return {
    get added() {
      return added;
    },
    get,
    issuedAs: (placeholder) => values.get(placeholder),
    add,
    renew({ request, response }) {
      const sent = headerOf(request.headers, "cookie");
      if (sent === null) return;
      for (const [header, value] of response.headers) {
        const [, name, raw = ""] = (header === "set-cookie" && /^\s*([^=;\s]+)=([^;\s]+)/.exec(value)) || [];
        const placeholder = name && get(uncoded(cookieIn(sent, name) ?? ""));
        if (placeholder && get(uncoded(raw)) === undefined) add(raw, placeholder);
      }
    },
  };
}
