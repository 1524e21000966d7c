// How secrets are found in one message, and what replaces them on disk, in a log or in an error. A text is read once,
// in all its layers (`read/`); what is found is judged (`judge.ts`) and hidden at its place (`hits.ts`). The scrubber
// has no memory of other messages: `secret-memory.ts` has.

import { bodyOf, latin1Bytes } from "../body/body.ts";
import { isLarge } from "../body/body-mark.ts";
import type { Body, Exchange, HeaderList, HeldBody, RecordedRequest, RecordedResponse } from "../exchange.ts";
import { withData, withFields } from "../response-parts.ts";
import type { ChunkChange, LateChunkChange } from "../text/rewriter.ts";
import { rememberClean } from "./clean-fields.ts";
import { type Hit, mostPasses, splice, widened } from "./hits.ts";
import { withinHolders } from "./holders/within-holders.ts";
import { isOrdinaryHeader } from "./judge/name-rules.ts";
import { isOrdinaryValue } from "./judge/ordinary-value.ts";
import { looksLikeIdentifier, shortestSecret } from "./judge/secret-entropy.ts";
import { looksTyped } from "./judge/typed-header.ts";
import { codedAnew, knownIn } from "./known-hits.ts";
import { isIssuedAuthorization } from "./memory/issued-authorization.ts";
import { createSecretIndex, type SecretIndex } from "./memory/search/secret-index.ts";
import { withoutScheme } from "./memory/typed-logins.ts";
import type { RedactOptions } from "./options.ts";
import { findPlaceholders, isPlaceholder, jwtFor, placeholderFor } from "./placeholder.ts";
import { isNested } from "./read/coded/base64.ts";
import { levelsOf } from "./read/coded/decode.ts";
import { gunzipped, gzipStored } from "./read/coded/gzip.ts";
import { withLengths } from "./read/coded/lengths.ts";
import { type Topic, topicOf, topicOfAnswer } from "./read/http/topic.ts";
import { areOfHeader, challenge, isPath, ownReaders, targetReaders } from "./read/own-syntax.ts";
import type { Names } from "./read/place.ts";
import { readers } from "./read/read.ts";
import { allOfText, type Span, windowsAround } from "./read/span.ts";
import { columnsBelow } from "./read/text/columns.ts";
import { textsTold } from "./read/told-by-target.ts";
import { rulesOf } from "./scrubber-rules.ts";
import { finish, isDue, type SlowWork, type Steps } from "./steps.ts";
import { createTextReader, isOfPlace, type Reading, type Readings } from "./text-reader.ts";
import {
  type FoundSecret,
  type PartReader,
  partsReader,
  type ReadPart,
  readPart,
  type TextPart,
  wholeSteps,
} from "./window.ts";

/** A credential in use, and the alias that replaces it everywhere. */
export interface KnownSecret {
  readonly alias: string;
  readonly value: string;
  /** Whether recordings tell it apart from others of its alias. */
  readonly isApart?: boolean;
}

/** Options of a scrubber. */
export interface ScrubberOptions extends RedactOptions {
  readonly secrets?: readonly KnownSecret[];
  /**
   * Called for each hidden value, with its kind: an alias, `header`, `cookie`, `parameter`, `credentials`, `field`, or
   * a token format.
   */
  readonly onRedact?: (kind: string) => void;
}

/** What a memory of other messages adds to a scrubber. */
interface Memory {
  /** What is hidden wherever it comes again. */
  readonly index: SecretIndex;
  /** Returns what is hidden of a text where it repeats a secret. */
  readonly around: (text: string) => (hit: Hit) => Hit;
  /** Returns the values of a text that have placeholders in recordings or answers, and that the index does not have. */
  readonly byMemory: (text: string) => Iterable<Hit | null>;
  /** Returns a number that changes when a text may read otherwise. */
  readonly learnt: () => number;
  /** Returns the placeholder of a value; the known one, if it has one. See {@link Hit.made}. */
  readonly sign: (kind: string, value: string, name: string, known?: string, made?: string) => string;
  /** Notes that a value stands as a number of JSON. */
  readonly noteNumber: (value: string) => void;
  /** Returns readings of long texts of the present message, which are read again if they repeat a secret. */
  readonly readings: () => Readings;
  /** Does work on a text or a part, or waits until it is done in turns with the event loop. */
  readonly whole: <Clean>(work: SlowWork<Clean>) => Clean;
}

/** The request that an answer is for, the secrets in its body hidden. */
export type Answered = Partial<Pick<RecordedRequest, "method" | "target" | "headers" | "body">>;

