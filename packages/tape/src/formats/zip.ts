import { inflateRawSync } from "node:zlib";
import { RecordingSyntaxError } from "../recording-error.ts";
import { limits, mebibytes } from "./text.ts";

/** Returns whether bytes begin as a zip archive. */
export function isZip([a, b, c, d]: Uint8Array): boolean {
  return a === 0x50 && b === 0x4b && c === 3 && d === 4;
}

/**
 * Returns the files of a zip archive by name, each unpacked on demand. Supports what zip has had since 1993: no split
 * archives, no passwords, no zip64.
 * @throws RecordingSyntaxError for a truncated archive or another kind of file; reading a truncated file in it throws
 *   the same.
 * @see APPNOTE.TXT, sections 4.3.6 to 4.3.16
 */
export function readZip(bytes: Uint8Array, file: string): ReadonlyMap<string, () => Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wrong = (what: string) => new RecordingSyntaxError(file, `it is a zip archive that ${what}; pack it again`);
  const end = endOfDirectory(view);
  if (end === null) throw wrong("is not whole");
  const [count, start] = [view.getUint16(end + 10, true), view.getUint32(end + 16, true)];
  if (count === 0xffff || start === 0xffffffff) throw wrong("is in the zip64 format");
  if (count > limits.files) throw wrong(`holds more than ${limits.files} files`);
  const files = new Map<string, () => Uint8Array>();
  let unpacked = 0;
  try {
    for (let at = start, left = count; left > 0; left -= 1) {
      if (view.getUint32(at, true) !== 0x02014b50) throw wrong("is not whole");
      const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
      const [packedSize, size] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
      const [nameLength, more] = [
        view.getUint16(at + 28, true),
        view.getUint16(at + 30, true) + view.getUint16(at + 32, true),
      ];
      const header = view.getUint32(at + 42, true);
      const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
      unpacked += size;
      if (unpacked > 2 * limits.file) throw wrong(`unpacks to more than ${mebibytes(2 * limits.file)}`);
      files.set(name, () => {
        if ((flags & 1) !== 0 || (method !== 0 && method !== 8))
          throw wrong("is encrypted or packed in a way that is not known");
        const data = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
        const packed = bytes.subarray(data, data + packedSize);
        try {
          // Never more than the declared size, which was checked.
          const plain = method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) });
          if (plain.length === size) return plain;
        } catch {}
        throw wrong(`holds a file that cannot be unpacked (${JSON.stringify(name.slice(0, 80))})`);
      });
      at += 46 + nameLength + more;
    }
  } catch (error) {
    // An offset beyond the end.
    throw error instanceof RangeError ? wrong("is not whole") : error;
  }
  return files;
}

// It is at the end, before a comment of up to 65,535 bytes.
function endOfDirectory(view: DataView): number | null {
  const last = view.byteLength - 22;
  for (let at = last; at >= Math.max(0, last - 0xffff); at -= 1) if (view.getUint32(at, true) === 0x06054b50) return at;
  return null;
}
