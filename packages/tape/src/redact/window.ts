// Reads a large body as it comes, a stretch at a time, with what is before and after it, so that a secret is found
// wherever it is cut. The caller says what is found, and what replaces it. Read next: scrubber.ts, secret-memory.ts.
import { bodyOf, bytesOf, joined, latin1Bytes, latin1Text } from "../body/body.ts";
import { BodyTooLargeError } from "../body/content-coding.ts";
import type { HeldBody } from "../exchange.ts";
import { nextTurn } from "../next-turn.ts";
import type { ChunkChange, LateChunkChange } from "../text/rewriter.ts";
import { type Hit, mostPasses, sorted, splice, widened } from "./hits.ts";
import type { Span } from "./read/span.ts";
import { windowsAround } from "./read/span.ts";
import { finish, isDue, type Steps } from "./steps.ts";

/** A stretch of a body, with its surroundings. */
export interface TextPart {
  readonly text: string;
  /** Where the unread text begins; readers may look back before it. */
  readonly from: number;
  readonly isLast: boolean;
}

/** A stretch that was read: its redacted text, and where it ends in the part. */
export interface ReadPart {
  readonly clean: string;
  readonly to: number;
}

/** Reads a part; returns null if it needs more text to decide. */
export type PartReader = (part: TextPart) => Steps<ReadPart | null>;

/** What was found in a text. */
export interface FoundSecret {
  readonly hits: readonly Hit[];
  /** Where something begins that the end of the text cuts off. */
  readonly open: number;
}

/** Characters that are read at a time, and how far readers may look back and ahead. */
const reach = { read: 128 * 1024, back: 8 * 1024, ahead: 16 * 1024, hidden: 1024 };

/**
 * Hides what is found in a part, up to where it is certain: nothing is cut that may be a secret.
 * @param look Finds secrets in a text.
 */
export function* readPart(
  { text, from, isLast }: TextPart,
  look: (text: string, windows?: readonly Span[]) => Steps<FoundSecret>,
  hide: (hit: Hit) => string,
): Steps<ReadPart | null> {
  const { hits: found, open } = yield* look(text);
  const first = { hits: yield* sorted(found), open };
  for (let limit = isLast ? text.length : text.length - reach.ahead; limit <= text.length; ) {
    const to = yield* cutAt(first, from, limit, text.length, isLast);
    if (to === null && found.length > mostValues) throw new BodyTooLargeError(mostValues, "values");
    if (to === null) return null;
    let clean = text.slice(from, to);
    let hits = yield* within(first.hits, from, to);
    let beyond = 0;
    // Again until nothing is left: hidden text may make a word begin that did not before.
    for (let pass = 1; hits.length > 0 && beyond === 0 && pass <= mostPasses; pass++) {
      const written: Span[] = [];
      clean = yield* splice(clean, widened(clean, hits, pass), hide, written, from);
      const end = from + clean.length;
      const around = text.slice(0, from) + clean + text.slice(to);
      const { hits: next } = yield* look(around, yield* windowsAround(written, reach.hidden, around));
      for (const hit of next) if (hit.start < end) beyond = Math.max(beyond, hit.end - end);
      hits = yield* within(next, from, end);
    }
    if (beyond === 0 || to === text.length) return { clean, to };
    // Hiding made something longer of what follows.
    limit = isLast ? Math.min(text.length, to + beyond) : to + beyond;
  }
  return null;
}

/** Returns where a part can be cut: before something that goes on beyond the limit, or after it. */
function* cutAt(
  { hits, open }: FoundSecret,
  from: number,
  limit: number,
  length: number,
  isLast: boolean,
): Steps<number | null> {
  if (isLast && limit >= length) return length;
  let to = Math.max(from, Math.min(limit, open));
  for (let nth = hits.length - 1; nth >= 0; nth--) {
    if (isDue()) yield;
    const { start, end } = hits[nth] as Hit;
    if (start < to && end > to) to = start;
  }
  if (to > from) return to;
  // All of it is one secret.
  let end = limit;
  for (const hit of hits) {
    if (isDue()) yield;
    if (hit.start <= end && hit.end > end) end = hit.end;
  }
  return end < length && open >= end ? end : isLast ? length : null;
}

function* within(hits: readonly Hit[], from: number, to: number): Steps<readonly Hit[]> {
  const cut: Hit[] = [];
  for (const hit of hits) {
    if (isDue()) yield;
    if (hit.end <= from || hit.start >= to) continue;
    cut.push({ ...hit, start: Math.max(0, hit.start - from), end: Math.min(hit.end, to) - from });
  }
  return cut;
}

/**
 * Makes the reader of a body, of any bytes: as text as long as they are UTF-8, else with one character for each byte.
 * @throws BodyTooLargeError for a secret that is too long to be held.
 */
