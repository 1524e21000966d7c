// Binary messages whose parts are told by their lengths: Protocol Buffers, and the frames of gRPC, gRPC-Web and Connect
// around them. A placeholder is seldom as long as what it stands for, so the lengths around it are written anew.
// https://protobuf.dev/programming-guides/encoding/
// https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-WEB.md; https://connectrpc.com/docs/protocol

import { bodyOf, bytesOf, latin1Bytes, latin1Text } from "../../../body/body.ts";
import type { HeaderList, HeldBody } from "../../../exchange.ts";
import { headerOf } from "../../../http/headers.ts";

interface Cleaning {
  /** Hides the secrets of a text, with one character for each byte; null if there were too many texts. */
  readonly clean: (text: string) => string | null;
  /** Whether a part may have secrets that only its texts by themselves show. */
  readonly isTold: boolean;
}

/** Returns the placeholders of those texts of a message that are secrets by what it is about: its fields have no names. */
export type HideTexts = (texts: readonly string[]) => ReadonlyMap<string, string>;

const types =
  /^application\/(?:(?:x-|vnd\.google\.)?protobuf|proto|grpc(?:-web)?(?:\+proto)?|connect\+proto)\s*(?:;|$)/i;
const [mostNested, mostParts, longestVarint, frameHead] = [32, 4096, 10, 5];
/** With more texts, a message is no login, nor its answer. */
const mostTold = 16;

/**
 * Hides the secrets of a body. In a message of one of these types, they are hidden in each part, and the lengths of the
 * parts are written anew. Where a secret lies across parts, or there are thousands of parts, all lengths stay.
 * @param hide Hides the secrets of a body of any type.
 * @param hideTexts Null if the message is about nothing that tells.
 */
export function withLengths(
  raw: HeldBody,
  headers: HeaderList,
  hide: (body: HeldBody) => HeldBody,
  hideTexts: HideTexts | null,
): HeldBody {
  const clean = hide(raw);
  if (!types.test(headerOf(headers, "content-type") ?? "")) return clean;
  if (clean.text === raw.text && hideTexts === null) return clean;
  let left = mostParts;
  const bytes = latin1Text(bytesOf(raw));
  const texts =
    hideTexts === null
      ? []
      : textsIn(bytes)
          .take(mostTold + 1)
          .map(asUtf8)
          .toArray();
  const told = hideTexts === null || texts.length > mostTold ? new Map<string, string>() : hideTexts(texts);
  if (clean.text === raw.text && told.size === 0) return clean;
  const hidden = (text: string): string | null => {
    left -= 1;
    const own = told.size === 0 ? undefined : told.get(asUtf8(text));
    if (own !== undefined) return own;
    const body = bodyOf(latin1Bytes(text));
    return left < 0 ? null : body === null ? text : latin1Text(bytesOf(hide(body)));
  };
  const cleaning = { clean: hidden, isTold: told.size > 0 };
  const parts = frames(bytes, cleaning) ?? message(bytes, cleaning, 0);
  const whole = parts === null ? null : bodyOf(latin1Bytes(parts));
  return whole !== null && hide(whole).text === whole.text ? whole : clean;
}

function frames(bytes: string, cleaning: Cleaning): string | null {
  const found = framesOf(bytes);
  let said = "";
  for (const { flags, part } of found ?? []) {
    // What is compressed is not read; trailers, and the end of a stream, are text.
    const own = (flags & 1) !== 0 ? part : flags === 0 ? message(part, cleaning, 0) : cleaning.clean(part);
    if (own === null) return null;
    said += String.fromCharCode(flags) + bigEndian(own.length) + own;
  }
  return found && said;
}

function framesOf(bytes: string): ReadonlyArray<{ readonly flags: number; readonly part: string }> | null {
  const found: Array<{ flags: number; part: string }> = [];
  let at = 0;
  while (at < bytes.length) {
    const flags = bytes.charCodeAt(at);
    const length = Array.from(bytes.slice(at + 1, at + frameHead)).reduce(
      (all, each) => all * 256 + each.charCodeAt(0),
      0,
    );
    const end = at + frameHead + length;
    if (![0, 1, 2, 3, 0x80, 0x81].includes(flags) || end > bytes.length) return null;
    found.push({ flags, part: bytes.slice(at + frameHead, end) });
    at = end;
  }
  return found;
}

