import { InvalidArgumentError } from "commander";

/** The meaning of the command's exit codes. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, unanswered: 3 } as const;

/** Something that the user can put right; the message says how. */
export class UserError extends Error {
  override readonly name = "UserError";
}

/**
 * Ends a call whose settings a package refused by a `RangeError`: that is the user's mistake, any other error is none.
 * @throws UserError, or the error as it is.
 */
export function refused(error: unknown): never {
  throw error instanceof RangeError ? new UserError(error.message, { cause: error }) : error;
}

/** A call that cannot be understood; the message says what was found, and holds no secret. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

const expected: ReadonlySet<string> = new Set([
  "UserError",
  "FolderLockedError",
  "ListenError",
  // Deno's, where it denies what `deno-rights.ts` does not know of.
  "NotCapable",
  "PackDamagedError",
  "PlanError",
  "ProfileError",
  "RecorderError",
  "RecordingSyntaxError",
  "SchemaError",
  "ApiError",
  "UpstreamError",
  "UsageError",
]);

/** Whether an error is about what the user gave or where the program runs (a full disk), and not about the program. */
export function isUserError(error: unknown): error is Error {
  return error instanceof Error && (expected.has(error.name) || "syscall" in error);
}

/** The text of a user's mistake. */
export function userErrorText(error: Error): string {
  // The platform's own words end in "uv_cwd", and give no advice.
  return "syscall" in error && error.syscall === "uv_cwd"
    ? "Cannot work in this directory: it has been deleted; change to one that is there (cd), and run the command again"
    : error.message;
}

/** Rejects an option's value; commander names the option. */
export function wrongValue(found: string, wanted: string): InvalidArgumentError {
  return new InvalidArgumentError(`Found ${JSON.stringify(found)}, wanted ${wanted}${wanted.endsWith("?") ? "" : "."}`);
}
