import { promisify } from "node:util";
import { brotliDecompress, gunzip, type InputType, inflate, inflateRaw } from "node:zlib";

type Decoder = (bytes: InputType) => Promise<Uint8Array>;

const unzip: Decoder = promisify(gunzip);
const decoders: Readonly<Record<string, Decoder>> = {
  br: promisify(brotliDecompress),
  // Named after the zlib format, and sent by some as the raw stream within it.
  deflate: (bytes) => promisify(inflate)(bytes).catch(() => promisify(inflateRaw)(bytes)),
  gzip: unzip,
  identity: async (bytes) => bytes as Uint8Array,
  "x-gzip": unzip,
};

/** The codings that a recorder asks for, as `accept-encoding`. */
export const acceptEncoding = "gzip, deflate, br";

/**
 * Undoes the codings of a `content-encoding` header, last one first.
 * @throws RangeError for a coding that is not known.
 * @throws Error (code `Z_…`) for bytes that are not what the header says.
 * @example
 * await decode(bytes, "gzip"); // Uint8Array of the text within
 */
export async function decode(bytes: Uint8Array, contentEncoding: string): Promise<Uint8Array> {
  let decoded = bytes;
  for (const coding of contentEncoding.toLowerCase().split(",").reverse()) {
    const decoder = decoders[coding.trim()];
    if (!decoder) throw new RangeError(`content-encoding "${coding.trim()}" is not known`);
    // An answer without a body, as to HEAD, still names its coding.
    if (decoded.length > 0) decoded = await decoder(decoded);
  }
  return decoded;
}
