// What a text says by itself, on each of its layers: published formats, and what readers find and `judge.ts` takes for
// a secret. Read next: scrubber.ts, which adds what is known of other messages.

import { mayBeUnnamed } from "../exchange.ts";
import { createTextMemory } from "../text-memory.ts";
import type { Hit } from "./hits.ts";
import { isSpelledByChance } from "./judge/by-chance.ts";
import { isSecret } from "./judge/judge.ts";
import { opaqueDigits } from "./memory/pseudonym.ts";
import { isPlaceholder, placeholderParts } from "./placeholder.ts";
import { type Base64Text, base64Texts } from "./read/coded/base64.ts";
import { asItIs, firstAt, type Level, levelsOf } from "./read/coded/decode.ts";
import type { Names, Reader } from "./read/place.ts";
import { rankOf, readers } from "./read/read.ts";
import type { Span } from "./read/span.ts";
import type { Rules } from "./scrubber-rules.ts";
import { shapedHits } from "./shaped-hits.ts";
import { isDue, type Steps } from "./steps.ts";

/** How a text is read. */
export interface Reading {
  readonly its: readonly Reader[];
  readonly names: Names;
  /** Whether the text goes on. */
  readonly isPart?: boolean;
  /** Whether it seldom comes again, as targets do. */
  readonly isRare?: boolean;
  /** Where to look. Default: everywhere. */
  readonly windows?: readonly Span[] | undefined;
}

/** What a text says by itself. */
export interface ReadText {
  /** Its layers, with the base64 in each that may name a value. */
  readonly levels: readonly (Level & { readonly coded: readonly Base64Text[] })[];
  readonly hits: readonly Hit[];
  /** Where something begins that the end of the text cuts off. */
  readonly open: number;
  readonly isNoise: boolean;
}

/** By text. */
export interface Readings {
  get(text: string): (Reading & { readonly read: ReadText }) | undefined;
  set(text: string, read: Reading & { readonly read: ReadText }): void;
}

/** Short texts, such as the headers of each message, are remembered from one to the next. */
const [longestShort, mostShort] = [256, 4096];
const longEnough = 4096;

/**
 * Makes the reader of texts.
 * @param kept Returns where readings of long whole texts are kept, if anywhere.
 */
