import type { PolicyReading, RateLimitReading } from "../dialect/read.ts";
import type { Cost, Policy } from "../generated/scheme.ts";
import { limitedAccount } from "../limiter/partition.ts";
import type { LimitedRequest } from "../limiter/request.ts";
import { type CallerKind, isSplit, observedCost, requestsIn, rises, type SpentAnswer } from "./spending.ts";

/** What was observed of one policy. */
export interface ObservedPolicy {
  readonly name: string;
  readonly unit: string | null;
  /** By kind of caller. */
  readonly limits: { readonly anonymous?: number; readonly token?: number };
  /** Whether the limit was told, and not only what is left of it. */
  readonly limitTold: boolean;
  /** Whether only the use is told, without a limit. */
  readonly isUnlimited: boolean;
  /** Whether only shares of the limit are told: the limit is computed from the cost of requests. */
  readonly isShare: boolean;
  /** Length of a window: as told, or at least as long as observed. */
  readonly seconds: number;
  readonly secondsTold: boolean;
  /** Units per second, of a bucket that tells when it is full. */
  readonly rate: number;
  /** Whether different operations spend different limits. */
  readonly split: boolean;
  /** The cost of requests, if it is not one each. */
  readonly cost: Cost | null;
  readonly scope: Pick<Policy, "when" | "unless">;
}

/** Collects what the answers of one service tell of its policies. */
interface ObservedPolicies {
  /** @param unnamed The name for a policy without one. */
  note(reading: RateLimitReading, now: number, request: LimitedRequest, unnamed: string, status: number): void;
  /** @param hide Hides secrets in paths. */
  seen(hide: (path: string) => string): readonly ObservedPolicy[];
}

/** The limit of a policy that tells only its use: larger than any use. */
const unlimited: number = Number.MAX_SAFE_INTEGER;

/** The name for a policy without one. */
export const unnamedPolicy = "default";

// People choose the lengths of windows; the shortest one that is not below the observed length is meant.
const usualSeconds = [1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1800, 3600, 10_800, 21_600, 43_200, 86_400];
const assumedSeconds = 60;
const mostPolicies = 64;
const mostAnswers = 1000;
const longestPath = 256;
const mostParts = 8;

function usual(seconds: number): number {
  return Math.max(1, usualSeconds.find((each) => each >= seconds - 1 && each <= seconds * 2) ?? Math.ceil(seconds));
}

interface Collected {
  readonly name: string;
  readonly unit: string | null;
  readonly limits: { [Who in CallerKind]?: number };
  readonly left: SpentAnswer[];
  limitTold: boolean;
  counted: boolean;
  readonly isUnlimited: boolean;
  windowSeconds: number | null;
  seconds: number;
  rate: number;
  /** The names of the policies that it was made from. */
  readonly parts?: readonly string[];
}

const nameOf = (policy: PolicyReading, unnamed: string): string =>
  /^[A-Za-z0-9][\w.-]{0,63}$/.test(policy.name ?? "") ? String(policy.name) : unnamed;

