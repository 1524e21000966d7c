import { bodyOf, fromBase64 } from "./body.ts";
import type { Body, Exchange, HeaderList, RecordedRequest, RecordedResponse } from "./exchange.ts";
import { literally, secretPattern } from "./secret-forms.ts";
import { secretFields, secretHeaders, secretParameters, secretShapes } from "./secret-names.ts";

/** A credential that is in use, and the alias that stands for it wherever it turns up. */
export interface KnownSecret {
  readonly alias: string;
  readonly value: string;
}

const shapes = Object.entries(secretShapes);

/** What to hide beyond the defaults. There is no way to hide less. */
export interface ScrubOptions {
  readonly secrets?: readonly KnownSecret[];
  readonly headers?: readonly string[];
  readonly parameters?: readonly string[];
  readonly fields?: readonly string[];
  /** Called for each thing hidden, with its kind: an alias, `header`, `parameter`, `field`, or a token format. */
  readonly onRedact?: (kind: string) => void;
}

/** Hides secrets; hiding twice is hiding once. */
export interface Scrubber {
  exchange(exchange: Exchange): Exchange;
  request(request: RecordedRequest): RecordedRequest;
  response(response: RecordedResponse): RecordedResponse;
  text(text: string): string;
}

/** The shortest credential that can be told from ordinary words. */
export const shortestSecret = 8;

/**
 * Makes a scrubber: what must not be on disk, in a log or in an error is replaced by a stable mark, `[alias]` or
 * `[kind]`. It hides whole values by the name of their header, parameter or JSON member (also in JSON within a string), known
 * credentials in plain, percent-encoded and base64 form, and anything with the shape of a published token format. Empty values and null stay.
 * @throws RangeError if a known credential is shorter than eight characters.
 * @example
 * const scrubber = createScrubber({ secrets: [{ alias: "full", value: "s3cr3t-t0ken" }] });
 * scrubber.text("?access_token=s3cr3t-t0ken"); // "?access_token=[full]"
 */
export function createScrubber(options: ScrubOptions = {}): Scrubber {
  const hide = (kind: string): string => {
    options.onRedact?.(kind);
    return `[${kind}]`;
  };
  // The longest first: a credential may be the beginning of another.
  const known = [...(options.secrets ?? [])]
    .sort((a, b) => b.value.length - a.value.length)
    .map((secret) => ({ alias: secret.alias, shortest: secret.value.length, pattern: patternOf(secret) }));
  const headers = new Set([...secretHeaders, ...(options.headers ?? [])].map((name) => name.toLowerCase()));
  const parameters = parameterPattern([...secretParameters, ...(options.parameters ?? [])]);
  const fields = fieldPattern([...secretFields, ...(options.fields ?? [])]);

  const text = (raw: string): string => {
    let clean = raw;
    for (const { alias, shortest, pattern } of known) {
      // No form of a secret is shorter than itself, and a pattern costs milliseconds to compile when it is first used.
      if (clean.length >= shortest) clean = clean.replace(pattern, () => hide(alias));
    }
    for (const [kind, shape] of shapes) clean = clean.replace(shape, () => hide(kind));
    clean = clean.replace(parameters, (whole, name: string, value: string) =>
      isMark(value) ? whole : `${name}${hide("parameter")}`,
    );
    return clean.replace(fields, (whole: string, ...rest: unknown[]) => {
      const { name, open, value, close, digits } = rest.at(-1) as FieldParts;
      if (value === "" || (value !== undefined && isMark(value)) || digits === "0") return whole;
      const mark = hide("field");
      return name + (value === undefined ? "0" : open + mark + close);
    });
  };

  const body = (raw: Body | null): Body | null => {
    if (raw === null) return null;
    if (raw.encoding === "utf8") return { encoding: "utf8", text: text(raw.text) };
    // One character a byte, so that a secret within other bytes is found and the others stay what they are.
    const binary = Array.from(fromBase64(raw.text), (byte) => String.fromCharCode(byte)).join("");
    const clean = text(binary);
    return clean === binary ? raw : bodyOf(Uint8Array.from(clean, (character) => character.charCodeAt(0)));
  };

  const list = (raw: HeaderList): HeaderList =>
    raw.map(([name, value]) => {
      const clean = text(value);
      return [name, headers.has(name) && clean !== "" && !isMark(clean) ? hide("header") : clean] as const;
    });

  const request = (raw: RecordedRequest): RecordedRequest => ({
    ...raw,
    target: text(raw.target),
    headers: list(raw.headers),
    body: body(raw.body),
  });
  const response = (raw: RecordedResponse): RecordedResponse => ({
    ...raw,
    headers: list(raw.headers),
    body: body(raw.body),
  });
  return {
    text,
    request,
    response,
    exchange: (raw) => ({ request: request(raw.request), response: response(raw.response) }),
  };
}

function isMark(value: string): boolean {
  return /^\[[^[\]]+\]$/.test(value);
}

function patternOf({ alias, value }: KnownSecret): RegExp {
  if (value.length < shortestSecret) {
    throw new RangeError(
      `Cannot hide the credential "${alias}": it has ${value.length} characters, and fewer than ${shortestSecret} cannot be told from ordinary text`,
    );
  }
  return secretPattern(value);
}

// HTML and some JSON writers escape the "&" between parameters.
function parameterPattern(names: readonly string[]): RegExp {
  return new RegExp(`((?:[?&]|^|&amp;|\\\\u0026)(?:${names.map(literally).join("|")})=)([^&#\\s"'<>\\\\]+)`, "gi");
}

/** The parts of a member: up to its value, and the value's quotes and text, or its digits. */
interface FieldParts {
  readonly name: string;
  readonly open: string | undefined;
  readonly value: string | undefined;
  readonly close: string | undefined;
  readonly digits: string | undefined;
}

/**
 * Finds members of JSON objects, also in JSON within a string of JSON: `"{\"token\":\"…\"}"`. There every quote has
 * backslashes before it, one at the first level, three at the second, and so on: as many as at the member's name. A
 * text that was cut off ends the value where it ends.
 */
function fieldPattern(names: readonly string[]): RegExp {
  const quote = '\\k<level>"';
  const backslash = "\\k<level>\\\\";
  const blank = "(?:\\s|\\\\+[nrt])*";
  const escaped = `\\\\+[^"\\\\]|(?:${backslash}${backslash})*${backslash}${quote}`;
  const text = `(?<value>[^"\\\\]*(?:(?:${escaped})[^"\\\\]*)*(?:${backslash}${backslash})*)`;
  return new RegExp(
    `(?<name>(?<!\\\\)(?<level>\\\\*)"(?:${names.map(literally).join("|")})${quote}${blank}:${blank})` +
      `(?:(?<open>${quote})${text}(?<close>${quote}|(?=["\\\\]|$))|(?<digits>-?\\d[\\d.eE+-]*))`,
    "gi",
  );
}