export function createTextReader(
  { judgement, keptKinds, mark, shapes }: Rules,
  kept: () => Readings | undefined,
): (raw: string, reading: Reading) => Steps<ReadText> {
  const short: Readings = createTextMemory(mostShort, (mostShort * longestShort) / 4);
  function* read(raw: string, { its, names, isPart, windows }: Reading): Steps<ReadText> {
    const isNoise = isPart === true && looksLikeNoise(raw);
    // What one layer read as JSON, deeper ones do not read differently.
    const done: Span[] = [];
    // Where its members begin: on deeper ones, a quote in a string ends it.
    const members: number[] = [];
    const levels: ReadText["levels"][number][] = [];
    const hits: Hit[] = [];
    let open = raw.length;
    for (const level of isNoise ? [asItIs(raw, windows)] : yield* levelsOf(raw, windows)) {
      const { text, rawAt } = level;
      const isDone = within(done);
      const isMember = new Set(members);
      const marks = yield* mark(text, isNoise && windows === undefined ? runsIn(text) : level.windows);
      const leaveOpen = (at: number): void => {
        if (at < text.length) open = Math.min(open, rawAt(at));
      };
      const add = (hit: Hit): void => {
        if (hit.end >= text.length) leaveOpen(hit.start);
        hits.push({ ...hit, start: rawAt(hit.start), end: rawAt(hit.end) });
      };
      leaveOpen(marks.open);
      for (const hit of shapedHits(text, shapes, isPart === true)) {
        if (isDue()) yield;
        add(hit);
      }
      for (const { start, end, kind } of marks.tokens) {
        const value = text.slice(start, end);
        if (!keptKinds.has(kind) && !isPlaceholder(value)) add({ start, end, kind, value, rank: 1 });
      }
      const exact: Span[] = [];
      const isBlank = marks.isEmpty && its === readers && names.topic === undefined;
      for (const [nth, reader] of isNoise || isBlank ? [] : its.entries())
        for (const place of reader(text, names, marks)) {
          if (place === null || isDue()) yield;
          if (place === null) continue;
          const { start, name, where, placeholder, within: whole = place } = place;
          const next = exact[firstAt(exact, (at) => (exact[at] as Span).end > start)];
          if (next !== undefined && next.start <= start) continue;
          if (place.isExact) exact.push(whole);
          const end = level.endOf(place);
          if (whole.end >= text.length) leaveOpen(whole.start);
          if (isDone(rawAt(start)) || (place.within && isMember.has(rawAt(whole.start)))) continue;
          if (place.within) members.push(rawAt(whole.start));
          if (place.isDescription) continue;
          if (place.within) done.push({ start: rawAt(whole.start), end: rawAt(whole.end) });
          const value = text.slice(start, end);
          if (!isSecret(place, value, text, judgement, names.isSent) || isSpelledByChance(text, name, start)) continue;
          const found = { kind: kindAt[where], value, name, isNumber: where === "number", rank: rankOf(nth) };
          add({ start, end, ...found, ...(placeholder !== undefined && { placeholder }) });
        }
      yield;
      const coded: Base64Text[] = [];
      for (const found of isNoise ? [] : base64Texts(text, level.windows)) {
        if (found === null) yield;
        else coded.push(found);
      }
      levels.push({ ...level, coded });
    }
    return { levels, hits, open, isNoise };
  }
  return function* known(raw, reading) {
    const { isPart, isRare, windows } = reading;
    // Around what is hidden in a short text is all of it.
    const isAll = windows === undefined || (windows[0]?.start === 0 && windows[0].end === raw.length);
    const isLong = raw.length >= longEnough && windows === undefined;
    const readings = isLong ? kept() : raw.length <= longestShort && isAll && !isPart && !isRare ? short : undefined;
    const before = readings?.get(raw);
    if (before?.its === reading.its && before.names === reading.names && before.isPart === isPart) return before.read;
    const fresh = yield* read(raw, reading);
    readings?.set(raw, { ...reading, read: fresh });
    return fresh;
  };
}

function within(spans: readonly Span[]): (at: number) => boolean {
  const sorted = [...spans].sort((a, b) => a.start - b.start);
  const starts = sorted.map(({ start }) => start);
  let last = 0;
  const ends = sorted.map(({ end }) => (last = Math.max(last, end)));
  return (at) => (ends[firstAt(starts, (nth) => (starts[nth] as number) > at) - 1] ?? 0) > at;
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

const kindsOfPlaces = new Set(["header", "password", ...Object.values(kindAt)]);

/** Returns whether a text is the placeholder of what a client sent, and says where it was, and not what it is. */
export function isOfPlace(text: string): boolean {
  const { kind = "", tag = "" } = isPlaceholder(text) ? (placeholderParts(text) ?? {}) : {};
  return tag === "" ? mayBeUnnamed(kind) : tag.length === opaqueDigits && kindsOfPlaces.has(kind);
}

// A token has at least fifteen characters; finding runs of text takes a third of the time of finding tokens.
const textRun = /[\t\n\r -~]{12,}/g;

function runsIn(text: string): readonly Span[] {
  return Array.from(text.matchAll(textRun), ({ index: start, 0: run }) => ({ start, end: start + run.length }));
}

const every = 13;
const mostControls = 0.05;

// Compressed or encrypted data, or samples of sound: a name can only be in a stretch of text in it. UTF-16, and a file
// with zeros between its texts, have hardly any other control character.
function looksLikeNoise(part: string): boolean {
  let controls = 0;
  for (let at = 0; at < part.length; at += every) {
    const code = part.charCodeAt(at);
    if ((code > 0 && code < 9) || (code > 13 && code < 32)) controls++;
  }
  return controls > (part.length / every) * mostControls;
}
