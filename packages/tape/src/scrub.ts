import { fromBase64, toBase64 } from "./body.ts";
import type { Body, Exchange, HeaderList, RecordedRequest, RecordedResponse } from "./exchange.ts";
import { secretFields, secretHeaders, secretParameters, secretShapes } from "./secret-names.ts";

/** A credential that is in use, and the alias that stands for it wherever it turns up. */
export interface KnownSecret {
  readonly alias: string;
  readonly value: string;
}

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
 * `[kind]`. It hides whole values by the name of their header, parameter or JSON member, known credentials in plain,
 * percent-encoded and base64 form, and anything with the shape of a published token format. Empty values and null stay.
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
  const known = (options.secrets ?? []).map(({ alias, value }) => ({ alias, pattern: anyFormOf(alias, value) }));
  const headers = new Set([...secretHeaders, ...(options.headers ?? [])].map((name) => name.toLowerCase()));
  const parameters = parameterPattern([...secretParameters, ...(options.parameters ?? [])]);
  const fields = fieldPattern([...secretFields, ...(options.fields ?? [])]);

  const text = (raw: string): string => {
    let clean = raw;
    for (const { alias, pattern } of known) clean = clean.replace(pattern, () => hide(alias));
    for (const [kind, shape] of Object.entries(secretShapes)) clean = clean.replace(shape, () => hide(kind));
    clean = clean.replace(parameters, (whole, name: string, value: string) =>
      isMark(value) ? whole : `${name}${hide("parameter")}`,
    );
    return clean.replace(fields, (whole, name: string, value: string) => {
      if (value === '""' || value === "0" || isMark(value.slice(1, -1))) return whole;
      const mark = hide("field");
      return name + (value.startsWith('"') ? `"${mark}"` : "0");
    });
  };

  const body = (raw: Body | null): Body | null => {
    if (raw === null) return null;
    if (raw.encoding === "utf8") return { encoding: "utf8", text: text(raw.text) };
    // One character a byte, so that a secret within other bytes is found and the others stay what they are.
    const binary = Array.from(fromBase64(raw.text), (byte) => String.fromCharCode(byte)).join("");
    const clean = text(binary);
    return clean === binary
      ? raw
      : { encoding: "base64", text: toBase64(Uint8Array.from(clean, (character) => character.charCodeAt(0))) };
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

function anyFormOf(alias: string, value: string): RegExp {
  if (value.length < shortestSecret) {
    throw new RangeError(
      `Cannot hide the credential "${alias}": it has ${value.length} characters, and fewer than ${shortestSecret} cannot be told from ordinary text`,
    );
  }
  const forms = new Set([value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), ...base64Forms(value)]);
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map(literally).join("|"), "g");
}

// Within a longer base64 text, as in Basic credentials, a secret can stand at three alignments; only the characters
// that no neighbour shares bits with are the same each time.
function base64Forms(value: string): string[] {
  const bytes = new TextEncoder().encode(value);
  return [0, 1, 2].flatMap((offset) => {
    const shifted = new Uint8Array(offset + bytes.length);
    shifted.set(bytes, offset);
    const first = Math.ceil((offset * 8) / 6);
    const last = Math.floor(((offset + bytes.length) * 8) / 6);
    const core = toBase64(shifted).slice(first, last);
    return [core, core.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

// RegExp.escape() is missing from Node 22.
function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

function parameterPattern(names: readonly string[]): RegExp {
  return new RegExp(`((?:[?&]|^)(?:${names.map(literally).join("|")})=)([^&#\\s"'<>\\\\]+)`, "gi");
}

function fieldPattern(names: readonly string[]): RegExp {
  return new RegExp(`("(?:${names.map(literally).join("|")})"\\s*:\\s*)("(?:[^"\\\\]|\\\\.)*"|-?\\d[\\d.eE+-]*)`, "gi");
}