export function partsReader(read: PartReader): ChunkChange {
  const parts = createParts();
  const readAll = (taking: Taking): Uint8Array<ArrayBuffer> => {
    let step = taking.next();
    while (!step.done) step = taking.next(finish(read(step.value)));
    return step.value;
  };
  return { chunk: (bytes) => readAll(parts.chunk(bytes)), end: () => readAll(parts.end()) };
}

/** Reads a body that is in memory part by part, with pauses. */
export function* wholeSteps(raw: HeldBody, read: PartReader): Steps<HeldBody> {
  const bytes = bytesOf(raw);
  const parts = createParts();
  const out: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; ; at += reach.read) {
    yield;
    const taking = at < bytes.length ? parts.chunk(bytes.subarray(at, at + reach.read)) : parts.end();
    let step = taking.next();
    while (!step.done) step = taking.next(yield* read(step.value));
    out.push(step.value);
    if (at < bytes.length) continue;
    yield;
    return bodyOf(joined(out)) ?? raw;
  }
}

/**
 * Does the same in turns with the event loop, part by part: a body that came at once does not block the thread for
 * longer.
 */
export function latePartsReader(read: (part: TextPart) => ReadPart | null | Promise<ReadPart | null>): LateChunkChange {
  const parts = createParts();
  const readOn = async (taking: Taking, step: IteratorYieldResult<TextPart>): Promise<Uint8Array<ArrayBuffer>> => {
    let next: ReturnType<Taking["next"]> = step;
    while (!next.done) {
      await nextTurn();
      next = taking.next(await read(next.value));
    }
    return next.value;
  };
  const readAll = (taking: Taking): ReturnType<LateChunkChange["end"]> => {
    const step = taking.next();
    return step.done ? step.value : readOn(taking, step);
  };
  return { chunk: (bytes) => readAll(parts.chunk(bytes)), end: () => readAll(parts.end()) };
}

/** Yields parts to be read, and at the end their redacted text. */
type Taking = Generator<TextPart, Uint8Array<ArrayBuffer>, ReadPart | null>;

/** Cuts a body into the parts to read. */
function createParts(): {
  readonly chunk: (bytes: Uint8Array<ArrayBuffer>) => Taking;
  readonly end: () => Taking;
} {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const encoder = new TextEncoder();
  let isText = true;
  let left = new Uint8Array();
  // In pieces, since they may be many and small.
  let waiting: string[] = [];
  let text = "";
  let length = 0;
  let from = 0;
  let wanted: number = reach.read + reach.ahead;

  const add = (more: string): void => {
    waiting.push(more);
    length += more.length;
  };
  const decode = (bytes: Uint8Array<ArrayBuffer>, isLast: boolean): string => {
    const whole = left.length === 0 ? bytes : joined([left, bytes]);
    if (isText) {
      const end = isLast ? whole.length : whole.length - cutOff(whole);
      try {
        const said = decoder.decode(whole.subarray(0, end));
        left = whole.slice(end);
        return said;
      } catch {
        isText = false;
        const before = text + waiting.join("");
        from = encoder.encode(before.slice(0, from)).length;
        text = latin1Text(encoder.encode(before));
        waiting = [];
        length = text.length;
      }
    }
    left = new Uint8Array();
    return latin1Text(whole);
  };
  function* take(isLast: boolean): Taking {
    const clean: string[] = [];
    while (isLast ? length > from : length - from >= wanted) {
      text += waiting.join("");
      waiting = [];
      const size = isLast && length - from < wanted ? length : from + wanted;
      const part = yield { text: text.slice(0, size), from, isLast: isLast && size === length };
      if (part === null) {
        if (wanted > longestHidden) throw new BodyTooLargeError(longestHidden, "secret");
        wanted *= 2;
        continue;
      }
      wanted = reach.read + reach.ahead;
      clean.push(part.clean);
      const back = Math.max(0, part.to - reach.back);
      // Joined from two, which copies: a slice would hold all of the part in memory until the next one.
      text = [text.slice(back, part.to), text.slice(part.to)].join("");
      length -= back;
      from = part.to - back;
    }
    return isText ? encoder.encode(clean.join("")) : latin1Bytes(clean.join(""));
  }
  return {
    chunk(bytes) {
      add(decode(bytes, false));
      return take(false);
    },
    end() {
      add(decode(new Uint8Array(), true));
      return take(true);
    },
  };
}

// A member with a secret's name is read as a whole, which holds the thread for as long as other clients may wait.
const longestHidden = 8 * 1024 * 1024;
const mostValues = 20_000;

/** Returns how many bytes at the end are an incomplete character. */
function cutOff(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}
