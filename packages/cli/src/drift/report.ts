import type { Asked, Unanswered } from "@tapedeck/record";
import type { DriftFound, DriftKind, DriftReport, Severity } from "@tapedeck/record/drift";
import { askedText } from "../record/report.ts";

/** Changes of one kind, in one answer or several. */
interface DriftGroup extends Omit<DriftFound, "asked"> {
  readonly asked: readonly Asked[];
}

const order: readonly Severity[] = ["error", "warning", "info"];

/**
 * Groups equal changes, the most severe first.
 * @example
 * groupsOf(report.found)[0]; // { severity: "error", kind: "removed", where: "/site_admin", asked: [{ … }, { … }], … }
 */
function groupsOf(found: readonly DriftFound[]): readonly DriftGroup[] {
  const alike = Map.groupBy(found, ({ asked: _asked, was, now, ...drift }) =>
    JSON.stringify(isPresence(drift) ? drift : { ...drift, was, now }),
  );
  return [...alike.values()]
    .flatMap((group) => (group[0] ? [{ ...group[0], ...common(group), asked: group.map(({ asked }) => asked) }] : []))
    .sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
}

// A header that appears or disappears does so everywhere, with other values each time.
function isPresence({ part, kind }: Pick<DriftFound, "part" | "kind">): boolean {
  return part === "header" && (kind === "removed" || kind === "added");
}

function common(group: readonly DriftFound[]): Pick<DriftFound, "was" | "now"> {
  const same = (values: readonly (string | null)[]): string | null =>
    new Set(values).size === 1 ? (values[0] ?? null) : null;
  return { was: same(group.map(({ was }) => was)), now: same(group.map(({ now }) => now)) };
}

/**
 * Returns the drift as text.
 * @example
 * driftText(report); // "error    body /site_admin is gone (was boolean)\n  in GET /users/ada\ntapedeck: asked 12 of …"
 */
export function driftText(report: DriftReport): string {
  const groups = groupsOf(report.found).flatMap((group) => [
    `${group.severity.padEnd(8)} ${plain(placeOf(group))} ${sentenceOf(group, plain)}`,
    `  in ${requestsText(group.asked, (asked) => plain(askedText(asked)))}`,
  ]);
  const others = byReason(report).flatMap(({ word, reason, asked }) => [
    `${word}: ${reason}`,
    `  ${requestsText(asked, (each) => plain(askedText(each)))}`,
  ]);
  return [...groups, ...others, `tapedeck: ${verdict(report)}`].join("\n");
}

/** Returns the drift as Markdown, for a comment on a pull request. */
export function driftMarkdown(report: DriftReport): string {
  const groups = groupsOf(report.found);
  const rows = groups.map((group) => {
    const requests = requestsText(group.asked, (asked) => code(askedText(asked)));
    return `| ${group.severity} | ${code(placeOf(group))} | ${sentenceOf(group, code)} | ${requests} |`;
  });
  const table = ["| severity | where | what | in |", "| --- | --- | --- | --- |", ...rows, ""];
  const others = byReason(report).map(({ word, reason, asked }) => {
    return `- ${word}: ${escaped(reason)} (${requestsText(asked, (each) => code(askedText(each)))})`;
  });
  return [
    `### API drift: ${headline(report)}`,
    "",
    ...(groups.length > 0 ? table : []),
    ...others,
    ...(others.length > 0 ? [""] : []),
    `${escaped(verdict(report))}.`,
  ].join("\n");
}

/** Returns the drift as JSON: groups as {@link groupsOf} makes them, and counts. */
export function driftJson(report: DriftReport): string {
  return JSON.stringify({ ...report, counts: countsOf(report), found: groupsOf(report.found) }, null, 2);
}

function placeOf({ part, where, kind }: DriftGroup): string {
  if (part === "status") return "status";
  return part === "body" && where === "" ? `body${kind === "schema" ? " as a whole" : ""}` : `${part} ${where}`;
}

type Quote = (text: string) => string;

type Sentence = (was: string | null, now: string | null) => string;

const changed: Sentence = (was, now) => `was ${was ?? "absent"}, is ${now ?? "absent"}`;
const sentences: Readonly<Record<DriftKind, Sentence>> = {
  status: changed,
  moved: changed,
  removed: (was) => (was === null ? "is gone" : `is gone (was ${was})`),
  type: changed,
  schema: (was, now) => `should be ${was}, is ${now}`,
  null: (was, now) => `may be null (was ${was}, is ${now})`,
  enum: (was, now) => `has a new value ${now} (known: ${was})`,
  added: (_was, now) => (now === null ? "is new" : `is new (${now})`),
  value: changed,
};

function sentenceOf({ kind, was, now }: DriftGroup, quote: Quote): string {
  return sentences[kind](was === null ? null : quote(was), now === null ? null : quote(now));
}

interface Left {
  readonly word: "not asked" | "failed";
  readonly reason: string;
  readonly asked: readonly Asked[];
}

function byReason({ notAsked, failed }: DriftReport): readonly Left[] {
  const grouped = (word: Left["word"], requests: readonly Unanswered[]): Left[] =>
    Array.from(
      Map.groupBy(requests, ({ reason }) => reason),
      ([reason, asked]) => ({ word, reason, asked }),
    );
  return [...grouped("failed", failed), ...grouped("not asked", notAsked)];
}

function countsOf({ found }: DriftReport): Readonly<Record<Severity, number>> {
  const groups = groupsOf(found);
  const count = (severity: Severity): number => groups.filter((group) => group.severity === severity).length;
  return { error: count("error"), warning: count("warning"), info: count("info") };
}

function headline(report: DriftReport): string {
  const { error, warning, info } = countsOf(report);
  const parts = [many(error, "error"), many(warning, "warning"), many(info, "info")].filter((part) => part !== "");
  return parts.length === 0 ? "none found" : parts.join(", ");
}

function verdict(report: DriftReport): string {
  const { asked, notAsked, failed, origin, otherOrigins, updated } = report;
  const all = asked + notAsked.length + failed.length;
  return [
    `asked ${asked} of ${all} recorded requests of ${origin}`,
    ...(failed.length > 0 ? [`${failed.length} failed`] : []),
    `drift: ${headline(report)}`,
    ...(updated.length > 0 ? [`recorded again: ${updated.join(", ")}`] : []),
    ...(otherOrigins.length > 0 ? [`left alone: recordings of ${otherOrigins.join(", ")}`] : []),
  ].join("; ");
}

function many(count: number, word: string): string {
  return count === 0 ? "" : `${count} ${word}${count === 1 || word === "info" ? "" : "s"}`;
}

const mostNamed = 3;

function requestsText(asked: readonly Asked[], name: (asked: Asked) => string): string {
  const named = asked.slice(0, mostNamed).map(name).join(", ");
  return asked.length > mostNamed ? `${named} and ${asked.length - mostNamed} more` : named;
}

// The API chooses the names of its fields: they must not become lines, or colours of a terminal.
function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, (sign) => JSON.stringify(sign).slice(1, -1));
}

function escaped(text: string): string {
  return plain(text).replace(/[\\`*_{}[\]<>#|@]/g, "\\$&");
}

// In a table even code must not hold a bar; in code only a backtick has a meaning.
function code(text: string): string {
  return `\`${plain(text).replaceAll("`", "'").replaceAll("|", "\\|")}\``;
}
