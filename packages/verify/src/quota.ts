import { type Api, matchRoute, plain } from "@tapedeck/api";
import { dialects, isDelta, pinRateLimit, readRateLimit, refusalOf } from "@tapedeck/rate-limit";
import { createScrubber, type Exchange, type Tape } from "@tapedeck/tape";
import { compareFiled } from "@tapedeck/tape/files";
import type { Har } from "@tapedeck/tape/har";
import { clip, sortKey } from "@tapedeck/tape/internal";
import type { Placed } from "./entries.ts";
import { type Finding, finding } from "./finding.ts";

/** An answer of a recording, with what is known of its time. */
export interface Counted extends Placed {
  /** When it was requested, and when it was answered: in any unit, or NaN if unknown. */
  readonly began: number;
  readonly ended: number;
  /** Whether its counters are those that `pinRateLimit` writes. */
  readonly pinned: boolean;
}

/** The standing of one policy in one answer: all that is needed to compare it with other answers. */
interface Told extends Pick<Counted, "where" | "began" | "ended" | "pinned"> {
  /** How other findings name its place: its entry, or its file. */
  readonly place: string;
  readonly window: string;
  /** Identifies, within the window, who certainly shares its limit. */
  readonly bucket: string;
  readonly limit: number;
  readonly remaining: number;
  readonly refused: boolean;
  readonly costs: boolean;
}

/** The rate limits in a file that holds one exchange. */
export interface CountedFile {
  readonly file: string;
  /** Separates the recordings of a folder: by origin, and by the test of a tape. */
  readonly recording: string;
  /** See `compareFiled`. */
  readonly pass: number;
  readonly key: string;
  readonly name: string;
  readonly told: readonly Told[];
}

/**
 * Finds answers of a recording that violate the laws of the rate limit. In each answer, remaining and used add up to
 * the limit, in whatever form they are told. Between the answers of one window (the same caller, policy, and reset, if
 * that is a moment):
 *
 * 1. the limit is the same; 2. what is left never rises from one answer to the next; 3. after a refusal nothing that
 *   costs is allowed.
 *
 * A recording's counters are pinned: each answer is the first of its window, or a refusal (`pinRateLimit`), so their
 * order says nothing, and 2 and 3 apply only to counters that are not pinned. Another tool lists answers by the time of
 * the request, and a later request may be answered first: there, only a request sent after the answer counts as later.
 *
 * An API that does not tell its usage counts in its own way: only remaining ≤ limit is checked. An API that does not
 * name its policy may have one for each path and method, unless its description has one for all: limits of different
 * ones may differ.
 * @see The map's first law; beyond-the-spec, "Rate limit"
 * @example
 * miscountsIn(placed, har, tape.recordedAt, api); // [{ kind: "quota", where: "entry 2, …", found: "limit 5000, and …" }]
 */
export function miscountsIn(placed: readonly Placed[], { log }: Har, recordedAt: number, api: Api): readonly Finding[] {
  if (log._tapedeck !== undefined) {
    const inOrder = placed.toSorted((a, b) => a.nth - b.nth);
    return miscounts(
      inOrder.map((each) => filed(each, recordedAt)),
      api,
    );
  }
  return miscounts(
    placed.map((each): Counted => {
      const { startedDateTime, time } = (log.entries[each.at] ?? {}) as Readonly<Record<string, unknown>>;
      const began = typeof startedDateTime === "string" ? Date.parse(startedDateTime) : Number.NaN;
      return { ...each, began, ended: typeof time === "number" ? began + time : Number.NaN, pinned: false };
    }),
    api,
  );
}

/** Applies {@link miscountsIn} to answers in the order in which they stand. */
export function miscounts(answers: readonly Counted[], api: Api = plain): readonly Finding[] {
  const sums = answers.flatMap((answer) => sumsIn(answer).map((found) => miscount(answer.where, found)));
  return [...sums, ...breachesIn(answers.flatMap((answer) => toldBy(answer, api))).map(([, found]) => found)];
}

/**
 * Reads the rate limits that a file with one exchange tells; null if it tells none.
 * @param tape The file's tape.
 * @param where How a finding names its exchange.
 */
export function countedFile(file: string, tape: Tape, placed: Placed, where: string, api: Api): CountedFile | null {
  const answer = filed({ ...placed, where }, tape.recordedAt);
  const told = toldBy(answer, api).map((each) => ({ ...each, place: file }));
  if (told.length === 0) return null;
  const folder = file.split("/").slice(0, -1).join("/");
  const root = folder.endsWith(tape.name) ? folder.slice(0, -tape.name.length) : folder;
  return {
    file,
    recording: JSON.stringify([root, tape.origin]),
    pass: answer.exchange.pass ?? 0,
    // It holds the request's body, and the order of pinned counters says nothing.
    key: answer.pinned ? "" : sortKey(answer.exchange),
    name: file.replace(/\.har$/, ""),
    told,
  };
}

