import type { Asked, Captured, RejectedCredential, Remark, Summary, Unanswered, Waiting } from "@tapedeck/record";
import { shellWord } from "@tapedeck/replay/internal";
import type { Cut } from "@tapedeck/tape";
import { anyToken, listed, placeholderFor, placeholderParts } from "@tapedeck/tape/internal";
import { commandLine } from "../command/command-line.ts";

/**
 * Returns the line for a stored exchange.
 * @example
 * exchangeLine(captured); // "captured  200 GET /users/ada as token"
 */
export function exchangeLine({ status, outcome, cut, redirectsTo, ...asked }: Captured): string {
  const elsewhere = redirectsTo ? ` (redirects to ${redirectsTo}, where nothing is recorded)` : "";
  return `${outcome.padEnd(9)} ${status} ${askedText(asked)}${cut ? ` (${cutWords[cut]})` : elsewhere}`;
}

/**
 * Returns the line for a failed request.
 * @example
 * failureLine(failed); // "failed    GET /users/ada: Cannot record GET https://…: connection refused"
 */
export function failureLine(failed: Unanswered): string {
  return `failed    ${askedText(failed)}: ${failed.reason.split("\n")[0]}`;
}

/** Returns the requests of a plan that were not sent, and why: of many with one reason, the first and the last. */
function skippedLines(skipped: readonly Unanswered[]): readonly string[] {
  const byReason = Map.groupBy(skipped, ({ reason }) => reason);
  return Array.from(byReason, ([reason, [first, ...others]]) => {
    const last = others.at(-1);
    if (first === undefined) return "";
    const upTo = last === undefined ? "" : ` … ${askedText(last)} (${others.length + 1} requests)`;
    return `skipped   ${askedText(first)}${upTo}: ${reason}`;
  });
}

/**
 * Returns the line for requests that wait.
 * @example
 * waitingLine(event); // "waiting   full: 60 s, until 12:00:00Z (secondary limit)"
 */
export function waitingLine({ principal, seconds, reason, until }: Waiting): string {
  const iso = new Date(until * 1000).toISOString();
  // For a wait that long, the time of day alone would not be enough.
  const moment = iso.slice(seconds < 43_200 ? 11 : 0, 19);
  return `waiting   ${principal}: ${Math.ceil(seconds)} s, until ${moment}Z (${reason})`;
}

/**
 * Returns the result of a recording: each invalid answer, each failed request, what was not sent, the counts, what is to be
 * said of them, and the command that sends the missing requests again.
 */
export function summaryText(
  summary: Summary,
  out: string,
  again: string | null,
  skipped: readonly Unanswered[] = [],
): string {
  const { captured, unchanged, redacted, invalid, failed } = summary;
  const kinds = Object.entries(redacted).map(([kind, count]) => `${kind} ${count}`);
  const total = Object.values(redacted).reduce((sum, count) => sum + count, 0);
  return [
    ...invalid.map((each) => `invalid   ${askedText(each)}: ${listed(each.problems)}`),
    ...failed.map((each) => `failed    ${askedText(each)}: ${each.reason}`),
    ...skippedLines(skipped),
    `tapedeck: captured ${captured}, unchanged ${unchanged}, redacted ${total}${total > 0 ? ` (${kinds.join(", ")})` : ""}, invalid ${invalid.length}, failed ${failed.length}; in ${out}`,
    ...Object.entries(summary.remarks ?? {}).map(([remark, sentence]) =>
      [`tapedeck: ${sentence}`, ...adviceOn[remark as Remark](summary, out).map((advice) => `  - ${advice}`)].join(
        "\n",
      ),
    ),
    ...(again === null ? [] : [`to ask again for what is missing:\n  ${again}`]),
  ].join("\n");
}

const aliasAdvice = "to tell credentials apart, give each an alias: --token ada=ADA_TOKEN --token bob=BOB_TOKEN";

/** What to do where users may get each other's answers. */
export const apartAdvice: string =
  "if a client may ask in another order, give each user a client without the other's cookies, or a folder of recordings of its own: --out DIR";

const adviceOn: Readonly<Record<Remark, (summary: Summary, out: string) => readonly string[]>> = {
  ambiguous: ({ ambiguous = [] }) => [
    ...(ambiguous.includes(placeholderFor(anyToken)) ? [aliasAdvice] : []),
    ...(ambiguous.some((each) => placeholderParts(each)?.kind === "cookie") ? [apartAdvice] : []),
  ],
  secondLogins: () => [apartAdvice],
  unfollowed: (_, out) => [`search ${shellWord(out)} for them before you share it`],
  shared: () => ["record both in one run, or each into a folder of its own: --out DIR"],
  outnumbered: (_, out) => [
    `show what COMMAND no longer asks for, and remove it with --yes: ${commandLine} prune ${shellWord(out)} -- ${commandLine} replay ${shellWord(out)} -- COMMAND`,
  ],
  unread: () => [
    "record with credentials that were made for it alone",
    "a client that cannot read such an answer in a replay needs one without a secret (lengths are written anew in Protocol Buffers alone)",
  ],
  redirects: ({ redirects }) => [
    `if the service itself is there, record from there: --from ${redirects?.[0]}`,
    "in a test, give each host a tape of its own: useTape() of @tapedeck/testing",
  ],
  misaddressed: () => [
    "record within the client's process, where it asks the service by its own address: useTape() of @tapedeck/testing",
  ],
  refused: () => [],
  heldBack: ({ heldByReserve = 0 }) => [
    `let it wait for longer (--timeout 120)${heldByReserve > 0 ? ", or leave less of the limit unspent (--reserve 0)" : ""}`,
  ],
};

/** Says that what is recorded or replayed cannot tell two credentials apart. */
export const sharedAliasText: string = `tapedeck: two credentials without an alias were sent: one may get what the other asked for\n  - ${aliasAdvice}`;

/** Returns a request in a few words: `GET /user as full`. */
export function askedText({ method, target, principal }: Asked): string {
  return `${method} ${target}${principal === "anonymous" ? "" : ` as ${principal}`}`;
}

const cutWords: Readonly<Record<Cut, string>> = {
  client: "cut: its client left",
  bound: "cut at the recorder's bound",
  reset: "reset by the service",
  stall: "stalled",
  truncation: "broken off by the service",
};

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
