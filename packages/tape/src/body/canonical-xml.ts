import { isDue, type Steps } from "../redact/steps.ts";

// Attributes with a value in quotes. A tag ends before the next "<", and what is not closed goes to the end: no text is
// read twice.
const tag =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<[?!][^<>]*>|<([^\s<>/!?"'=]+)((?:\s+[^\s<>/"'=]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))+)\s*(\/?)>/g;
const attribute = /([^\s"'=]+)\s*=\s*("[^"]*"|'[^']*')/g;

/**
 * Returns XML text in one form for any order of attributes: they say the same in each.
 * @see Extensible Markup Language (XML) 1.0, section 3.1
 * @example
 * finish(canonicalXml("<S:entry rev='1'  depth='2'/>")); // `<S:entry depth="2" rev="1"/>`
 */
export function* canonicalXml(text: string): Steps<string> {
  const parts: string[] = [];
  let done = 0;
  for (const { index, 0: whole, 1: name, 2: attributes = "", 3: end = "" } of text.matchAll(tag)) {
    if (isDue()) yield;
    if (name === undefined) continue;
    const all = Array.from(attributes.matchAll(attribute), ([, each = "", value = ""]) => `${each}=${quoted(value)}`);
    parts.push(text.slice(done, index), `<${[name, ...all.sort()].join(" ")}${end}>`);
    done = index + whole.length;
  }
  return parts.join("") + text.slice(done);
}

// A value that has a double quote keeps its own.
const quoted = (value: string): string =>
  value.startsWith("'") && !value.includes('"') ? `"${value.slice(1, -1)}"` : value;
