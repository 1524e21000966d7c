import { appendFile, realpath, stat } from "node:fs/promises";
import { writeWhole } from "@tapedeck/tape/files";
import { systemReason, UserError } from "./user-error.ts";

/**
 * Writes a file that the user named, completely or not at all: the one that a link leads to, and not the link. A device
 * or a pipe (`/dev/stdout`, `>(less)`) is written to, and stays what it is.
 * @param option The option that named it.
 * @throws UserError that names the file and says what to do.
 */
export async function writeResult(option: string, file: string, text: string): Promise<void> {
  try {
    const there = await stat(file).catch(() => null);
    if (there === null || there.isDirectory()) await writeWhole(file, text);
    else if (there.isFile()) await writeWhole(await realpath(file), text);
    else await appendFile(file, text);
  } catch (cause) {
    throw new UserError(`Cannot write "${file}": ${systemReason(cause)}; name another file by ${option}`, { cause });
  }
}
