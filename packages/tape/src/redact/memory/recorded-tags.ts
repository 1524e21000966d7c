import { bytesOf } from "../../body/body.ts";
import type { Exchange, RecordedRequest, RecordedResponse } from "../../exchange.ts";
import type { Hit } from "../hits.ts";
import { looksLikeIdentifier } from "../judge/secret-entropy.ts";
import { findIssued, findPlaceholders, placeholderParts } from "../placeholder.ts";
import { knownRank } from "../read/read.ts";
import { longTokens, tableOf, tokenOrPath, wordCharacters } from "../read/runs.ts";
import type { Span } from "../read/span.ts";
import { finish, isDue, type Steps } from "../steps.ts";
import { escapeRest } from "../tokens/base64-run.ts";
import { isGuessable, opaqueDigits, tagOf } from "./pseudonym.ts";
import { longestFollowed } from "./search/secret-index.ts";
import { lastingClaims } from "./signed-claims.ts";

/** Returns the placeholders of opaque values in recorded requests, by their tags. */
export function tagsIn(exchanges: readonly Exchange[]): ReadonlyMap<string, string> {
  const found = exchanges.flatMap(({ request: { target, body } }) =>
    [target, body?.encoding === "utf8" ? body.text : ""].flatMap(findPlaceholders),
  );
  return new Map(
    found
      .map((placeholder) => [placeholderParts(placeholder)?.tag ?? "", placeholder] as const)
      .filter(([tag]) => tag.length === opaqueDigits),
  );
}

/** Minimum length of an opaque value. */
const shortestRun = 16;
// As long as what is followed, for megabytes overflow the stack.
const opaqueRun = /[\w.~+/-]{16,65536}={0,2}/g;
const betweenSlashes = /[^/]{16,}/g;

// A run that does not begin with a slash, or one with that many signs between two.
const mayHaveRun = /(?:^|[^\w.~+/-])[\w.~+-][\w.~+/-]{15}|[\w.~+-]{16}|[\w.~+-]{15}=|[\w.~+-]{14}==/;

/** Returns whether a text may have an opaque value. */
export function mayBeOpaque(text: string): boolean {
  return mayHaveRun.test(text);
}

/**
 * Finds what a replay's client sends and the recorder saw: opaque values whose tags recordings have. Null where it found
 * nothing for a while.
 */
export function* recordedHits(text: string, placeholderOf: (tag: string) => string | undefined): Iterable<Hit | null> {
  let goesOn = -1;
  for (const { index: from, 0: run } of text.matchAll(opaqueRun)) {
    if (isDue()) yield null;
    const to = from + run.length;
    const isPart = run.length >= longestFollowed || from === goesOn;
    goesOn = isPart ? to : -1;
    // A value in base64 may have slashes, and so has a path.
    const pieces = run.includes("/") ? run.matchAll(betweenSlashes) : [];
    for (const { index, 0: value } of [{ index: 0, 0: run }, ...pieces]) {
      const [start, end] = [from + index, from + index + value.length];
      const isCut = isPart && (start === from || end === to);
      const isOpaque = !isCut && !value.startsWith("/") && !looksLikeIdentifier(value);
      const placeholder = isOpaque ? placeholderOf(tagOf(value)) : undefined;
      if (placeholder === undefined) continue;
      // Of a JWT, recordings had a tag of all of it.
      const rank = lastingClaims(value) === value ? knownRank : 0.5;
      yield { start, end, kind: "opaque", value, placeholder, rank };
    }
  }
}

/** Returns the opaque values of a text, as {@link recordedHits} looks at them. */
export function* opaqueWords(text: string): Iterable<string> {
  for (const { start, end } of longTokens(text, shortestRun, [{ start: 0, end: text.length }], tokenOrPath)) {
    const run = text.slice(start, padded(text, end));
    if (!looksLikeIdentifier(run)) yield run;
    for (const value of run.includes("/") ? run.split("/") : [])
      if (value.length >= shortestRun && !looksLikeIdentifier(value)) yield value;
  }
}

