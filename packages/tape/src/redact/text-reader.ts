// What a text says by itself, on each of its layers: published formats, and what readers find and `judge.ts` takes for
// a secret. Read next: scrubber.ts, which adds what is known of other messages.

import { mayBeUnnamed } from "../exchange.ts";
import type { Hit } from "./hits.ts";
import { isSecret } from "./judge.ts";
import { isPlaceholder, placeholderParts } from "./placeholder.ts";
import { opaqueDigits } from "./pseudonym.ts";
import { asItIs, firstAt, type Level, levelsOf } from "./read/decode.ts";
import type { Names, Reader } from "./read/place.ts";
import { pathReaders, readers } from "./read/read.ts";
import type { Span } from "./read/span.ts";
import type { Rules } from "./scrubber-rules.ts";
import { isDue, type Steps } from "./steps.ts";

/** How a text is read. */
export interface Reading {
  readonly its: readonly Reader[];
  readonly names: Names;
  /** Whether the text goes on. */
  readonly isPart?: boolean;
  /** Where to look. Default: everywhere. */
  readonly windows?: readonly Span[] | undefined;
}

interface ReadLevel extends Level {
  readonly hits: readonly Hit[];
  readonly open: number;
  readonly noise: boolean;
}

/** By text. */
export type Readings = Map<string, Reading & { readonly levels: readonly ReadLevel[] }>;

const longEnough = 4096;

/**
 * Makes the reader of texts.
 * @param kept Returns where readings of long whole texts are kept, if anywhere.
 */
export function createTextReader(
  { judgement, keptKinds, mark, shapes }: Rules,
  kept: () => Readings | undefined,
): (raw: string, reading: Reading) => Steps<readonly ReadLevel[]> {
  function* read(raw: string, { its, names, isPart, windows }: Reading): Steps<readonly ReadLevel[]> {
    const noise = isPart === true && isNoise(raw);
    // What one layer read as JSON, deeper ones do not read differently.
    const done: Span[] = [];
    const found: ReadLevel[] = [];
    for (const level of noise ? [asItIs(raw, windows)] : yield* levelsOf(raw, windows)) {
      const { text } = level;
      const hits: Hit[] = [];
      const isDone = within(done);
      const marks = yield* mark(text, noise && windows === undefined ? runsIn(text) : level.windows);
      let { open } = marks;
      for (const [kind, pattern] of shapes)
        for (const { index: start, 0: value } of text.matchAll(pattern))
          if (!isPlaceholder(value)) hits.push({ start, end: start + value.length, kind, value, rank: 1 });
      for (const { start, end, kind } of marks.tokens)
        if (!keptKinds.has(kind) && !isPlaceholder(text.slice(start, end)))
          hits.push({ start, end, kind, value: text.slice(start, end), rank: 1 });
      for (const [nth, reader] of noise || (marks.isEmpty && (its === readers || its === pathReaders))
        ? []
        : its.entries())
        for (const place of reader(text, names, marks)) {
          if (place === null || isDue()) yield;
          if (place === null) continue;
          const { start, end, name, where, within: whole = place } = place;
          if (whole.end >= text.length) open = Math.min(open, whole.start);
          const value = text.slice(start, end);
          if (isDone(level.rawAt(start))) continue;
          if (place.within) done.push({ start: level.rawAt(whole.start), end: level.rawAt(whole.end) });
          if (!isSecret(place, value, text, judgement)) continue;
          hits.push({ start, end, kind: kindAt[where], value, name, isNumber: where === "number", rank: 2 + nth });
        }
      found.push({ ...level, hits, open, noise });
      yield;
    }
    return found;
  }
  return function* known(raw, reading) {
    const readings = reading.windows === undefined && raw.length >= longEnough ? kept() : undefined;
    if (readings === undefined) return yield* read(raw, reading);
    const before = readings.get(raw);
    const isSame = before?.its === reading.its && before.names === reading.names && before.isPart === reading.isPart;
    if (before !== undefined && isSame) return before.levels;
    const levels = yield* read(raw, reading);
    readings.set(raw, { ...reading, levels });
    return levels;
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
function isNoise(part: string): boolean {
  let controls = 0;
  for (let at = 0; at < part.length; at += every) {
    const code = part.charCodeAt(at);
    if ((code > 0 && code < 9) || (code > 13 && code < 32)) controls++;
  }
  return controls > (part.length / every) * mostControls;
}
