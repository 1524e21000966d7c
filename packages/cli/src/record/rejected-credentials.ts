import type { RejectedCredential } from "@tapedeck/record";

/**
 * Returns the message for a credential that the service did not accept, with advice.
 * @param variable The environment variable that it was read from.
 * @param isMeant Whether that may be intended: no earlier recording went without its answer.
 * @example
 * rejectedText({ alias: "full", unauthorized: 3, answered: 3 }, "API_TOKEN", true);
 * // "tapedeck: the service does not accept the token of alias "full" (from API_TOKEN): 3 of 3 requests were answered 401\n  - …"
 */
export function rejectedText(
  { alias, unauthorized, answered }: RejectedCredential,
  variable: string,
  isMeant: boolean,
): string {
  const always = unauthorized === answered;
  const were = answered === 1 ? "request was" : unauthorized === 1 ? "requests was" : "requests were";
  return [
    `tapedeck: the service does not ${always ? "" : "always "}accept the token of alias "${alias}" (from ${variable}): ${unauthorized} of ${answered} ${were} answered 401`,
    `  - has it expired, or does it lack the scope? put one that the service accepts into ${variable}, and record again`,
    isMeant
      ? "  - if it was meant to be refused, nothing is wrong: the 401s are recorded"
      : "  - what was recorded before with a token that it accepted is on file as it was",
  ].join("\n");
}
