import { promisify } from "node:util";
import zlib, { brotliDecompress, gunzip, type InputType, inflate, inflateRaw } from "node:zlib";

type Decoder = (bytes: InputType) => Promise<Uint8Array>;

const unzip: Decoder = promisify(gunzip);
const decoders: Readonly<Record<string, Decoder>> = {
  br: promisify(brotliDecompress),
  // Named after the zlib format, and sent by some as the raw stream within it.
  deflate: (bytes) => promisify(inflate)(bytes).catch(() => promisify(inflateRaw)(bytes)),
  gzip: unzip,
  identity: async (bytes) => bytes as Uint8Array,
  "x-gzip": unzip,
  // Asked of the module itself: a runtime that is older than it would not load an import of that name.
  ...(zlib.zstdDecompress && { zstd: promisify(zlib.zstdDecompress) as Decoder }),
};

/** The codings that a recorder asks for, as `accept-encoding`. */
export const acceptEncoding = "gzip, deflate, br";

/** A body is in a coding that nobody here can undo. Its code is `ECODING:` and the coding. */
export class UnknownCodingError extends RangeError {
  override readonly name = "UnknownCodingError";
  readonly code: string;
  constructor(coding: string) {
    // Whatever stands in the header goes into messages.
    const shown = coding.replace(/[^\w.+-]/g, "").slice(0, 30) || "(none)";
    super(`content-encoding "${shown}" is not known`);
    this.code = `ECODING:${shown}`;
  }
}

/**
 * Undoes the codings of a `content-encoding` header, last one first.
 * @throws UnknownCodingError for a coding that is not known.
 * @throws Error (code `Z_…`) for bytes that are not what the header says.
 * @example
 * await decode(bytes, "gzip"); // Uint8Array of the text within
 */
export async function decode(bytes: Uint8Array, contentEncoding: string): Promise<Uint8Array> {
  let decoded = bytes;
  for (const coding of contentEncoding.toLowerCase().split(",").reverse()) {
    const decoder = decoders[coding.trim()];
    if (!decoder) throw new UnknownCodingError(coding.trim());
    // An answer without a body, as to HEAD, still names its coding.
    if (decoded.length > 0) decoded = await decoder(decoded);
  }
  return decoded;
}
