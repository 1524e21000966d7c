import { stat } from "node:fs/promises";
import { commandLine } from "./command-line.ts";
import { UserError } from "./user-error.ts";

/**
 * Sees to it that a folder is there.
 * @param deed The action that is impossible otherwise, as in "Cannot verify".
 * @throws UserError that says what to do.
 */
export async function checkFolder(deed: string, dir: string): Promise<void> {
  const found = await stat(dir).catch(() => null);
  if (found?.isDirectory()) return;
  throw new UserError(
    `Cannot ${deed} "${dir}": ${found === null ? "no such folder" : "it is no folder"}; name the folder of the recordings, or record some: ${commandLine} record --help`,
  );
}

/** The error for a folder in which nothing is recorded. */
export function emptyFolder(deed: string, dir: string): UserError {
  return new UserError(
    `Cannot ${deed} "${dir}": it holds no recording (*.har); record some: ${commandLine} record --help, or take over another tool's: ${commandLine} import --help`,
  );
}
