// What must not be on disk, in a log or in an error: how it is found in one message, and what takes its place. A text is
// read once, in all its layers (`read/`), what is found is judged (`judge.ts`) and hidden at its place (`hits.ts`). It keeps
// no memory of other messages: `session.ts` does.

import { bodyOf, latin1Characters } from "../body.ts";
import type { Body, Exchange, HeaderList, RecordedRequest, RecordedResponse } from "../exchange.ts";
import { aliasRank, type Hit, splice } from "./hits.ts";
import { isSecret, type Judgement } from "./judge.ts";
import { bareName, isOrdinaryHeader, mayCarryCredential, nameRules } from "./name-rules.ts";
import type { RedactOptions } from "./options.ts";
import { isOrdinaryValue } from "./ordinary-value.ts";
import { isPlaceholder, jwtFor } from "./placeholder.ts";
import { base64Like, base64Texts, isNested } from "./read/base64.ts";
import { levelsOf, percentDecoded } from "./read/decode.ts";
import { gunzipped, gzipStored } from "./read/gzip.ts";
import { challengeParameters, cookies } from "./read/header-values.ts";
import type { Names, Reader, Span } from "./read/place.ts";
import { readers } from "./read/read.ts";
import { looksLikeIdentifier, looksLikeWord, shortestSecret } from "./secret-entropy.ts";
import { createSecretIndex, type Followed, type SecretIndex } from "./secret-index.ts";
import { tokensIn } from "./tokens/token-search.ts";

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
}

