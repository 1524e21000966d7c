// Binary messages whose parts are told by their lengths: Protocol Buffers, and the frames of gRPC, gRPC-Web and Connect
// around them. A placeholder is seldom as long as what it stands for, so the lengths around it are written anew.
// https://protobuf.dev/programming-guides/encoding/
// https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-WEB.md; https://connectrpc.com/docs/protocol

import { bodyOf, bytesOf, latin1Bytes, latin1Text } from "../../../body/body.ts";
import type { HeaderList, HeldBody } from "../../../exchange.ts";
import { headerOf } from "../../../http/headers.ts";

/** Hides the secrets of a text, with one character for each byte; null if there were too many texts. */
type Clean = (text: string) => string | null;

const types =
  /^application\/(?:(?:x-|vnd\.google\.)?protobuf|proto|grpc(?:-web)?(?:\+proto)?|connect\+proto)\s*(?:;|$)/i;
const [mostNested, mostParts, longestVarint, frameHead] = [32, 4096, 10, 5];

/**
 * Hides the secrets of a body. In a message of one of these types, they are hidden in each part, and the lengths of the
 * parts are written anew. Where a secret lies across parts, or there are thousands of parts, all lengths stay.
 * @param hide Hides the secrets of a body of any type.
 */
export function withLengths(raw: HeldBody, headers: HeaderList, hide: (body: HeldBody) => HeldBody): HeldBody {
  const clean = hide(raw);
  if (clean.text === raw.text || !types.test(headerOf(headers, "content-type") ?? "")) return clean;
  let left = mostParts;
  const bytes = latin1Text(bytesOf(raw));
  const hidden = (text: string): string | null => {
    left -= 1;
    const body = bodyOf(latin1Bytes(text));
    return left < 0 ? null : body === null ? text : latin1Text(bytesOf(hide(body)));
  };
  const parts = frames(bytes, hidden) ?? message(bytes, hidden, 0);
  const whole = parts === null ? null : bodyOf(latin1Bytes(parts));
  return whole !== null && hide(whole).text === whole.text ? whole : clean;
}

function frames(bytes: string, clean: Clean): string | null {
  let [said, at] = ["", 0];
  while (at < bytes.length) {
    const flags = bytes.charCodeAt(at);
    const length = Array.from(bytes.slice(at + 1, at + frameHead)).reduce(
      (all, each) => all * 256 + each.charCodeAt(0),
      0,
    );
    const end = at + frameHead + length;
    if (![0, 1, 2, 3, 0x80, 0x81].includes(flags) || end > bytes.length) return null;
    const part = bytes.slice(at + frameHead, end);
    // What is compressed is not read; trailers, and the end of a stream, are text.
    const own = (flags & 1) !== 0 ? part : flags === 0 ? message(part, clean, 0) : clean(part);
    if (own === null) return null;
    said += bytes[at] + bigEndian(own.length) + own;
    at = end;
  }
  return said;
}

function message(bytes: string, clean: Clean, depth: number): string | null {
  let [said, at] = ["", 0];
  while (at < bytes.length) {
    const tag = varintAt(bytes, at);
    if (tag === null || tag.value < 8) return null;
    const kind = tag.value % 8;
    const number = kind === 0 || kind === 2 ? varintAt(bytes, tag.end) : null;
    const start = number?.end ?? tag.end;
    const end = kind === 1 ? start + 8 : kind === 5 ? start + 4 : kind === 2 ? start + (number?.value ?? 0) : start;
    if (![0, 1, 2, 5].includes(kind) || ((kind === 0 || kind === 2) && number === null) || end > bytes.length)
      return null;
    const part = bytes.slice(start, end);
    const own = kind === 2 ? cleanPart(part, clean, depth) : part;
    if (own === null) return null;
    said += bytes.slice(at, tag.end) + (own === part ? bytes.slice(tag.end, start) : varint(own.length)) + own;
    at = end;
  }
  return said;
}

/** Hides the secrets of a part, which may be a message itself. */
function cleanPart(part: string, clean: Clean, depth: number): string | null {
  const text = part === "" ? part : clean(part);
  if (text === part || text === null || depth === mostNested) return text;
  const nested = message(part, clean, depth + 1);
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