/** Hides secrets; hiding twice changes nothing more. */
export interface Scrubber {
  exchange(exchange: Exchange): Exchange;
  request(request: RecordedRequest): RecordedRequest;
  /** @param to What it answers: the target may say what it is about. Default: a GET of nothing known. */
  response(response: RecordedResponse, to?: Answered): RecordedResponse;
  /** Of a request. */
  headers(headers: HeaderList): HeaderList;
  /** Returns the path and query of a request, read in decoded form. */
  target(target: string): string;
  text(text: string): string;
  /**
   * Redacts a large body as it comes, of a request (`sent`) or of an answer. A secret before the place that names it is
   * hidden there if that is near; see `docs/redaction.md`.
   * @param request As for {@link Scrubber.response}.
   */
  body(sent: boolean, request?: Answered): LateChunkChange;
}

/** A scrubber that can read a part of a large body. */
interface PartScrubber extends Scrubber {
  readonly body: (sent: boolean, request?: Answered) => ChunkChange;
  readonly partReader: (sent: boolean, request: Answered) => (part: TextPart) => ReadPart | null;
}

// How far around hidden text is read again: a YAML line is a value once it has no space left.
const reachOfHidden = 8192;

/**
 * Makes a scrubber: what must not be on disk, in a log or in an error is replaced by a stable placeholder,
 * `__redacted-alias__` or `__redacted-kind__`. It hides whole values by the name of their header, cookie, parameter or
 * field (also in JSON within a string; of an array or an object, all strings and numbers within), known credentials in
 * every usual coding, user and password of a URL, anything with the shape of a published token format, and what looks
 * like a token where requests carry credentials. A name stands for its other spellings (`accessToken`, `access-token`),
 * and for longer ones that end with it (`DB_PASSWORD`). Empty values and null stay.
 * @param memory The memory of secrets that uses it. Default: none.
 * @throws RangeError if a known credential is shorter than eight characters.
 * @example
 * const scrubber = createScrubber({ secrets: [{ alias: "full", value: "s3cr3t-t0ken" }] });
 * scrubber.text("?access_token=s3cr3t-t0ken"); // "?access_token=__redacted-full__"
 */
