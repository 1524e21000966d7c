import type { Captured, Skipped, Summary, Waiting } from "@tapedeck/record";

/**
 * A line for an exchange that was kept.
 * @example
 * exchangeLine(captured); // "captured  200 GET /users/ada as token"
 */
export function exchangeLine({ method, target, principal, status, outcome }: Captured): string {
  return `${outcome.padEnd(9)} ${status} ${method} ${target}${asWhom(principal)}`;
}

/** What of a plan was not asked, and why. */
export function skippedText(skipped: readonly Skipped[]): string {
  return skipped
    .map(({ method, target, principal, reason }) => `skipped   ${method} ${target}${asWhom(principal)}: ${reason}`)
    .join("\n");
}

/**
 * A line for requests that wait.
 * @example
 * waitingLine(event); // "waiting   full: 60 s, until 12:00:00Z (secondary limit)"
 */
export function waitingLine({ principal, seconds, reason, until }: Waiting): string {
  const time = new Date(until * 1000).toISOString().slice(11, 19);
  return `waiting   ${principal}: ${Math.ceil(seconds)} s, until ${time}Z (${reason})`;
}

/**
 * What a recording came to: each answer that does not fit, each request that failed, the counts, and the command that
 * asks again what is missing.
 */
export function summaryText(
  { captured, unchanged, redacted, invalid, failed }: Summary,
  out: string,
  again: string | null,
): string {
  const kinds = Object.entries(redacted).map(([kind, count]) => `${kind} ${count}`);
  const total = Object.values(redacted).reduce((sum, count) => sum + count, 0);
  return [
    ...invalid.map(({ target, problems }) => `invalid   ${target}: ${problems.join("; ")}`),
    ...failed.map(({ target, principal, reason }) => `failed    ${target}${asWhom(principal)}: ${reason}`),
    `tapedeck: captured ${captured}, unchanged ${unchanged}, redacted ${total}${total > 0 ? ` (${kinds.join(", ")})` : ""}, invalid ${invalid.length}, failed ${failed.length}; in ${out}`,
    ...(again === null ? [] : [`to ask again for what is missing:\n  ${again}`]),
  ].join("\n");
}

function asWhom(principal: string): string {
  return principal === "anonymous" ? "" : ` as ${principal}`;
}