/** A field of a message: where its tag begins and ends, and its content. */
interface Field {
  readonly at: number;
  readonly tagEnd: number;
  readonly start: number;
  readonly end: number;
  /** Whether it has a length. */
  readonly isPart: boolean;
}

/** Returns the fields of a message; null if it is none. */
function fieldsOf(bytes: string): readonly Field[] | null {
  const fields: Field[] = [];
  let at = 0;
  while (at < bytes.length) {
    const tag = varintAt(bytes, at);
    if (tag === null || tag.value < 8) return null;
    const kind = tag.value % 8;
    const number = kind === 0 || kind === 2 ? varintAt(bytes, tag.end) : null;
    const start = number?.end ?? tag.end;
    const end = kind === 1 ? start + 8 : kind === 5 ? start + 4 : kind === 2 ? start + (number?.value ?? 0) : start;
    if (![0, 1, 2, 5].includes(kind) || ((kind === 0 || kind === 2) && number === null) || end > bytes.length)
      return null;
    fields.push({ at, tagEnd: tag.end, start, end, isPart: kind === 2 });
    at = end;
  }
  return fields;
}

function message(bytes: string, cleaning: Cleaning, depth: number): string | null {
  const fields = fieldsOf(bytes);
  let said = "";
  for (const { at, tagEnd, start, end, isPart } of fields ?? []) {
    const part = bytes.slice(start, end);
    const own = isPart ? cleanPart(part, cleaning, depth) : part;
    if (own === null) return null;
    said += bytes.slice(at, tagEnd) + (own === part ? bytes.slice(tagEnd, start) : varint(own.length)) + own;
  }
  return fields && said;
}

const controls = /[^ -~\x80-\xff]/;

/** Returns a text of bytes as what it says, if that is UTF-8. */
function asUtf8(text: string): string {
  const body = bodyOf(latin1Bytes(text));
  return body?.encoding === "utf8" ? body.text : text;
}

/** Yields the texts in a message, or in those of frames. */
function* textsIn(bytes: string, depth = 0): Generator<string, undefined> {
  const messages = depth === 0 ? framesOf(bytes)?.filter(({ flags }) => flags === 0) : undefined;
  for (const each of messages?.map(({ part }) => part) ?? [bytes])
    for (const { start, end, isPart } of fieldsOf(each) ?? []) {
      const part = each.slice(start, end);
      if (isPart && part !== "" && !controls.test(part)) yield part;
      else if (isPart && depth < mostNested) yield* textsIn(part, depth + 1);
    }
}

/** Hides the secrets of a part, which may be a message itself. */
function cleanPart(part: string, cleaning: Cleaning, depth: number): string | null {
  const { clean, isTold } = cleaning;
  const text = part === "" ? part : clean(part);
  const isNested = text !== part || (isTold && controls.test(part));
  if (text === null || !isNested || depth === mostNested) return text;
  const nested = message(part, cleaning, depth + 1);
  // A text may look like a message: then its parts may cut a secret.
  return nested !== null && clean(nested) === nested ? nested : text;
}

function varintAt(bytes: string, at: number): { readonly value: number; readonly end: number } | null {
  let value = 0;
  for (let nth = 0; nth < longestVarint; nth += 1) {
    const byte = bytes.charCodeAt(at + nth);
    if (Number.isNaN(byte)) return null;
    value += (byte & 0x7f) * 128 ** nth;
    if (byte < 0x80) return { value, end: at + nth + 1 };
  }
  return null;
}

function varint(value: number): string {
  return value < 128 ? String.fromCharCode(value) : String.fromCharCode((value & 0x7f) | 0x80) + varint(value >>> 7);
}

function bigEndian(value: number): string {
  return String.fromCharCode(value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff);
}