/** Makes a collector for the policies of one service. */
export function observePolicies(): ObservedPolicies {
  const seen = new Map<string, Collected>();
  const answered: AnsweredRequest[] = [];
  // Limits without a name, each with its window: an API may have several, for different paths.
  const unnamedLimits: string[] = [];
  let nth = 0;

  const note = (policy: PolicyReading, now: number, request: LimitedRequest, name: string): void => {
    const { limit, remaining, used, unit, resetsAt, windowSeconds } = policy;
    const isUnlimited = limit === null && remaining === null && used !== null;
    const least = limit ?? (remaining !== null ? remaining + 1 : isUnlimited ? unlimited : null);
    if (least === null || (!seen.has(name) && seen.size >= mostPolicies)) return;
    const known: Collected = seen.get(name) ?? {
      ...{ name, unit, limits: {}, left: [], limitTold: false, counted: false, isUnlimited },
      ...{ windowSeconds: null, seconds: 0, rate: 0 },
    };
    seen.set(name, known);
    const kind = limitedAccount(request) === undefined ? "anonymous" : "token";
    // If limits differ by the request, the largest refuses nothing that was answered.
    known.limits[kind] = Math.max(known.limits[kind] ?? 0, least);
    known.limitTold ||= limit !== null;
    known.counted ||= remaining !== null || windowSeconds !== null || (isUnlimited && resetsAt !== null);
    known.windowSeconds ??= windowSeconds;
    const left = resetsAt === null ? 0 : resetsAt - now;
    known.seconds = Math.max(known.seconds, left);
    if (used !== null && used > 0 && left > 0) known.rate = Math.max(known.rate, used / left);
    const path = `${request.method} ${request.operation ?? request.path ?? ""}`;
    const count = known.isUnlimited ? (used === null ? null : -used) : remaining;
    // A policy without a reset is assumed to follow the clock.
    const end =
      known.isUnlimited && windowSeconds !== null ? (Math.floor(now / windowSeconds) + 1) * windowSeconds : null;
    if (count !== null && known.left.length < mostAnswers)
      known.left.push({ kind, path, remaining: count, at: now, resetsAt: resetsAt ?? end, nth: nth++ });
  };
  const partOf = ({ limit, windowSeconds }: PolicyReading): string => {
    const told = `${limit} in ${windowSeconds}`;
    if (!unnamedLimits.includes(told) && unnamedLimits.length < mostParts) unnamedLimits.push(told);
    const at = Math.max(0, unnamedLimits.indexOf(told));
    return at === 0 ? unnamedPolicy : `${unnamedPolicy}-${at + 1}`;
  };

  return {
    note(reading, now, request, unnamed, status) {
      const { policies, refusal } = reading;
      const { method, path = "" } = request;
      const isPlain = path.length <= longestPath && /^\/[^?#]*$/.test(path);
      const told = new Set<string>();
      const listed = policies.some(({ name, remaining }) => remaining === null && /-in-\d+s$/.test(name ?? ""));
      for (const policy of policies) {
        const { limit, remaining, windowSeconds } = policy;
        const isNamed = policy.name !== null;
        // A header about the policy with the smallest share left is not a further policy.
        const repeats = (each: PolicyReading): boolean => each.limit === limit && each.remaining === remaining;
        if (!isNamed && policies.some((each) => each.name !== null && repeats(each))) continue;
        const own = !isNamed && listed && windowSeconds !== null ? `${limit}-in-${windowSeconds}s` : unnamed;
        const name = nameOf(policy, own === unnamedPolicy && limit !== null ? partOf(policy) : own);
        told.add(name);
        note(
          refusal === null ? policy : { ...policy, ...(limit === null && { remaining: null, used: null }) },
          now,
          request,
          name,
        );
      }
      // A 304, and a proxy's error, need not tell a limit.
      const isSure = status >= 200 && status < 400 && status !== 304 && method !== "OPTIONS";
      if (isSure && isPlain && answered.length < mostAnswers) answered.push({ method, path, told });
    },
    seen: (hide) =>
      withoutParts([...seen.values()])
        .filter(({ counted, isUnlimited, left }) => counted && (!isUnlimited || rises(left)))
        .map(({ name, parts = [name], unit, limits, limitTold, isUnlimited, windowSeconds, seconds, rate, left }) => {
          const told = windowSeconds ?? (seconds > 0 ? usual(seconds) : null);
          const isShare = unit === "percent";
          const most = isShare ? requestsIn(left) : null;
          return {
            ...{ name, unit, limitTold, isUnlimited, isShare, rate },
            limits: most === null ? limits : Object.fromEntries(Object.keys(limits).map((kind) => [kind, most])),
            split: ofOperation.test(name) || (!isShare && isSplit(left)),
            cost: isShare ? null : observedCost(left, isUnlimited ? 1 : 2, hide),
            scope: scopeOf(parts, answered, hide),
            seconds: told ?? assumedSeconds,
            secondsTold: told !== null,
          };
        }),
  };
}

/** Separates limits without a name by path if each path has only one; else they are one limit, which changes. */
function withoutParts(all: readonly Collected[]): readonly Collected[] {
  const parts = all.filter(({ name }) => /^default(?:-\d)?$/.test(name));
  const [first] = parts;
  if (first === undefined || parts.length === 1) return all;
  const kinds = new Set(parts.flatMap(({ left }) => left.map(({ kind }) => kind)));
  const paths = parts.map(({ left }) => new Set(left.map(({ path }) => path)));
  const isApart = paths.every(
    (own, at) => own.size > 0 && paths.slice(at + 1).every((each) => own.isDisjointFrom(each)),
  );
  if (kinds.size === 1 && isApart) return all;
  const most = (kind: CallerKind): Partial<Collected["limits"]> => {
    const limits = parts.flatMap((part) => part.limits[kind] ?? []);
    return limits.length === 0 ? {} : { [kind]: Math.max(...limits) };
  };
  const one: Collected = {
    ...first,
    limits: { ...most("anonymous"), ...most("token") },
    left: parts.flatMap(({ left }) => left).sort((a, b) => a.nth - b.nth),
    limitTold: parts.some(({ limitTold }) => limitTold),
    counted: parts.some(({ counted }) => counted),
    windowSeconds: parts.find(({ windowSeconds }) => windowSeconds !== null)?.windowSeconds ?? null,
    seconds: Math.max(...parts.map(({ seconds }) => seconds)),
    rate: Math.max(...parts.map(({ rate }) => rate)),
    parts: parts.map(({ name }) => name),
  };
  return [one, ...all.filter((each) => !parts.includes(each))];
}

// "x-method-rate-limit": by its name each operation has its own.
const ofOperation = /^(?:endpoint|method|operation|route)(?:-|$)/;

/** An answered request, and the names of the policies in its answer. */
interface AnsweredRequest {
  readonly method: string;
  readonly path: string;
  readonly told: ReadonlySet<string>;
}

type Scope = Pick<Policy, "when" | "unless">;

/** More patterns than these say nothing about the layout of a service. */
const mostPatterns = 32;

/**
 * Finds which requests a policy counts: undefined if every answer told of it. A limiter is usually mounted at a path,
 * so that everything beneath belongs together; it takes the fewest patterns that separate both sides.
 * @param names The policy, by every name that an answer uses for it.
 * @param hide Hides secrets in paths.
 */
function scopeOf(
  names: readonly string[],
  answers: readonly AnsweredRequest[],
  hide: (path: string) => string = (path) => path,
): Scope {
  const tells = ({ told }: AnsweredRequest): boolean => names.some((name) => told.has(name));
  const told = answers.filter(tells);
  const methods = new Set(told.map(({ method }) => method));
  const paths = new Set(told.map(({ path }) => path));
  const hidden = (all: Iterable<string>): ReadonlySet<string> => new Set(Array.from(all, hide));
  const untold = answers.filter((each) => !tells(each) && !(methods.has(each.method) && paths.has(each.path)));
  if (untold.length === 0) return {};
  if (untold.every(({ method }) => !methods.has(method))) return { when: { methods: [...methods] } };
  const others = hidden(untold.map(({ path }) => path).filter((path) => !paths.has(path)));
  const [own, rest] = [patternsOf(hidden(paths), others), patternsOf(others, hidden(paths))];
  if (rest.length === 0 || Math.min(own.length, rest.length) > mostPatterns) return {};
  return own.length <= rest.length ? { when: { paths: own } } : { unless: { paths: rest } };
}

/** Returns the shortest beginnings of paths that none of the others share. */
function patternsOf(paths: ReadonlySet<string>, others: ReadonlySet<string>): readonly string[] {
  const patterns = new Set<string>();
  for (const path of paths) {
    const beginnings = Array.from(path.matchAll(/(?<=[^/])(?=\/|$)/g), ({ index }) => path.slice(0, index));
    const free = beginnings.find((beginning) => ![...others].some((other) => `${other}/`.startsWith(`${beginning}/`)));
    patterns.add(free === undefined ? path : `${free}/**`);
    if (patterns.size > mostPatterns) break;
  }
  return [...patterns];
}
