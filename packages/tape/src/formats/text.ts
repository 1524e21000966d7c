import { Buffer, isUtf8 } from "node:buffer";
import { unzipSync } from "node:zlib";
import { isZlib } from "../body/content-coding.ts";
import { RecordingSyntaxError } from "../recording-error.ts";
import { isGzip } from "./har/content.ts";
import { limits, mebibytes } from "./limits.ts";

/**
 * Returns the text of another tool's file: UTF-8, UTF-16 with a byte order mark, or either compressed by zlib, as in
 * mitmproxy's `.zhar`, or gzip, as in sitespeed.io's `.har.gz`.
 * @throws RecordingSyntaxError for bytes that are not text, or too many: guessing would lose what they were.
 */
export function textOf(bytes: Uint8Array, file: string): string {
  if (bytes.length > limits.file) {
    const size = `${mebibytes(bytes.length)}, and ${mebibytes(limits.file)} are read`;
    throw new RecordingSyntaxError(file, `it has ${size}; split it`);
  }
  const plain = isZlib(bytes) || isGzip(bytes) ? unpacked(bytes, file) : bytes;
  const charset =
    plain[0] === 0xff && plain[1] === 0xfe ? "utf-16le" : plain[0] === 0xfe && plain[1] === 0xff ? "utf-16be" : "utf-8";
  try {
    return new TextDecoder(charset, { fatal: true }).decode(plain);
  } catch {
    throw new RecordingSyntaxError(
      file,
      `it is no text in UTF-8, at line ${brokenLine(plain)}; save it as UTF-8, for what the bytes stand for cannot be told`,
    );
  }
}

function unpacked(bytes: Uint8Array, file: string): Uint8Array {
  try {
    return unzipSync(bytes, { maxOutputLength: limits.file });
  } catch {
    throw new RecordingSyntaxError(
      file,
      `it begins as zlib's format or gzip's does, and is none, or has more than ${mebibytes(limits.file)}`,
    );
  }
}

// Line by line: a line feed is never part of another character.
function brokenLine(bytes: Uint8Array): number {
  const lines = Buffer.from(bytes).toString("latin1").split("\n");
  return lines.findIndex((line) => !isUtf8(Buffer.from(line, "latin1"))) + 1;
}
