// What must not be on disk, in a log or in an error: how it is found in one message, and what takes its place. It keeps no
// memory of other messages: `sanitizer.ts` does, and `name-rules.ts`, `tokens/` and `fields/` say what is a secret.

import { bodyOf, byteString } from "../body.ts";
import type { Body, Exchange, HeaderList, RecordedRequest, RecordedResponse } from "../exchange.ts";
import { hideAssignments } from "./fields/assignments.ts";
import { hideChallenge, hideCookies } from "./fields/header-values.ts";
import { hideJsonFields } from "./fields/json-fields.ts";
import { hideParameters, isOrdinaryParameter } from "./fields/parameters.ts";
import { bareName, isOrdinaryHeader, mayCarryCredential, type NameRules, nameRules } from "./name-rules.ts";
import type { RedactOptions } from "./options.ts";
import { isOrdinaryValue } from "./ordinary-value.ts";
import { type Hide, isPlaceholder } from "./placeholder.ts";
import { looksLikeIdentifier, shortestSecret } from "./secret-entropy.ts";
import { createSecretIndex } from "./secret-index.ts";
import { decoded, hideInTarget } from "./target.ts";
import { hideCredentials } from "./tokens/known-secret-pattern.ts";
import { hideTokens } from "./tokens/token-redaction.ts";
import { hideInUtf16 } from "./utf16.ts";

/** A credential that is in use, and the alias that stands for it wherever it turns up. */
export interface KnownSecret {
  readonly alias: string;
  readonly value: string;
}

/** How a scrubber is made. */
export interface ScrubberOptions extends RedactOptions {
  readonly secrets?: readonly KnownSecret[];
  /** Called for each thing hidden, with its kind: an alias, `header`, `cookie`, `parameter`, `credentials`, `field`, or a token format. */
  readonly onRedact?: (kind: string) => void;
  /** Hides what is known from elsewhere, in what is left. */
  readonly follow?: (text: string) => string;
  /** Names what is hidden. Default: `[kind]`. */
  readonly nameSecret?: Hide;
}

/** Hides secrets; hiding twice is hiding once. */
export interface Scrubber {
  exchange(exchange: Exchange): Exchange;
  request(request: RecordedRequest): RecordedRequest;
  response(response: RecordedResponse): RecordedResponse;
  /** Of a request. */
  headers(headers: HeaderList): HeaderList;
  /** The path and query of a request, read in decoded form. */
  target(target: string): string;
  text(text: string): string;
}

const longestRemembered = 256;
const mostRemembered = 1000;

/**
 * Makes a scrubber: what must not be on disk, in a log or in an error is replaced by a stable placeholder, `[alias]` or
 * `[kind]`. It hides whole values by the name of their header, cookie, parameter or field (also in JSON within a string; of
 * an array or an object, all strings and numbers within), known credentials in every usual coding, user and password of a
 * URL, anything with the shape of a published token format, and what looks like a token where requests carry credentials.
 * A name stands for its other spellings (`accessToken`, `access-token`), and for longer ones that end with it
 * (`DB_PASSWORD`). Empty values and null stay.
 * @throws RangeError if a known credential is shorter than eight characters.
 * @example
 * const scrubber = createScrubber({ secrets: [{ alias: "full", value: "s3cr3t-t0ken" }] });
 * scrubber.text("?access_token=s3cr3t-t0ken"); // "?access_token=[full]"
 */
