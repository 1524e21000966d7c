// Compresses bombs: the best that Brotli can takes thirty times as long for 64 MiB of zeros, and saves nothing.
import { brotliCompressSync, constants, type InputType } from "node:zlib";

/** Compresses in br, fast. */
export function brotli(bytes: InputType): Buffer {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } });
}
