import { dirname, join } from "node:path";
import { sidecarsOf } from "@tapedeck/tape/files";
import { exchangeText, readHarFile } from "@tapedeck/tape/har";

/**
 * Tells whether a recording is as a recorder writes it, and can be read with what stands beside it.
 * @throws RecordingSyntaxError if it cannot.
 */
export function isWhole(root: string, file: string, text: string): boolean {
  const { tape, isPart } = readHarFile(text, file, sidecarsOf(root, dirname(join(root, file))));
  const [exchange] = tape.exchanges;
  if (!isPart || exchange === undefined) return false;
  const { name: _, ...label } = tape;
  const name = (file.split("/").at(-1) ?? "").replace(/\.har$/, "");
  const mayShare = (): boolean => text.includes('"_headers": ');
  return exchangeText(exchange, label, { name, pass: exchange.pass ?? 0, mayShare }).har === text;
}