export function createScrubber(options: ScrubberOptions = {}): Scrubber {
  const { nameSecret = (kind) => `[${kind}]`, follow = (text) => text, onRedact } = options;
  const hide: Hide = (kind, value, name) => {
    onRedact?.(kind);
    return nameSecret(kind, value, name);
  };
  const known = createSecretIndex();
  for (const { alias, value } of options.secrets ?? [])
    known.add({ value: checked(value, alias), placeholder: alias, isAlias: true });
  const { rules, shapes, keptKinds, isKept, stems } = rulesOf(options);
  const hideToken: Hide = (kind, value) => (keptKinds.has(kind) ? value : hide(kind, value));

  // What is a secret whatever it goes by.
  const unnamed = (raw: string): string => {
    let clean = known.hide(raw, ({ placeholder: alias }, value) => hide(alias, value));
    for (const [kind, pattern] of shapes)
      clean = clean.replace(pattern, (value) => (isPlaceholder(value) ? value : hideToken(kind, value)));
    return hideTokens(clean, hideToken);
  };
  const text = (raw: string): string => {
    let clean = hideParameters(unnamed(raw), rules, hide);
    clean = hideCredentials(clean, hide);
    clean = hideJsonFields(clean, rules, hide, stems);
    return follow(hideAssignments(clean, rules, hide, stems));
  };

  const body = (raw: Body | null): Body | null => {
    if (raw === null) return null;
    if (raw.encoding === "utf8") return { ...raw, text: hideInUtf16(text(raw.text), text) };
    // One character a byte, so that a secret within other bytes is found and the others stay what they are.
    const binary = atob(raw.text);
    const clean = hideInUtf16(text(binary), text);
    return clean === binary ? raw : bodyOf(byteString(clean));
  };

  // A service gives most of its headers the same values each time.
  const harmless = new Set<string>();
  const headerText = (value: string): string => {
    if (harmless.has(value)) return follow(value);
    const clean = text(value);
    if (clean === value && value.length <= longestRemembered) harmless.add(value);
    if (harmless.size > mostRemembered) harmless.clear();
    return clean;
  };
  const isSecretParameter = (name: string, raw: string): boolean => {
    const value = decoded(raw.replaceAll("+", " "));
    if (isOrdinaryParameter(name, value)) return false;
    return (
      rules(name, "parameter") !== null || (mayCarryCredential(name) && !isKept(name) && !looksLikeIdentifier(value))
    );
  };
  const target = (raw: string): string => hideInTarget(text(readable(raw)), text, hide, isSecretParameter);

  const header = (name: string, raw: string, sent: boolean): string => {
    if (name === "cookie" || name === "set-cookie")
      return follow(hideCookies(name, unnamed(raw), rules, hide, isKept(name) ? () => true : isKept));
    if (/^(?:www|proxy)-authenticate$/.test(name)) return follow(hideChallenge(unnamed(raw), rules, hide));
    const value = headerText(raw);
    if (value === "" || isPlaceholder(value)) return value;
    if (isKept(name)) return value;
    if (rules(name, "header") !== null) return isOrdinaryValue(value) ? value : hide("header", value, name);
    const isOpaque = sent && !isOrdinaryHeader(name) && !/\[[^\]]*\]/.test(value) && !looksLikeIdentifier(value);
    return isOpaque ? hide("header", value, name) : value;
  };
  const list = (raw: HeaderList, sent: boolean): HeaderList =>
    raw.map(([name, value]) => [name, header(name, value, sent)] as const);

  const request = (raw: RecordedRequest): RecordedRequest => ({
    ...raw,
    target: target(raw.target),
    headers: list(raw.headers, true),
    body: body(raw.body),
  });
  const response = (raw: RecordedResponse): RecordedResponse => ({
    ...raw,
    headers: list(raw.headers, false),
    body: body(raw.body),
  });
  return {
    text,
    target,
    headers: (raw) => list(raw, true),
    request,
    response,
    exchange: (raw) => ({ ...raw, request: request(raw.request), response: response(raw.response) }),
  };
}

// A client may encode a placeholder that it was given.
function readable(target: string): string {
  return target.replace(/(?:%5B|\[)(?:[\w@:-]|%3A|%40){1,64}(?:%5D|\])/gi, (encoded) => {
    const said = decoded(encoded);
    return isPlaceholder(said) ? said : encoded;
  });
}

function checked(value: string, alias: string): string {
  if (value.length >= shortestSecret) return value;
  throw new RangeError(
    `Cannot hide the credential "${alias}": it has ${value.length} characters, and fewer than ${shortestSecret} cannot be told from ordinary text`,
  );
}

interface Rules {
  readonly rules: NameRules;
  /** Formats that were added. */
  readonly shapes: readonly (readonly [kind: string, pattern: RegExp])[];
  readonly keptKinds: ReadonlySet<string>;
  readonly isKept: (name: string) => boolean;
  /** What names of secrets have in them; undefined where the usual stems do. */
  readonly stems: RegExp | undefined;
}

// The last ones made, by what was added to the defaults: a recorder makes a scrubber for each exchange.
let latest: { readonly added: string; readonly rules: Rules } | null = null;

function rulesOf({ names, headers, parameters, fields, shapes = {}, keep = [] }: ScrubberOptions): Rules {
  const added = JSON.stringify([names, headers, parameters, fields, shapes, keep]);
  if (latest?.added === added) return latest.rules;
  const kept = new Set(keep.map(bareName));
  const own = [...(names ?? []), ...(fields ?? [])];
  const rules: Rules = {
    rules: nameRules({
      ...(names && { names }),
      ...(headers && { headers }),
      ...(parameters && { parameters }),
      ...(fields && { fields }),
      keep,
    }),
    shapes: Object.entries(shapes).map(([kind, pattern]) => [kind, new RegExp(pattern, "gu")] as const),
    keptKinds: new Set(keep),
    isKept: kept.size === 0 ? () => false : (name) => kept.has(bareName(name)),
    stems: own.length === 0 ? undefined : /[\p{L}\p{N}_$.-]+/gu,
  };
  latest = { added, rules };
  return rules;
}
