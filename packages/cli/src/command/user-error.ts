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

/**
 * A call that is wrong by its words alone, whatever the machine holds; the message says what was found, and holds no
 * secret. What the words lead to (a file, a variable, a service) is wrong as a {@link UserError}.
 */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * Has a package judge a word of the call, and rethrows its `RangeError` as that of a wrong call.
 * @throws UsageError, or the error as it is.
 */
export function asUsage<T>(judge: () => T): T {
  try {
    return judge();
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(error.message, { cause: error }) : error;
  }
}

const expected: ReadonlySet<string> = new Set([
  "UserError",
  "FolderLockedError",
  "ListenError",
  // Deno's error, if it denies something that `deno-rights.ts` does not know.
  "NotCapable",
  "PackDamagedError",
  "PlanError",
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
  if (!("syscall" in error)) return error.message;
  if (error.syscall === "uv_cwd")
    return "Cannot work in this directory: it has been deleted; change to one that is there (cd), and run the command again";
  return "path" in error ? `Cannot ${error.syscall} "${error.path}": ${systemReason(error)}` : error.message;
}

/** Returns the system's own reason, without its code and the call that failed. */
export function systemReason(cause: unknown): string {
  if ((cause as NodeJS.ErrnoException).code === "EISDIR") return "it is a folder";
  return (cause as Error).message.replace(/^\w+: /, "").replace(/, \w+( .*)?$/s, "");
}

/** Rejects an option's value; commander names the option. */
export function wrongValue(found: string, wanted: string): InvalidArgumentError {
  return new InvalidArgumentError(`Found ${JSON.stringify(found)}, wanted ${wanted}${wanted.endsWith("?") ? "" : "."}`);
}