/** What a memory of other messages adds to a scrubber. */
export interface Memory {
  /** What is hidden wherever it comes again. */
  readonly index: SecretIndex;
  /** The opaque values of a text that have placeholders in recordings. */
  readonly recorded: (text: string) => readonly Hit[];
  /** What takes the place of a value. */
  readonly sign: (kind: string, value: string, name: string) => string;
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

const mostPasses = 4;

/**
 * Makes a scrubber: what must not be on disk, in a log or in an error is replaced by a stable placeholder, `[alias]` or
 * `[kind]`. It hides whole values by the name of their header, cookie, parameter or field (also in JSON within a string; of
 * an array or an object, all strings and numbers within), known credentials in every usual coding, user and password of a
 * URL, anything with the shape of a published token format, and what looks like a token where requests carry credentials.
 * A name stands for its other spellings (`accessToken`, `access-token`), and for longer ones that end with it
 * (`DB_PASSWORD`). Empty values and null stay.
 * @param memory Of the session that it is for. Default: none.
 * @throws RangeError if a known credential is shorter than eight characters.
 * @example
 * const scrubber = createScrubber({ secrets: [{ alias: "full", value: "s3cr3t-t0ken" }] });
 * scrubber.text("?access_token=s3cr3t-t0ken"); // "?access_token=[full]"
 */
export function createScrubber(options: ScrubberOptions = {}, memory: Partial<Memory> = {}): Scrubber {
  const { index = createSecretIndex(), recorded = () => [], sign = (kind) => `[${kind}]` } = memory;
  const shaped = options.shaped?.includes("jwt") === true;
  for (const { alias, value } of options.secrets ?? [])
    index.add({ value: checked(value, alias), placeholder: `[${alias}]`, isAlias: true });
  const rules = rulesOf(options);
  const { judgement, isKept, keptKinds, shapes } = rules;

  const hide = ({ kind, value, name = "", placeholder }: Hit): string => {
    options.onRedact?.(kind);
    const signed = placeholder ?? sign(kind, value, name);
    return shaped && kind === "jwt" ? jwtFor(signed) : signed;
  };

  // What is a secret whatever it goes by, and what the readers find.
  const hitsIn = (raw: string, its: readonly Reader[], names: Names): readonly Hit[] => {
    const hits: Hit[] = [];
    // What a layer read as JSON, deeper ones do not read otherwise.
    const done: Span[] = [];
    for (const { text, rawAt } of levelsOf(raw)) {
      const isDone = within(done);
      const add = (hit: Hit): void => void hits.push({ ...hit, start: rawAt(hit.start), end: rawAt(hit.end) });
      for (const { start, end, secret } of index.find(text)) {
        const { placeholder, value, isAlias } = secret;
        add({ start, end, kind: kindOf(secret), value, placeholder, rank: isAlias ? aliasRank : 9 });
      }
      for (const [kind, pattern] of shapes)
        for (const { index: start, 0: value } of text.matchAll(pattern))
          if (!isPlaceholder(value)) add({ start, end: start + value.length, kind, value, rank: 1 });
      for (const { start, end, kind } of tokensIn(text))
        if (!keptKinds.has(kind) && !isPlaceholder(text.slice(start, end)))
          add({ start, end, kind, value: text.slice(start, end), rank: 1 });
      for (const [nth, read] of its.entries())
        for (const place of read(text, names)) {
          const { start, end, name, where } = place;
          const value = text.slice(start, end);
          if (isDone(rawAt(start))) continue;
          if (place.within) done.push({ start: rawAt(place.within.start), end: rawAt(place.within.end) });
          if (!isSecret(place, value, text, judgement)) continue;
          add({ start, end, kind: kindAt[where], value, name, isNumber: where === "number", rank: 2 + nth });
        }
      for (const hit of recorded(text)) add(hit);
      for (const { start, end, said } of base64Texts(text)) {
        // What has a format, or is known, is found in base64 as it stands.
        if (!isNested(said) && !readers.some((read) => read(said, rules.named).length > 0)) continue;
        const cleaned = clean(said);
        if (cleaned === said) continue;
        const placeholder = base64Like(text.slice(start, end), cleaned);
        hits.push({ start: rawAt(start), end: rawAt(end), kind: "field", value: said, placeholder, rank: 8 });
      }
    }
    return hits;
  };
  // Again until nothing is left: behind what was hidden a word may begin that did not before.
  const clean = (raw: string, its = readers, names = rules.named): string => {
    let text = raw;
    for (let pass = 0; pass < mostPasses; pass++) {
      const hits = hitsIn(text, its, names);
      if (hits.length === 0) break;
      text = splice(text, hits, hide);
    }
    return text;
  };
  const text = (raw: string): string => clean(raw);

  const body = (raw: Body | null, names?: Names): Body | null => {
    if (raw === null) return null;
    if (raw.encoding === "utf8") return { ...raw, text: clean(names ? readable(raw.text) : raw.text, readers, names) };
    // One character a byte, so that a secret within other bytes is found and the others stay what they are.
    const binary = atob(raw.text);
    const inner = gunzipped(binary);
    const said = inner ?? binary;
    const cleaned = clean(said, readers, names);
    return cleaned === said ? raw : bodyOf(latin1Characters(inner === null ? cleaned : gzipStored(cleaned)));
  };
  const target = (raw: string): string => clean(readable(raw), readers, rules.carrying);

  const header = (name: string, raw: string, sent: boolean): string => {
    if (name === "cookie" || name === "set-cookie")
      return clean(raw, isKept(name) ? [] : [(value) => cookies(name, value)]);
    if (/^(?:(?:www|proxy)-authenticate|(?:proxy-)?authentication-info)$/.test(name))
      return clean(raw, [challengeParameters]);
    const value = clean(raw, readers, sent || leads.test(name) ? rules.carrying : rules.named);
    if (value === "" || isPlaceholder(value) || isKept(name)) return value;
    const whole: Hit = { start: 0, end: value.length, kind: "header", value, name, rank: 0 };
    if (judgement.rules(name, "header") !== null) return isOrdinaryValue(value) ? value : hide(whole);
    if (!sent || isOrdinaryHeader(name) || anyPlaceholder.test(value)) return value;
    return looksOpaque(value) || (namesCredential.test(name) && looksTyped(value)) ? hide(whole) : value;
  };
  const list = (raw: HeaderList, sent: boolean): HeaderList =>
    raw.map(([name, value]) => [name, header(name, value, sent)] as const);

  const request = (raw: RecordedRequest): RecordedRequest => ({
    ...raw,
    target: target(raw.target),
    headers: list(raw.headers, true),
    body: body(raw.body, rules.carrying),
  });
  const response = (raw: RecordedResponse): RecordedResponse => ({
    ...raw,
    headers: list(raw.headers, false),
    body: body(raw.body, isForm(raw.body) ? rules.carrying : undefined),
    ...(raw.messages && { messages: raw.messages.map((each) => ({ ...each, data: body(each.data) as Body })) }),
    ...(raw.closed && { closed: { ...raw.closed, reason: text(raw.closed.reason) } }),
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

function within(spans: readonly Span[]): (at: number) => boolean {
  const sorted = [...spans].sort((a, b) => a.start - b.start);
  const starts = sorted.map(({ start }) => start);
  let last = 0;
  const ends = sorted.map(({ end }) => (last = Math.max(last, end)));
  return (at) => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) <= at) low = middle + 1;
      else high = middle;
    }
    return (ends[low - 1] ?? 0) > at;
  };
}

