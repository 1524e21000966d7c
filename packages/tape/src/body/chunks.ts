// How a stream's body was cut into chunks, and how it is cut after a change. It knows no HTTP. Read next:
// ../exchange.ts.

import type { Exchange, HeaderList, RecordedChunk, RecordedResponse } from "../exchange.ts";
import { headerOf } from "../http/headers.ts";
import { bytesOf, joined } from "./body.ts";
import { createByteBlocks } from "./byte-blocks.ts";

const encoder = new TextEncoder();
const lineFeed = 10;

/**
 * Cuts a changed text where the original was cut, after secrets were hidden or addresses replaced. Cuts before and
 * after a change in a line stay where they were; a cut inside a change keeps its distance from the start of the change.
 * @example
 * mappedChunks("key=abcdef\nok", "key=[k]\nok", [[7, 0], [6, 40]]); // [[6, 0], [4, 40]]
 */
export function mappedChunks(from: string, to: string, chunks: readonly RecordedChunk[]): readonly RecordedChunk[] {
  if (from === to) return chunks;
  const [before, after] = [encoder.encode(from), encoder.encode(to)];
  const [left, right] = [linesOf(before), linesOf(after)];
  // If lines were joined or split, it is one chunk.
  const even = left.length === right.length;
  const olds = even ? left : [0, before.length];
  const news = even ? right : [0, after.length];
  let line = -1;
  let placeIn = (place: number): number => place;
  let place = 0;
  let written = 0;
  return chunks.map(([bytes, afterMs]) => {
    place += bytes;
    let next = Math.max(0, line);
    while (next < olds.length - 2 && (olds[next + 1] ?? 0) <= place) next += 1;
    const [start = 0, end = 0] = [olds[next], olds[next + 1]];
    const [newStart = 0, newEnd = 0] = [news[next], news[next + 1]];
    if (next > line) placeIn = placesWithin(before.subarray(start, end), after.subarray(newStart, newEnd));
    line = next;
    const there = newStart + placeIn(place - start);
    const length = there - written;
    written = there;
    return [length, afterMs];
  });
}

/** Follows the cuts of a body while it is changed. */
interface ChunkFollower {
  /** Takes a chunk as it came. */
  came(bytes: Uint8Array<ArrayBuffer>, afterMs: number): void;
  /** Takes the changed form of what came so far, or of its beginning. */
  became(bytes: Uint8Array<ArrayBuffer>): void;
  /** Returns the chunks of the changed body. */
  end(): readonly RecordedChunk[];
}

/** Number of bytes in which the end of a line is searched, and that are waited for before it is. */
const [mostFollowed, enough] = [1024 * 1024, 64 * 1024];

/**
 * Makes the follower for a body that is too large to be held: it works like {@link mappedChunks}, but assumes that
 * lines correspond.
 * @example
 * const follower = followChunks();
 * const bytes = new TextEncoder().encode("data: 1");
 * follower.came(bytes, 0);
 * follower.became(bytes);
 * follower.end(); // [[7, 0]]
 */
export function followChunks(): ChunkFollower {
  const chunks: RecordedChunk[] = [];
  let before = new Uint8Array();
  let after = new Uint8Array();
  const [fresh, made] = [createByteBlocks(), createByteBlocks()];
  let waiting = 0;
  // Lengths of the chunks that are not cut yet; the first one counts from the start of `before`.
  let cuts: RecordedChunk[] = [];
  /** The first of them that is not cut. */
  let next = 0;
  let written = 0;
  /** Notes that so many bytes of the original correspond to so many of the changed body. */
  const pair = (
    from: number,
    to: number,
    placeIn = placesWithin(before.subarray(0, from), after.subarray(0, to)),
  ): void => {
    let [place, start] = [0, 0];
    for (; next < cuts.length; next += 1) {
      const [length, afterMs] = cuts[next] as RecordedChunk;
      if (place + length > from) {
        cuts[next] = [length - (from - place), afterMs];
        break;
      }
      place += length;
      const there = placeIn(place);
      chunks.push([written + there - start, afterMs]);
      written = 0;
      start = there;
    }
    written += to - start;
    [before, after] = [before.subarray(from), after.subarray(to)];
  };
  const follow = (): void => {
    [before, after] = [joined([before, ...fresh.take()]), joined([after, ...made.take()])];
    waiting = 0;
    cuts = cuts.slice(next);
    next = 0;
    let same = 0;
    while (same < after.length && before[same] === after[same]) same += 1;
    if (same === after.length) {
      pair(same, same, (place) => place);
      return;
    }
    let [from, to] = [before.indexOf(lineFeed), after.indexOf(lineFeed)];
    while (from !== -1 && to !== -1) {
      pair(from + 1, to + 1);
      [from, to] = [before.indexOf(lineFeed), after.indexOf(lineFeed)];
    }
    const all = Math.min(before.length, after.length);
    if (all > mostFollowed) pair(all, all);
  };
  return {
    came(bytes, afterMs) {
      fresh.add(bytes);
      cuts.push([bytes.length, afterMs]);
    },
    became(bytes) {
      made.add(bytes);
      waiting += bytes.length;
      if (waiting >= enough) follow();
    },
    end() {
      follow();
      pair(before.length, after.length);
      // The changed body is longer than expected, after everything was cut.
      const last = chunks.pop();
      return last === undefined ? chunks : [...chunks, [last[0] + written, last[1]]];
    },
  };
}

