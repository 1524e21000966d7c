import { InvalidArgumentError } from "commander";

/** The command's exit codes. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, unanswered: 3 } as const;

/** A mistake that the user can correct; the message says how. */
export class UserError extends Error {
  override readonly name = "UserError";
}

/**
 * Rethrows a package's `RangeError` as a mistake of the user, and any other error as it is.
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
  // Deno's error, if it denies something that `deno-rights.ts` does not know.
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

/**
 * Returns whether an error is about the user's input or the environment (a full disk), and not a fault of the program.
 */
export function isUserError(error: unknown): error is Error {
  return error instanceof Error && (expected.has(error.name) || "syscall" in error);
}

/** Returns the message for a user's mistake. */
export function userErrorText(error: Error): string {
  // The platform's own message ends in "uv_cwd", and gives no advice.
  return "syscall" in error && error.syscall === "uv_cwd"
    ? "Cannot work in this directory: it has been deleted; change to one that is there (cd), and run the command again"
    : error.message;
}

/** Rejects an option's value; commander names the option. */
export function wrongValue(found: string, wanted: string): InvalidArgumentError {
  return new InvalidArgumentError(`Found ${JSON.stringify(found)}, wanted ${wanted}${wanted.endsWith("?") ? "" : "."}`);
}
