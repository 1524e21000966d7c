import type { SchemeFile } from "@tapedeck/rate-limit";
import type { Captured, Failed, Skipped, Summary, Waiting } from "@tapedeck/record";
import type { Cut } from "@tapedeck/tape";

/**
 * A line for an exchange that was kept.
 * @example
 * exchangeLine(captured); // "captured  200 GET /users/ada as token"
 */
export function exchangeLine({ method, target, principal, status, outcome, cut }: Captured): string {
  return `${outcome.padEnd(9)} ${status} ${method} ${target}${asWhom(principal)}${cut ? ` (${cutWords[cut]})` : ""}`;
}

/**
 * A line for a request that failed.
 * @example
 * failureLine(failed); // "failed    GET /users/ada: Cannot record GET https://…: connection refused"
 */
export function failureLine({ method, target, principal, reason }: Failed): string {
  return `failed    ${method} ${target}${asWhom(principal)}: ${reason.split("\n")[0]}`;
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
  const iso = new Date(until * 1000).toISOString();
  // Of a wait that long, the hour alone would tell too little.
  const moment = iso.slice(seconds < 43_200 ? 11 : 0, 19);
  return `waiting   ${principal}: ${Math.ceil(seconds)} s, until ${moment}Z (${reason})`;
}

/**
 * A line for a rate limit that the API told, and that its description says from now on.
 * @param notes What of it was assumed, or not understood.
 * @example
 * limitLine({ preset: "gitlab", policies: [{ name: "users", … }] }, file, []); // "tapedeck: a rate limit as gitlab tells it: …"
 */
export function limitLine({ preset, tell, policies = [] }: SchemeFile, file: string, notes: readonly string[]): string {
  const told = policies.map(({ name, algorithm }) => {
    if (algorithm === undefined) return name;
    const limit = "capacity" in algorithm ? algorithm.capacity : algorithm.limit;
    return `${name} ${limit}${"seconds" in algorithm ? ` in ${algorithm.seconds} s` : ""}`;
  });
  const headers = typeof tell === "object" ? tell.flatMap(({ header }) => header ?? []).join(", ") : "";
  const how = preset ?? tell;
  const as = typeof how === "string" ? `as ${how} tells it` : `told in ${headers}`;
  return [`tapedeck: a rate limit ${as} (${told.join(", ")}): see "rateLimits" in ${file}`, ...notes].join("\n  - ");
}

/** A line for headers that speak of a rate limit, where none could be made out. */
export function unlimitedLine(notes: readonly string[]): string {
  return [
    "tapedeck: the API speaks of a rate limit, and none could be made out",
    ...notes,
    'say what it allows: "rateLimits" in api.json',
  ].join("\n  - ");
}

/**
 * What a recording came to: each answer that does not fit, each request that failed, the counts, and the command that
 * asks again what is missing.
 */
export function summaryText(
  { captured, unchanged, redacted, ambiguous = [], invalid, failed, refused, heldBack = 0 }: Summary,
  out: string,
  again: string | null,
): string {
  const kinds = Object.entries(redacted).map(([kind, count]) => `${kind} ${count}`);
  const total = Object.values(redacted).reduce((sum, count) => sum + count, 0);
  return [
    ...invalid.map(({ target, problems }) => `invalid   ${target}: ${few(problems)}`),
    ...failed.map(({ target, principal, reason }) => `failed    ${target}${asWhom(principal)}: ${reason}`),
    `tapedeck: captured ${captured}, unchanged ${unchanged}, redacted ${total}${total > 0 ? ` (${kinds.join(", ")})` : ""}, invalid ${invalid.length}, failed ${failed.length}; in ${out}`,
    ...(ambiguous.length === 0
      ? []
      : [
          `tapedeck: two values share ${few(ambiguous)}: requests that differ in them alone are one, in recorded order`,
        ]),
    ...(refused === 0
      ? []
      : [
          `tapedeck: ${refused === 1 ? "one answer" : `${refused} answers`} refused for a rate limit, not kept: a plan keeps one by "exhaust"`,
        ]),
    ...(heldBack === 0
      ? []
      : [
          `tapedeck: ${heldBack === 1 ? "one request was" : `${heldBack} requests were`} not sent, to spare the rate limit; the client got a 429 of tapedeck's own\n  - let it wait for longer (--timeout 120), or leave less of the limit unspent (--reserve 0)`,
        ]),
    ...(again === null ? [] : [`to ask again for what is missing:\n  ${again}`]),
  ].join("\n");
}

// A list may break its schema in each member of each item.
const mostProblems = 5;

function few(problems: readonly string[]): string {
  const rest = problems.length - mostProblems;
  return [...problems.slice(0, mostProblems), ...(rest > 0 ? [`and ${rest} more`] : [])].join("; ");
}

function asWhom(principal: string): string {
  return principal === "anonymous" ? "" : ` as ${principal}`;
}

const cutWords: Readonly<Record<Cut, string>> = {
  client: "cut: its client left",
  bound: "cut at the recorder's bound",
  reset: "reset by the service",
  stall: "stalled",
  truncation: "broken off by the service",
};
