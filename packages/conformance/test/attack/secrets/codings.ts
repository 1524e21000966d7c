import { Buffer } from "node:buffer";

/** Writes a value otherwise, so that whoever knows the coding can read it. */
export interface Coding {
  readonly name: string;
  readonly code: (value: string) => string;
}

const each = (value: string, code: (digits: string) => string): string =>
  Array.from(value, (character) => code(character.charCodeAt(0).toString(16).padStart(2, "0"))).join("");

export const codings: readonly Coding[] = [
  { name: "plain", code: (value) => value },
  { name: "percent", code: (value) => each(value, (hex) => `%${hex}`) },
  { name: "percent twice", code: (value) => each(value, (hex) => `%25${hex.toUpperCase()}`) },
  { name: "base64", code: (value) => Buffer.from(value).toString("base64") },
  { name: "base64 of a pair", code: (value) => Buffer.from(`ada:${value}`).toString("base64") },
  { name: "base64url", code: (value) => Buffer.from(`??>${value}`).toString("base64url") },
  { name: "base64 twice", code: (value) => Buffer.from(Buffer.from(value).toString("base64")).toString("base64") },
  { name: "hexadecimal", code: (value) => Buffer.from(value).toString("hex") },
  { name: "HEXADECIMAL", code: (value) => Buffer.from(value).toString("hex").toUpperCase() },
  { name: "escapes of JSON", code: (value) => each(value, (hex) => `\\u00${hex}`) },
  { name: "escapes of JSON in JSON", code: (value) => JSON.stringify(each(value, (hex) => `\\u00${hex}`)) },
  { name: "entities of HTML", code: (value) => each(value, (hex) => `&#x${hex};`) },
  { name: "a URL in a URL", code: (value) => `/next?u=${encodeURIComponent(`https://a.example/${value}?b=1`)}` },
  { name: "JSON in JSON", code: (value) => JSON.stringify(JSON.stringify({ a: [value] })) },
];

/** Every writing of a text that a search of bytes can find it by. */
export function writingsOf(text: string): readonly string[] {
  const cores = (inner: string): string[] =>
    [0, 1, 2].map((offset) => {
      const coded = Buffer.from("\0".repeat(offset) + inner).toString("base64");
      const lead = Math.ceil((offset * 8) / 6);
      return coded.slice(lead, Math.floor(((offset + inner.length) * 8) / 6));
    });
  const once = cores(text);
  const hex = Buffer.from(text).toString("hex");
  const forms = [text, ...once, ...once.flatMap(cores), hex, hex.toUpperCase(), Array.from(text).join("\0")];
  return [...new Set(forms)];
}