/**
 * Returns the chunks of a changed exchange, cut where the original's are.
 * @param raw The exchange as it came.
 */
export function rechunked(raw: Exchange, changed: Exchange): Exchange {
  const [before, after] = [raw.response, changed.response];
  if (before.chunks === undefined || before.body?.encoding !== "utf8" || after.body?.encoding !== "utf8")
    return changed;
  const texts = [before.body.text, after.body.text] as const;
  return { ...changed, response: { ...after, chunks: mappedChunks(...texts, before.chunks) } };
}

/**
 * Returns the chunks of a response so that they add up to its body: a body that was edited is cut at the same places,
 * and the last chunk takes the rest.
 */
export function addedUp(response: RecordedResponse): RecordedResponse {
  const { chunks, body } = response;
  if (chunks === undefined) return response;
  let left = body?.encoding === "file" ? body.bytes : bytesOf(body).length;
  const fitted = chunks.flatMap(([bytes, afterMs], at): RecordedChunk[] => {
    const taken = at === chunks.length - 1 ? left : Math.min(bytes, left);
    left -= taken;
    return taken === 0 ? [] : [[taken, afterMs]];
  });
  const same = fitted.length === chunks.length && fitted.every(([bytes], at) => bytes === chunks[at]?.[0]);
  return same ? response : { ...response, chunks: fitted };
}

/**
 * Media types of streams, whose parts each mean something by themselves. Those of gRPC-web, Connect and Amazon's event
 * streams are binary; GraphQL sends deferred parts as `multipart/mixed`.
 */
const flowing =
  /^(?:text\/event-stream|multipart\/(?:mixed|x-mixed-replace)|application\/(?:x-ndjson|ndjson|jsonl|x-jsonlines|json-seq|stream\+json|grpc-web(?:-text)?(?:\+\w+)?|connect\+\w+|vnd\.amazon\.eventstream))\s*(?:;|$)/i;

/**
 * Returns whether the media type of a message is a stream's: it is then passed on as it comes.
 * @example
 * flowsByType([["content-type", "text/event-stream"]]); // true
 */
export function flowsByType(headers: HeaderList): boolean {
  return flowing.test(headerOf(headers, "content-type") ?? "");
}

/**
 * Returns the chunks of a body that is read in pieces; a chunk that lies in two pieces comes in two, and bytes beyond
 * the chunks come as they are read.
 */
export function* cutPieces(
  pieces: Iterable<Uint8Array<ArrayBuffer>>,
  chunks: readonly RecordedChunk[],
): Iterable<{ readonly afterMs: number; readonly bytes: Uint8Array<ArrayBuffer> }> {
  const left = chunks.values();
  let [length, afterMs] = [0, 0];
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      if (length === 0) {
        const next = left.next();
        [length, afterMs] = next.done ? [Number.POSITIVE_INFINITY, 0] : next.value;
      }
      const bytes = piece.subarray(at, at + length);
      if (bytes.length > 0) yield { afterMs, bytes };
      at += bytes.length;
      length -= bytes.length;
      afterMs = 0;
    }
  }
}

/** Returns where each line begins, and the end. */
function linesOf(bytes: Uint8Array): number[] {
  const starts = [0];
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) starts.push(at + 1);
  return starts.at(-1) === bytes.length && starts.length > 1 ? starts : [...starts, bytes.length];
}

/** Returns where a place of a text is after its change. */
function placesWithin(from: Uint8Array, to: Uint8Array): (at: number) => number {
  const shorter = Math.min(from.length, to.length);
  let head = 0;
  while (head < shorter && from[head] === to[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && from[from.length - 1 - tail] === to[to.length - 1 - tail]) tail += 1;
  return (at) => {
    if (at <= head) return at;
    if (at >= from.length - tail) return to.length - (from.length - at);
    const part = (at - head) / (from.length - tail - head);
    return head + Math.round(part * (to.length - tail - head));
  };
}
