import type { Body, FiledBody, HeldBody } from "../exchange.ts";
import { chunksIn } from "./filed-body.ts";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** The statuses of answers without a body, whatever their headers say. @see RFC 9110, sections 15.3.5, 15.3.6, 15.4.5 */
export const bodilessStatuses: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Stores bytes as a body: as text if they are UTF-8, else as base64; returns null for none.
 * @example
 * bodyOf(new TextEncoder().encode("[]")); // { encoding: "utf8", text: "[]" }
 */
export function bodyOf(bytes: Uint8Array): HeldBody | null {
  if (bytes.length === 0) return null;
  try {
    return { encoding: "utf8", text: decoder.decode(bytes) };
  } catch {
    return { encoding: "base64", text: toBase64(bytes) };
  }
}

/**
 * Returns the bytes of a body; reads one in a file as a whole.
 * @example
 * bytesOf({ encoding: "base64", text: "AAE=" }); // new Uint8Array([0, 1])
 */
export function bytesOf(body: Body | null): Uint8Array<ArrayBuffer> {
  if (body === null) return new Uint8Array();
  if (body.encoding === "file") return joined([...chunksIn(body)]);
  return body.encoding === "utf8" ? encoder.encode(body.text) : fromBase64(body.text);
}

/** Returns whether a value is bytes, of whichever realm: under jsdom, Node's are no instance of the page's `Uint8Array`. */
export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value);
}

/** Returns the bytes of parts, joined. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Returns a body that is held in memory, for what cannot take it in pieces: files of other tools, a terminal. */
export function heldBody<Kind extends Body | null>(body: Kind): Exclude<Kind, FiledBody> | HeldBody {
  return (body?.encoding === "file" ? (bodyOf(bytesOf(body)) as HeldBody) : body) as Exclude<Kind, FiledBody>;
}

/** The runtime's own base64, if it has one (ECMA-262, 2026): many times faster for large bodies. */
const native = Uint8Array as unknown as {
  readonly fromBase64?: (text: string) => Uint8Array<ArrayBuffer>;
  readonly prototype: { readonly toBase64?: () => string };
};

/** Writes bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  return native.prototype.toBase64?.call(bytes) ?? btoa(latin1Text(bytes));
}

/** The runtime's own conversion of bytes to characters, if it has one: many times faster. */
const { Buffer: buffers } = globalThis as { readonly Buffer?: typeof Buffer };

/** Writes bytes as text, one character for each. */
export function latin1Text(bytes: Uint8Array): string {
  if (buffers) return buffers.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  let text = "";
  // In steps: one call with a large array's elements as arguments would overflow the stack.
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

/**
 * Decodes base64.
 * @throws SyntaxError, or DOMException (`InvalidCharacterError`) on an older runtime, if the text is not base64.
 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return native.fromBase64?.(text) ?? latin1Bytes(atob(text));
}

/** Returns whether a text is base64. */
export function isBase64(text: string): boolean {
  try {
    fromBase64(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the bytes of a text with one character for each. */
export function latin1Bytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  if (buffers) {
    buffers.from(bytes.buffer).write(text, "latin1");
    return bytes;
  }
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