const kindAt = {
  challenge: "header",
  cookie: "cookie",
  credentials: "credentials",
  field: "field",
  number: "field",
  parameter: "parameter",
  path: "path",
} as const;

/** The kind that a placeholder says, without the tag or the count behind it. */
function kindOf({ placeholder, isAlias }: Followed): string {
  const said = placeholder.slice(1, -1);
  return isAlias ? said : said.replace(/:[\da-f]{1,10}$/, "");
}

// What a client asks next.
const leads = /^(?:content-location|link|location|refresh)$/;

const anyPlaceholder = /\[[\p{L}\p{N}_@:-]{1,64}\]/u;

function looksOpaque(value: string): boolean {
  for (const { text } of levelsOf(value)) if (!looksLikeIdentifier(text)) return true;
  return false;
}

// Where a password or a key of letters alone may stand.
const namesCredential = /(?:^|[-_])(?:auth|pass|key|pin|credentials?)$/;

function looksTyped(value: string): boolean {
  return !looksLikeWord(value) || /^[A-Za-z]{24,}$/.test(value);
}

function isForm(body: Body | null): boolean {
  return body?.encoding === "utf8" && /^[\w%.[\]-]{1,64}=[^\s"'<>{}]*$/.test(body.text);
}

// A client may encode a placeholder that it was given.
function readable(sent: string): string {
  return sent.replace(/(?:%5B|\[)(?:[\w@:-]|%3A|%40){1,64}(?:%5D|\])/gi, (encoded) => {
    const said = percentDecoded(encoded);
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
  readonly judgement: Judgement;
  readonly isKept: (name: string) => boolean;
  readonly keptKinds: ReadonlySet<string>;
  /** Formats that were added. */
  readonly shapes: readonly (readonly [kind: string, pattern: RegExp])[];
  readonly named: Names;
  /** The same, and the parameters of a request that may be credentials by their looks. */
  readonly carrying: Names;
}

// The last ones made, by what was added to the defaults: a recorder makes a scrubber for each exchange.
let latest: { readonly added: string; readonly rules: Rules } | null = null;

function rulesOf({
  names = [],
  headers = [],
  parameters = [],
  fields = [],
  shapes = {},
  keep = [],
}: RedactOptions): Rules {
  const added = JSON.stringify([names, headers, parameters, fields, shapes, keep]);
  if (latest?.added === added) return latest.rules;
  const kept = new Set(keep.map(bareName));
  const isKept = kept.size === 0 ? () => false : (name: string) => kept.has(bareName(name));
  const judgement = { rules: nameRules({ names, headers, parameters, fields, keep }), isKept };
  const isOwn = names.length + fields.length > 0;
  const named: Names = {
    rules: judgement.rules,
    stems: isOwn ? /[\p{L}\p{N}_$.-]+/gu : undefined,
    mayCarry: (name, where) => mayCarryCredential(name, where === "field" ? where : "issued"),
  };
  const rules: Rules = {
    judgement,
    isKept,
    keptKinds: new Set(keep),
    shapes: Object.entries(shapes).map(([kind, pattern]) => [kind, new RegExp(pattern, "gu")] as const),
    named,
    carrying: {
      ...named,
      mayCarry: (name, where) => mayCarryCredential(name, where === "field" ? "sent field" : "sent"),
    },
  };
  latest = { added, rules };
  return rules;
}