export function createScrubber(options: ScrubberOptions = {}, memory: Partial<Memory> = {}): PartScrubber {
  const {
    index = createSecretIndex(),
    around = () => (hit) => hit,
    byMemory = () => [],
    learnt = () => index.added,
    sign = (kind, _value, _name, known) => known ?? placeholderFor(kind),
    noteNumber = () => {},
  } = memory;
  const { readings = () => undefined, whole = ({ steps }) => finish(steps()) } = memory;
  const shaped = options.shaped?.includes("jwt") === true;
  const aliases = new Set(options.secrets?.map(({ alias }) => placeholderFor(alias)));
  for (const { alias, value } of options.secrets ?? [])
    index.add({ value: checked(value, alias), placeholder: placeholderFor(alias), isAlias: true });
  const rules = rulesOf(options);
  const { judgement, isKept, mark } = rules;
  let hidden = 0;
  const hide = ({ kind, value, name = "", placeholder, isNumber, made }: Hit): string => {
    hidden += 1;
    options.onRedact?.(kind);
    const signed = sign(kind, value, name, placeholder, made);
    if (isNumber) noteNumber(value);
    return shaped && kind === "jwt" ? jwtFor(signed) : signed;
  };
  const hideAll = (kind: string, name: string) => (value: string) =>
    hide({ start: 0, end: value.length, kind, value, name, rank: 0 });

  const read = createTextReader(rules, readings);
  // What a text says by itself, what is known, and what is in base64.
  function* hitsIn(raw: string, reading: Reading): Steps<FoundSecret> {
    const { its, names, isPart } = reading;
    const said = yield* read(raw, reading);
    const hits: Hit[] = [...said.hits];
    let { open } = said;
    for (const { text, rawAt, coded } of said.levels) {
      const add = (hit: Hit): void => {
        if (hit.end >= text.length) open = Math.min(open, rawAt(hit.start));
        hits.push({ ...hit, start: rawAt(hit.start), end: rawAt(hit.end) });
      };
      const inBase64 = yield* knownIn(text, { coded, index, around, add });
      for (const hit of byMemory(text)) {
        if (hit === null || isDue()) yield;
        if (hit !== null) add(hit);
      }
      for (const each of inBase64) {
        const { start, end, said } = each;
        if (isDue()) yield;
        // In a part, what is cut off proves nothing.
        if (isPart && (start === 0 || end === text.length)) continue;
        // Formats and known values are found in base64 as they are; what a client has a placeholder of, it codes anew.
        if (!each.isPacked && !each.isPart && !isNested(said) && !(yield* namesValue(said))) continue;
        const cleaned = yield* cleaning(said);
        if (cleaned === said) continue;
        hits.push(codedAnew(each, cleaned, { raw, text, rawAt }));
      }
    }
    // Text between noise, such as the fields of a form beside a file.
    for (const { index: from, 0: text } of said.isNoise ? raw.matchAll(textRun) : []) {
      const found = yield* hitsIn(text, { its, names, isPart: true });
      for (const hit of found.hits) hits.push({ ...hit, start: from + hit.start, end: from + hit.end });
      if (from + text.length === raw.length) open = Math.min(open, from + found.open);
    }
    return { hits, open };
  }
  function* foundIn(raw: string, reading: Reading): Steps<FoundSecret> {
    const found = yield* hitsIn(raw, reading);
    return areOfHeader(reading.its) ? found : { ...found, hits: yield* withinHolders(raw, found.hits, reading.isPart) };
  }
  function* namesValue(said: string): Steps<boolean> {
    for (const { text } of yield* levelsOf(said)) {
      const marks = yield* mark(text, allOfText(text));
      for (const read of marks.isEmpty ? [] : readers)
        for (const place of read(text, rules.named, marks)) if (place !== null) return true;
    }
    return false;
  }
  function* cleaning(raw: string, its = readers, names = rules.named, isRare = false): Steps<string> {
    let text = raw;
    let windows: readonly Span[] | undefined;
    for (let pass = 1; pass <= mostPasses; pass++) {
      const { hits } = yield* foundIn(text, { its, names, windows, isRare });
      if (hits.length === 0) break;
      const written: Span[] = [];
      text = yield* splice(text, widened(text, hits, pass), hide, written);
      windows = yield* windowsAround(written, reachOfHidden, text);
    }
    return text;
  }
  const clean = (...work: Parameters<typeof cleaning>): string => finish(cleaning(...work));
  const cleanWhole = (raw: string, names?: Names): string =>
    whole({ raw, names, size: raw.length, steps: () => cleaning(raw, readers, names) });
  const text = (raw: string): string => clean(raw);
  const partReader = (sent: boolean, about?: Topic): PartReader => {
    let reading: Reading | null = null;
    return (part) => {
      if (reading === null) {
        const topic = part.from === 0 && part.isLast ? about : undefined;
        const names = rules.about(sent || isFormText(part.text) ? rules.carrying : rules.named, topic);
        const below = columnsBelow(part.text, names);
        reading = { its: below === null ? readers : [...readers, below], names, isPart: true };
      }
      const its = reading;
      return readPart(part, (raw, windows) => foundIn(raw, { ...its, windows }), hide);
    };
  };

  // A body in a file was redacted when it was written.
  const body = ({ headers, body }: Pick<RecordedRequest, "headers" | "body">, names?: Names): Body | null => {
    const told = textsTold(names?.topic, hideAll("field", "secret"));
    return body?.encoding === "file" ? body : body && withLengths(body, headers, (each) => held(each, names), told);
  };
  const held = (raw: HeldBody, names?: Names): HeldBody => {
    // Like one that is read in parts, so that each way finds the other's output clean.
    if (isLarge(raw)) {
      const steps = () => wholeSteps(raw, partReader(names?.isSent === true));
      return whole({ raw: raw.text, names, size: raw.text.length, steps });
    }
    if (raw.encoding === "utf8") return { ...raw, text: cleanWhole(raw.text, names) };
    // One character for each byte, so that a secret among other bytes is found and the others stay the same.
    const binary = atob(raw.text);
    const inner = gunzipped(binary);
    const said = inner ?? binary;
    const cleaned = cleanWhole(said, names);
    return cleaned === said ? raw : (bodyOf(latin1Bytes(inner === null ? cleaned : gzipStored(cleaned))) ?? raw);
  };
  const target = (raw: string): string => clean(raw, isPath.test(raw) ? readers : targetReaders, rules.carrying, true);

  const header = (name: string, raw: string, sent: boolean): string => {
    const own = ownReaders.get(name);
    if (own !== undefined) return clean(raw, own !== challenge && isKept(name) ? [] : own);
    const value = clean(raw, readers, sent || leads.test(name) ? rules.carrying : rules.named);
    // By its own place, whichever other place sent it before.
    const said = sent && raw !== value && isOfPlace(value) && !aliases.has(value) ? raw : value;
    // A scheme with the placeholder of its credential: a tag of both would take a derivation, and distinguish less.
    if (said === "" || isPlaceholder(said) || isPlaceholder(withoutScheme(said)) || isKept(name)) return value;
    if (name === "authorization" && isIssuedAuthorization(raw)) return raw;
    const hide = hideAll("header", name);
    if (judgement.rules(name, "header") !== null) return isOrdinaryValue(said, name) ? value : hide(said);
    if (!sent || isOrdinaryHeader(name) || findPlaceholders(said).length > 0) return value;
    return looksOpaque(said) || looksTyped(name, said) ? hide(said) : value;
  };
  // What compares with recordings learns from them as well.
  const list = rememberClean(header, () => [hidden, learnt()]);

  const request = (raw: RecordedRequest): RecordedRequest => ({
    ...raw,
    target: target(raw.target),
    headers: list(raw.headers, true),
    body: body(raw, rules.about(rules.carrying, topicOf(raw.target, true))),
  });
  const response = (
    raw: RecordedResponse,
    { method, target: to = "/", body: sent = null }: Answered = {},
  ): RecordedResponse => {
    const cleaned = cleanResponse(raw, topicOfAnswer(raw, to, textOf(sent) ?? ""));
    // A store answers the digest of what is put into it.
    const isPut = method === "PUT" && findPlaceholders(textOf(sent) ?? "").length > 0;
    return textOf(cleaned.body) === textOf(raw.body) && !isPut
      ? cleaned
      : { ...cleaned, headers: cleaned.headers.map(withoutDigest) };
  };
  // The digest of a body would reveal a PIN in it by trial.
  const withoutDigest = ([name, value]: HeaderList[number]): HeaderList[number] => {
    if (!digestNames.test(name) || isKept(name)) return [name, value];
    const open = (each: string): boolean => isPlaceholder(each) || looksLikeIdentifier(each);
    return [name, value.replace(digest, (each) => (open(each) ? each : hideAll("header", name)(each)))];
  };
  const cleanResponse = (raw: RecordedResponse, topic: Topic | undefined): RecordedResponse => ({
    ...withFields(raw, (fields) => list(fields, false)),
    ...(raw.reason !== undefined && { reason: text(raw.reason) }),
    body: body(
      raw,
      rules.about(raw.body?.encoding === "utf8" && isFormText(raw.body.text) ? rules.carrying : rules.named, topic),
    ),
    ...(raw.messages && { messages: raw.messages.map((each) => withData(each, (data) => held(data))) }),
    ...(raw.closed && { closed: { ...raw.closed, reason: text(raw.closed.reason) } }),
  });
  return {
    text,
    body: (sent, { target = "/" } = {}) => partsReader(partReader(sent, topicOf(target, sent))),
    partReader(sent, { target = "/" }) {
      const read = partReader(sent, topicOf(target, sent));
      return (part) => whole({ raw: part, names: undefined, size: part.text.length, steps: () => read(part) });
    },
    target,
    headers: (raw) => list(raw, true),
    request,
    response,
    exchange(raw) {
      const sent = request(raw.request);
      return { ...raw, request: sent, response: response(raw.response, { ...raw.request, body: sent.body }) };
    },
  };
}

// What a client requests next.
const leads = /^(?:content-location|link|location|refresh)$/;

function looksOpaque(value: string): boolean {
  return finish(levelsOf(value)).some(({ text }) => !looksLikeIdentifier(text));
}

// RFC 9110, section 8.8.3; RFC 9530; RFC 1864; https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity.html
const digestNames = /(?:^|-)(?:etag|md5|sha-?\d{1,3}|digest|checksum|hash)(?:-|$)/;
const digest = /[\w+/-]{16,}={0,2}/g;

function textOf(body: Body | null): string | null {
  return body === null || body.encoding === "file" ? null : body.text;
}

function isFormText(text: string): boolean {
  return /^[\w%.[\]-]{1,64}=[^\s"'<>{}]*$/.test(text);
}

const textRun = /[\t\n\r -~]{24,}/g;

function checked(value: string, alias: string): string {
  if (value.length >= shortestSecret) return value;
  throw new RangeError(
    `Cannot hide the credential "${alias}": it has ${value.length} characters, and fewer than ${shortestSecret} cannot be told from ordinary text`,
  );
}
