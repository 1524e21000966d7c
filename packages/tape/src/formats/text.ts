import { Buffer, isUtf8 } from "node:buffer";
import { unzipSync } from "node:zlib";
import { isZlib } from "../body/content-coding.ts";
import { RecordingSyntaxError } from "../recording-error.ts";
import { isGzip } from "./har/content.ts";

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

/** Limits for files of other tools, in bytes unless it says otherwise: a larger file is refused by name. */
export const limits: Readonly<Record<"file" | "yaml" | "yamlNodes" | "yamlDepth" | "files", number>> = {
  /** A file, and a file in an archive. */
  file: 256 * 2 ** 20,
  /** A YAML file: its parser takes some fifty times the file's size. */
  yaml: 32 * 2 ** 20,
  /** Nodes of a YAML document, each alias counted with everything that it stands for. */
  yamlNodes: 2_000_000,
  /** Levels of nesting of a YAML document. */
  yamlDepth: 100,
  /** Files of a folder or an archive. */
  files: 20_000,
};

/** Returns a size for people: `32 MiB`. */
export function mebibytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20)} MiB`;
}
