import { writeWhole } from "@tapedeck/tape/files";
import { systemReason, UserError } from "./user-error.ts";

/**
 * Writes a file that the user named, completely or not at all.
 * @param option The option that named it.
 * @throws UserError that names the file and says what to do.
 */
export async function writeResult(option: string, file: string, text: string): Promise<void> {
  try {
    await writeWhole(file, text);
  } catch (cause) {
    throw new UserError(`Cannot write "${file}": ${systemReason(cause)}; name another file by ${option}`, { cause });
  }
}
