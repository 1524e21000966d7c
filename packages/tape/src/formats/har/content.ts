import { Buffer } from "node:buffer";
import { bodyOf, fromBase64, joined } from "../../body/body.ts";
import { BodyTooLargeError, decodeContentSync, UnknownCodingError } from "../../body/content-coding.ts";
import type { Body, HeaderList } from "../../exchange.ts";
import { headerOf, saysText } from "../../http/headers.ts";
import { parsedJson } from "../../json/json-value.ts";

/** The body of a HAR entry, with the members of any tool that writes HAR. */
export interface HarContent {
  readonly text?: string | null;
  readonly encoding?: string | null;
  readonly size?: number;
  /** Polly.js before version 6: the text is hexadecimal. */
  readonly _isBinary?: boolean;
  /** Playwright, `content: "attach"`: the name of a file beside this one. */
  readonly _file?: string;
}

/**
 * Reads the body of a HAR entry. Most tools decode it and leave the `content-encoding` header as it was; Polly.js
 * stores an encoded body as the JSON list of its chunks, in base64 (version 6) or hexadecimal (earlier). Text that begins
 * as JSON or a page does is text, whatever its encoding is said to be.
 * @throws RangeError that says why it cannot be read.
 * @example
 * harBody({ text: "W10=", encoding: "base64" }, []); // { encoding: "utf8", text: "[]" }
 */
export function harBody(content: HarContent, headers: HeaderList): Body | null {
  const { text, encoding, _isBinary } = content;
  if (!text) return null;
  const form = _isBinary === true ? "hex" : (encoding ?? "").toLowerCase();
  if (form === "" || form === "utf8" || form === "utf-8") {
    if (!text.isWellFormed()) throw new RangeError("it is no text: half a character stands alone");
    return { encoding: "utf8", text };
  }
  // A hook of Polly's decoded it, and left what it was.
  if (/^\s*[{<]/.test(text) && text.isWellFormed()) return { encoding: "utf8", text };
  if (form !== "base64" && form !== "hex") throw new RangeError(`its encoding is "${form.slice(0, 20)}"`);
  const coding = headerOf(headers, "content-encoding");
  const chunks = coding === null ? null : chunkList(text);
  if (coding === null || chunks === null) {
    const bytes = bytesIn(text, form);
    // A file that is itself compressed may have been sent encoded once more.
    const isStill = isGzip(bytes) && /\bgzip\b/i.test(coding ?? "") && saysText(headers);
    return bodyOf(isStill ? decoded(bytes, "gzip") : bytes);
  }
  return bodyOf(decoded(joined(chunks.map((chunk) => bytesIn(chunk, form))), coding));
}

/**
 * Decodes the codings of a body in a file.
 * @throws RangeError that says why it cannot be decoded.
 */
export function decoded(bytes: Uint8Array, contentEncoding: string): Uint8Array {
  try {
    return decodeContentSync(bytes, contentEncoding);
  } catch (error) {
    if (error instanceof UnknownCodingError || error instanceof BodyTooLargeError) throw error;
    throw new RangeError(`it is not what its content-encoding "${contentEncoding.trim()}" says`);
  }
}

/** @throws RangeError if the text is not hexadecimal. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  if (text.length % 2 !== 0 || !/^[\da-fA-F]*$/.test(text)) throw new RangeError("it is not hexadecimal");
  return new Uint8Array(Buffer.from(text, "hex"));
}

/** @see RFC 1952, section 2.3.1 */
export function isGzip([first, second]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b;
}

function chunkList(text: string): readonly string[] | null {
  const list = text.startsWith("[") ? parsedJson(text) : null;
  return Array.isArray(list) && list.every((chunk) => typeof chunk === "string") ? list : null;
}

function bytesIn(text: string, form: "base64" | "hex"): Uint8Array<ArrayBuffer> {
  if (form === "hex") return fromHex(text);
  try {
    return fromBase64(text);
  } catch {
    throw new RangeError("it is not base64");
  }
}
