import { type Api, matchRoute, plain } from "@tapedeck/api";
import { dialects, pinRateLimit, readRateLimit, refusalOf } from "@tapedeck/rate-limit";
import { createScrubber, type Exchange, sortKey } from "@tapedeck/tape";
import type { Har } from "@tapedeck/tape/har";
import type { Placed } from "./entries.ts";
import type { Finding } from "./finding.ts";

/** An answer of a recording, and what is known of when it came. */
export interface Counted extends Placed {
  /** When it was asked for, and when it was answered: in any unit, or NaN where that is not known. */
  readonly began: number;
  readonly ended: number;
  /** Answers of different sequences have no order among them. */
  readonly sequence: string;
  /** Whether its counters are those that `pinRateLimit` writes. */
  readonly pinned: boolean;
}

/**
 * Finds where the answers of a recording break the laws of the rate limit. In each answer, what is left and what is used
 * come to the limit, however it is told. Between the answers of one window (the same caller, policy, and reset, where
 * that is told as a moment):
 *
 * 1. the limit is the same;
 * 2. what is left never rises from one answer to the next;
 * 3. after a refusal nothing that costs is allowed.
 *
 * A recording's counters are pinned: each answer is the first of its window, or a refusal (`pinRateLimit`), so their
 * order says nothing, and 2 and 3 hold for those counters alone that are not in pinned form.
 * Nor do answers stand in the order in which they came: recordings sort requests, and keep the order of answers to the
 * same request alone; another tool lists them by when they were asked for, and one that was asked later may be answered
 * first, so that there only what was asked for after the answer is later.
 *
 * An API that does not tell what is used counts in its own way: of it, no more is asked than what is left being at most
 * the limit. Files are not held against each other: tapes of different tests may call different accounts by one alias.
 * @see The map's first law; beyond-the-spec, "Rate limit"
 * @example
 * miscountsIn(placed, har, tape.recordedAt, api); // [{ kind: "quota", where: "entry 2, …", found: "limit 5000, and …" }]
 */
export function miscountsIn(placed: readonly Placed[], { log }: Har, recordedAt: number, api: Api): readonly Finding[] {
  const own = log._tapedeck !== undefined;
  return miscounts(
    placed.map((each): Counted => {
      if (own) {
        const pinned = isPinned(each.exchange, recordedAt);
        return { ...each, began: each.at, ended: each.at, sequence: sortKey(each.exchange), pinned };
      }
      const { startedDateTime, time } = (log.entries[each.at] ?? {}) as Readonly<Record<string, unknown>>;
      const began = typeof startedDateTime === "string" ? Date.parse(startedDateTime) : Number.NaN;
      return {
        ...each,
        began,
        ended: typeof time === "number" ? began + time : Number.NaN,
        sequence: "",
        pinned: false,
      };
    }),
    api,
  );
}

/** {@link miscountsIn} of answers in the order in which they stand. */
export function miscounts(answers: readonly Counted[], api: Api = plain): readonly Finding[] {
  const windows = new Map<string, Told[]>();
  return answers.flatMap((answer) => {
    const alone = sumsIn(answer);
    if (alone.length > 0) return alone.map((each) => finding(answer, each));
    return countersOf(answer).flatMap((told) => {
      const before = windows.get(told.window) ?? [];
      const broken = breachOf(told, before, api);
      windows.set(told.window, before);
      before.push(told);
      return broken === null ? [] : [finding(answer, broken)];
    });
  });
}

interface Told {
  readonly answer: Counted;
  readonly window: string;
  readonly limit: number;
  readonly remaining: number;
}

function sumsIn({ exchange }: Placed): readonly string[] {
  const { policies, dialect } = readRateLimit(exchange.response, 0);
  return policies.flatMap(({ limit, remaining, used }) => {
    if (limit === null || remaining === null || used === null) return [];
    if (remaining > limit) return [`remaining ${remaining} is more than limit ${limit}`];
    if (used > limit) return dialects[dialect ?? ""]?.countsRefused ? [] : [`used ${used} is more than limit ${limit}`];
    return remaining + used === limit ? [] : [`remaining ${remaining} + used ${used} is not limit ${limit}`];
  });
}

function countersOf(answer: Counted): readonly Told[] {
  const { response } = answer.exchange;
  // Windows are told apart by the moment that was sent, whatever the clock was.
  const headers = response.headers.filter(([name]) => name !== "date");
  return readRateLimit({ ...response, headers }, 0).policies.flatMap((policy) => {
    const { name, limit, remaining, resetsAt, resetForm } = policy;
    if (limit === null || remaining === null || resetForm === null || /^(?:delta|duration)/.test(resetForm)) return [];
    return [{ answer, window: JSON.stringify([answer.caller, name, resetsAt]), limit, remaining }];
  });
}

function breachOf(told: Told, before: readonly Told[], api: Api): string | null {
  const { answer, limit, remaining } = told;
  const [first] = before;
  if (first && first.limit !== limit)
    return `limit ${limit}, and ${first.limit} in ${entryOf(first)}, for the same caller in the same window`;
  if (answer.pinned) return null;
  const earlier = before.filter((each) => isBefore(each.answer, answer));
  const less = earlier.find((each) => each.remaining < remaining);
  if (less) return `remaining ${remaining}, after ${less.remaining} in ${entryOf(less)}, in the same window`;
  const refused = earlier.find((each) => isRefused(each.answer.exchange));
  return refused && !isRefused(answer.exchange) && costs(answer.exchange, api)
    ? `it was allowed, after ${entryOf(refused)} was refused in the same window`
    : null;
}

function isBefore(a: Counted, b: Counted): boolean {
  return !a.pinned && a.sequence === b.sequence && a.ended <= b.began;
}

/** @see beyond-the-spec, "Rate limit": what costs nothing */
function costs({ request, response }: Exchange, api: Api): boolean {
  const path = matchRoute(api, request.method, request.target).target.replace(/[?#].*$/s, "");
  const free = response.status === 304 || response.status >= 500 || request.method === "OPTIONS";
  return !free && path !== api.rateLimit?.overview?.path;
}

function isRefused({ response }: Exchange): boolean {
  return refusalOf(response) === "quota";
}

function isPinned({ response }: Exchange, recordedAt: number): boolean {
  const pinned = pinRateLimit(response, recordedAt).headers;
  return response.headers.every(([, value], at) => pinned[at]?.[1] === value);
}

function entryOf({ answer }: Told): string {
  return `entry ${answer.at + 1}`;
}

function finding({ where }: Placed, found: string): Finding {
  // A counter that is none may be anything.
  const clean = createScrubber().text(found);
  return {
    kind: "quota",
    where,
    found: clean.length > 160 ? `${clean.slice(0, 160)}…` : clean,
    advice: "record it again",
  };
}