/**
 * Finds where the files of a folder together violate the laws of the rate limit (see {@link miscountsIn}): the files of
 * one recording, in recorded order. Tapes of different tests are not compared: they may call different accounts by one
 * alias.
 * @returns The findings, by the file of the violating answer.
 */
export function miscountsBetween(files: Iterable<CountedFile>): ReadonlyMap<string, readonly Finding[]> {
  const found = new Map<string, Finding[]>();
  for (const recording of Map.groupBy(files, (each) => each.recording).values()) {
    const told = recording
      .sort(compareFiled)
      .flatMap((file, nth) => file.told.map((each) => ({ ...each, began: nth, ended: nth })));
    for (const [{ place }, breach] of breachesIn(told)) found.set(place, [...(found.get(place) ?? []), breach]);
  }
  return found;
}

function filed(placed: Placed, recordedAt: number): Counted {
  return { ...placed, began: placed.nth, ended: placed.nth, pinned: isPinned(placed.exchange, recordedAt) };
}

function breachesIn(all: readonly Told[]): ReadonlyArray<readonly [Told, Finding]> {
  const firsts = new Map<string, Told>();
  const unpinned = new Map<string, Told[]>();
  return all.flatMap((told) => {
    const first = firsts.get(told.bucket);
    if (first === undefined) firsts.set(told.bucket, told);
    const window = JSON.stringify([told.window, told.limit]);
    const before = unpinned.get(window) ?? [];
    const found = breachOf(told, first, before);
    unpinned.set(window, before);
    if (!told.pinned && !before.some((each) => saysAll(each, told))) before.push(told);
    return found === null ? [] : [[told, miscount(told.where, found)] as const];
  });
}

// Returns whether everything that violates a law after one answer already violates it after another.
function saysAll(a: Told, b: Told): boolean {
  return a.ended <= b.ended && a.remaining <= b.remaining && (a.refused || !b.refused);
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

function toldBy(answer: Counted, api: Api): readonly Told[] {
  if (sumsIn(answer).length > 0) return [];
  const { where, at, began, ended, pinned, caller, exchange } = answer;
  const { response } = exchange;
  // Windows are distinguished by the moment that was sent, whatever the clock.
  const headers = response.headers.filter(([name]) => name !== "date");
  return readRateLimit({ ...response, headers }, 0).policies.flatMap((policy) => {
    const { name, limit, remaining, resetsAt, resetForm } = policy;
    if (limit === null || remaining === null || resetForm === null || isDelta(resetForm)) return [];
    const path = pathOf(exchange, api);
    const method = exchange.request.method.replace("HEAD", "GET");
    const window = JSON.stringify([caller, name, resetsAt]);
    return {
      ...{ where, began, ended, pinned, limit, remaining, window, place: `entry ${at + 1}` },
      bucket: name !== null || hasOneLimit(api) ? window : JSON.stringify([window, method, path]),
      refused: refusalOf(response) === "quota",
      costs: costs(exchange, path, api),
    };
  });
}

// The limit that a recorder observed is a single one: the largest.
function hasOneLimit({ rateLimit }: Api): boolean {
  const told = rateLimit?.policies.filter(({ hidden }) => !hidden) ?? [];
  return (
    rateLimit?.name !== "observed" &&
    told.length === 1 &&
    told.every(({ when, unless, partition = [] }) => !when && !unless && partition.every((key) => callers.has(key)))
  );
}

const callers: ReadonlySet<string> = new Set(["address", "account", "credential", "app"]);

/** @param before Not pinned, in the same window, of the same limit. */
function breachOf(told: Told, first: Told | undefined, before: readonly Told[]): string | null {
  const { limit, remaining } = told;
  if (first && first.limit !== limit)
    return `limit ${limit}, and ${first.limit} in ${first.place}, for the same caller in the same window`;
  if (told.pinned) return null;
  const earlier = before.filter((each) => each.ended <= told.began);
  const less = earlier.findLast((each) => each.remaining < remaining);
  if (less) return `remaining ${remaining}, after ${less.remaining} in ${less.place}, in the same window`;
  const refused = earlier.find((each) => each.refused);
  return refused && !told.refused && told.costs
    ? `it was allowed, after ${refused.place} was refused in the same window`
    : null;
}

/** @see beyond-the-spec, "Rate limit": what costs nothing */
function costs({ request, response }: Exchange, path: string, api: Api): boolean {
  const free = response.status === 304 || response.status >= 500 || request.method === "OPTIONS";
  return !free && path !== api.rateLimit?.overview?.path;
}

function pathOf({ request }: Exchange, api: Api): string {
  return matchRoute(api, request.method, request.target).target.replace(/[?#].*$/s, "");
}

function isPinned({ response }: Exchange, recordedAt: number): boolean {
  const pinned = pinRateLimit(response, recordedAt).headers;
  return response.headers.every(([, value], at) => pinned[at]?.[1] === value);
}

// An invalid counter may be anything.
function miscount(where: string, found: string): Finding {
  return finding("quota", where, clip(createScrubber().text(found), 160), "record it again");
}
