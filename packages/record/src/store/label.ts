import { open } from "node:fs/promises";
import { join } from "node:path";
import type { RedactOptions, Tape } from "@tapedeck/tape";
import { readLabel } from "@tapedeck/tape/har";
import { mergeRedact } from "@tapedeck/tape/internal";

// A label is the beginning of a file.
const headBytes = 16_384;
// Files of one folder say the same, unless they were moved there.
const mostRead = 16;

/**
 * Reads the redaction settings of the recordings in a folder, so that a later run keeps them.
 * @param found The files, relative to the folder.
 */
export async function redactOnFile(root: string, found: readonly string[]): Promise<RedactOptions | undefined> {
  const labels = await Promise.all(found.slice(0, mostRead).map((file) => labelOf(join(root, file))));
  return mergeRedact(labels.map((label) => label?.redact));
}

async function labelOf(path: string): Promise<Pick<Tape, "redact"> | null> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: new Uint8Array(headBytes) });
    return readLabel(new TextDecoder().decode(buffer.subarray(0, bytesRead)));
  } finally {
    await file.close();
  }
}
