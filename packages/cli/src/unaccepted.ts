import type { Unaccepted } from "@tapedeck/record";

/**
 * Says that the service did not take a credential, and what to do.
 * @param variable The environment variable that it was read from.
 * @example
 * unacceptedText({ alias: "full", unauthorized: 3, answered: 3, replaced: 0 }, "API_TOKEN");
 * // "tapedeck: the service does not accept the token of alias "full" (from API_TOKEN): 3 of 3 requests were answered 401\n  - …"
 */
export function unacceptedText({ alias, unauthorized, answered, replaced }: Unaccepted, variable: string): string {
  const always = unauthorized === answered;
  const were = answered === 1 ? "request was" : unauthorized === 1 ? "requests was" : "requests were";
  const stood = replaced === 1 ? "another answer was" : `${replaced} other answers were`;
  return [
    `tapedeck: the service does not ${always ? "" : "always "}accept the token of alias "${alias}" (from ${variable}): ${unauthorized} of ${answered} ${were} answered 401`,
    `  - is it expired, or without the scope? put one that the service accepts into ${variable}, and record again`,
    replaced > 0
      ? `  - where the 401s stand now, ${stood} on file before: bring the files back (git restore, where they are committed)`
      : "  - if it was meant to be refused, all is well: the 401s are recorded",
  ].join("\n");
}

/**
 * Whether recordings are worse than before: none of an alias's requests was let in, and 401s took the place of what it
 * was answered then. One that was to be recorded as refused has nothing else on file, so it is no failure.
 */
export function isWorse({ unauthorized, answered, replaced }: Unaccepted): boolean {
  return unauthorized === answered && replaced > 0;
}