const plainRun = tableOf(`${wordCharacters}.~+-`);

/**
 * Makes what returns the stretch to hide for a secret in a text that is sent: of one that a client sent before the whole
 * word, for a replay's client may send nothing but the word, which {@link recordedHits} finds by its tag. What an answer
 * issued is hidden alone, since a replay's client has its placeholder, and makes the word of that.
 * @param isIssued Returns whether an answer issued a value.
 */
export function wordsAround(text: string, isIssued: (value: string) => boolean): (hit: Hit) => Hit {
  let word: Span = { start: 0, end: 0 };
  return (hit) => {
    if (isIssued(hit.value)) return isGuessable(hit.value) ? hit : { ...hit, isPart: true };
    if (placeholderParts(hit.placeholder ?? "")?.tag.length !== opaqueDigits) return hit;
    if (hit.start < word.start || hit.end > word.end) word = wordAround(text, hit);
    const value = text.slice(word.start, word.end);
    const isWord = value.length < longestFollowed && !looksLikeIdentifier(value) && !value.startsWith("/");
    return isWord && value !== hit.value ? { ...word, kind: hit.kind, value, rank: knownRank } : hit;
  };
}

function wordAround(text: string, hit: Span): Span {
  const ofRun = text.slice(hit.start, hit.end).includes("/") ? tokenOrPath.of : plainRun;
  let { start, end } = hit;
  while (ofRun[text.charCodeAt(start - 1)] === 1) start--;
  // Padding ends a word.
  while (text[end - 1] !== "=" && ofRun[text.charCodeAt(end)] === 1) end++;
  return { start: Math.min(start + escapeRest(text, start), hit.start), end: padded(text, end) };
}

// Of base64, at most two signs.
function padded(text: string, end: number): number {
  let after = end;
  while (after < end + 2 && text[after] === "=") after++;
  return after;
}

/**
 * Returns the placeholders that an exchange's answer issued, and those that its request sent. An answer to a safe method
 * issues none: what it sets has no placeholder of its own.
 */
export function issuedIn(exchange: Exchange): Issued {
  return finish(issuedSteps(exchange));
}

/** Does what {@link issuedIn} does, with pauses. */
export function* issuedSteps(exchange: Exchange): Steps<Issued> {
  return mayNotIssue(exchange.request.method) ? { issued: [], sent: [] } : yield* passedSteps(exchange);
}

/** Returns the placeholders that an exchange's request sent, and the others of its answer, whatever the method. */
export function passedIn(exchange: Exchange): Issued {
  return finish(passedSteps(exchange));
}

/** Does what {@link passedIn} does, with pauses. */
export function* passedSteps({ request, response }: Exchange): Steps<Issued> {
  const sent = placeholdersIn(request);
  yield;
  const all = placeholdersIn(response);
  yield;
  const known = new Set(sent);
  const issued: string[] = [];
  for (const each of all) {
    if (isDue()) yield;
    if (!known.has(each)) issued.push(each);
  }
  return { sent, issued };
}

interface Issued {
  readonly issued: readonly string[];
  readonly sent: readonly string[];
}

/** Returns whether a method is safe: see {@link issuedIn}. */
export function mayNotIssue(method: string): boolean {
  return /^(?:GET|HEAD|OPTIONS|TRACE)$/.test(method);
}

/** Returns the placeholders that a message has anywhere. */
export function placeholdersIn(message: Parts): readonly string[] {
  return findIssued(textsOf(message));
}

/** Returns all texts of a message, but for a body in a file. */
export function textsOf(message: Parts): string {
  const { headers, body } = message;
  const isHeld = body !== null && body.encoding !== "file";
  const said = !isHeld ? "" : body.encoding === "utf8" ? body.text : new TextDecoder().decode(bytesOf(body));
  const target = "target" in message ? message.target : "";
  return [target, ...headers.map(([, value]) => value), said].join("\n");
}

type Parts = PartsOf<RecordedRequest> | PartsOf<RecordedResponse>;

type PartsOf<Message> = Pick<Message, keyof Message & ("target" | "headers" | "body")>;
