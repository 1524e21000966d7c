import { InvalidArgumentError } from "commander";

/** What the command's exit codes say. */
export const exitCodes = { well: 0, failed: 1, wrongCall: 2, unanswered: 3 } as const;

/** Something that the user can put right; the message says how. */
export class Mistake extends Error {
  override readonly name = "Mistake";
}

/** A call that cannot be understood; the message says what was found, and holds no secret. */
export class WrongCall extends Error {
  override readonly name = "WrongCall";
}

const expected: ReadonlySet<string> = new Set([
  "Mistake",
  "FolderLockedError",
  "ListenError",
  "PlanError",
  "ProfileError",
  "RecorderError",
  "RecordingSyntaxError",
  "SchemaError",
  "UpstreamError",
  "WrongCall",
]);

/** Whether an error is about what the user gave or where the program runs (a full disk), and not about the program. */
export function isUserMistake(error: unknown): error is Error {
  return error instanceof Error && (expected.has(error.name) || "syscall" in error);
}

/** Rejects an option's value; commander names the option. */
export function wrongValue(found: string, wanted: string): InvalidArgumentError {
  return new InvalidArgumentError(`Found ${JSON.stringify(found)}, wanted ${wanted}${wanted.endsWith("?") ? "" : "."}`);
}
