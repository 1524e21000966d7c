import { utf8Bytes } from "../imported.ts";
import { Unsupported } from "../part-reader.ts";

/**
 * Encodes text in the charset that a cassette names, like Ruby's `String#encode`: VCR stores text of any charset in
 * UTF-8, beside the name of the original one.
 * @throws Unsupported for an unknown charset, or one without a character of the text.
 * @example
 * encodeText("Málaga", "ISO-8859-1"); // 6 bytes
 */
export function encodeText(text: string, charset: string): Uint8Array {
  const name = charset.toLowerCase();
  if (/^(?:utf-?8|ascii-8bit|binary|us-ascii|)$/.test(name) && (name !== "us-ascii" || !/[^\0-\x7f]/.test(text)))
    return utf8Bytes(text);
  if (/^utf-?16(?:le|be)$/.test(name)) return utf16(text, name.endsWith("be"));
  const table = tableOf(name);
  const bytes: number[] = [];
  for (const character of text) {
    const code = table.get(character);
    if (code === undefined) throw new Unsupported(`its body holds a character that is not in ${charset.slice(0, 20)}`);
    bytes.push(...code);
  }
  return Uint8Array.from(bytes);
}

function utf16(text: string, bigEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), !bigEndian);
  return new Uint8Array(view.buffer);
}

const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();

// No runtime encodes into old charsets, but all decode them: what one or two bytes decode to gives the table.
function tableOf(name: string): ReadonlyMap<string, readonly number[]> {
  const known = tables.get(name);
  if (known) return known;
  const table = new Map<string, readonly number[]>();
  const decode = decoderOf(name);
  const add = (...bytes: readonly number[]): boolean => {
    const text = decode(Uint8Array.from(bytes));
    if (text === null || [...text].length !== 1) return false;
    if (!table.has(text)) table.set(text, bytes);
    return true;
  };
  const leads = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => !add(byte));
  for (const lead of leads) for (let trail = 0x30; trail < 256; trail += 1) add(lead, trail);
  tables.set(name, table);
  return table;
}

function decoderOf(name: string): (bytes: Uint8Array) => string | null {
  // Browsers take this name for another charset, which fills the control characters.
  if (name === "iso-8859-1" || name === "us-ascii")
    return ([byte = 0, ...more]) =>
      more.length > 0 || (name === "us-ascii" && byte > 0x7f) ? null : String.fromCharCode(byte);
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(name, { fatal: true, ignoreBOM: true });
  } catch {
    throw new Unsupported(`its body is in a charset that is not known: ${JSON.stringify(name.slice(0, 20))}`);
  }
  return (bytes) => {
    try {
      return decoder.decode(bytes);
    } catch {
      return null;
    }
  };
}
