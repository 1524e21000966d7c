import { bodyOf, byteString } from "../body.ts";
import type { Body, Exchange, HeaderList, RecordedRequest, RecordedResponse } from "../exchange.ts";
import { type HideJsonFields, hideJsonFields } from "./fields/json-fields.ts";
import { type HideParameters, hideParameters } from "./fields/parameters.ts";
import { bareName } from "./name-pattern.ts";
import { secretHeaders, secretNames, secretNumbers, secretParameters } from "./names.ts";
import { isPlaceholder } from "./placeholder.ts";
import { brokenSecretPattern, hideCredentials, secretPattern } from "./tokens/known-secret-pattern.ts";
import { hideTokens, mayBeBroken } from "./tokens/token-redaction.ts";

/** A credential that is in use, and the alias that stands for it wherever it turns up. */
export interface KnownSecret {
  readonly alias: string;
  readonly value: string;
}

/** What to hide beyond the defaults, as plain data: it stands with the recordings and holds on both sides. */
export interface RedactOptions {
  readonly headers?: readonly string[];
  /** Names of query and form parameters. */
  readonly parameters?: readonly string[];
  /** Names of members of JSON. */
  readonly fields?: readonly string[];
}

/** How a scrubber is made. */
export interface ScrubberOptions extends RedactOptions {
  readonly secrets?: readonly KnownSecret[];
  /** Called for each thing hidden, with its kind: an alias, `header`, `parameter`, `credentials`, `field`, or a token format. */
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

const longestRemembered = 256;
const mostRemembered = 1000;

/**
 * Makes a scrubber: what must not be on disk, in a log or in an error is replaced by a stable placeholder, `[alias]` or
 * `[kind]`. It hides whole values by the name of their header, parameter or JSON member (also in JSON within a string; of
 * an array or an object, all strings and numbers within), known credentials in plain, percent-encoded and base64 form,
 * user and password of a URL, and anything with the shape of a published token format, in these forms too. A name stands
 * for its other spellings (`accessToken`, `access-token`), and a header's name for a member's. Empty values and null stay.
 * @throws RangeError if a known credential is shorter than eight characters.
 * @example
 * const scrubber = createScrubber({ secrets: [{ alias: "full", value: "s3cr3t-t0ken" }] });
 * scrubber.text("?access_token=s3cr3t-t0ken"); // "?access_token=[full]"
 */
export function createScrubber(options: ScrubberOptions = {}): Scrubber {
  const hide = (kind: string): string => {
    options.onRedact?.(kind);
    return `[${kind}]`;
  };
  // The longest first: a credential may be the beginning of another.
  const known = [...(options.secrets ?? [])].sort((a, b) => b.value.length - a.value.length).map(searched);
  const { headers, hideJsonFields: hideFields, hideParameters: hideNamed } = rulesOf(options);

  const text = (raw: string): string => {
    let clean = raw;
    const broken = known.length > 0 && mayBeBroken(raw);
    for (const { alias, shortest, pattern, brokenPattern } of known) {
      // No form of a secret is shorter than itself, and a pattern costs milliseconds to compile when it is first used.
      if (clean.length < shortest) continue;
      clean = clean.replace(pattern, () => hide(alias));
      if (broken) clean = clean.replace(brokenPattern(), () => hide(alias));
    }
    clean = hideTokens(clean, hide);
    clean = hideNamed(clean, () => hide("parameter"));
    clean = hideCredentials(clean, () => hide("credentials"));
    return hideFields(clean, () => hide("field"));
  };

  const body = (raw: Body | null): Body | null => {
    if (raw === null) return null;
    if (raw.encoding === "utf8") return { encoding: "utf8", text: text(raw.text) };
    // One character a byte, so that a secret within other bytes is found and the others stay what they are.
    const binary = atob(raw.text);
    const clean = text(binary);
    return clean === binary ? raw : bodyOf(byteString(clean));
  };

  // A service gives most of its headers the same values each time.
  const harmless = new Set<string>();
  const headerText = (value: string): string => {
    if (harmless.has(value)) return value;
    const clean = text(value);
    if (clean === value && value.length <= longestRemembered) harmless.add(value);
    if (harmless.size > mostRemembered) harmless.clear();
    return clean;
  };

  const list = (raw: HeaderList): HeaderList =>
    raw.map(([name, value]) => {
      const clean = headerText(value);
      return [
        name,
        headers.has(bareName(name)) && clean !== "" && !isPlaceholder(clean) ? hide("header") : clean,
      ] as const;
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

interface Searched {
  readonly alias: string;
  readonly shortest: number;
  readonly pattern: RegExp;
  readonly brokenPattern: () => RegExp;
}

function searched({ alias, value }: KnownSecret): Searched {
  if (value.length < shortestSecret) {
    throw new RangeError(
      `Cannot hide the credential "${alias}": it has ${value.length} characters, and fewer than ${shortestSecret} cannot be told from ordinary text`,
    );
  }
  let broken: RegExp | null = null;
  return {
    alias,
    shortest: value.length,
    pattern: secretPattern(value),
    brokenPattern: () => {
      broken ??= brokenSecretPattern(value);
      return broken;
    },
  };
}

interface Rules {
  readonly headers: ReadonlySet<string>;
  readonly hideParameters: HideParameters;
  readonly hideJsonFields: HideJsonFields;
}

// The last ones made, by what was added to the defaults: a recorder makes a scrubber for each exchange.
let latest: { readonly added: string; readonly rules: Rules } | null = null;

function rulesOf({ headers = [], parameters = [], fields = [] }: ScrubberOptions): Rules {
  const added = JSON.stringify([headers, parameters, fields]);
  if (latest?.added === added) return latest.rules;
  const headerNames = [...secretHeaders, ...headers];
  // "cookie" as a parameter says whether there is to be one.
  const sent = headerNames.filter((name) => !/cookie$/i.test(name));
  const rules: Rules = {
    headers: new Set([...secretNames, ...headerNames].map(bareName)),
    hideParameters: hideParameters([...secretNames, ...secretParameters, ...sent, ...parameters]),
    // Services that repeat a request write its headers as members.
    hideJsonFields: hideJsonFields({
      secret: [...secretNames, ...fields],
      headers: headerNames,
      numbers: [...secretNumbers, ...fields, ...headers],
    }),
  };
  latest = { added, rules };
  return rules;
}
