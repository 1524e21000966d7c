// Works out the scheme of a service from its answers. A window is at least as long as was observed, and limits that no
// header advertises are missing.

import { dialects as table } from "../dialect/dialects.ts";
import { formOfMoment, waitText } from "../dialect/moment.ts";
import { type RateLimitReading, readRateLimit } from "../dialect/read.ts";
import { type AnyResponse, bodyText, headerMap } from "../dialect/response.ts";
import type { Algorithm, Policy, Refusal } from "../generated/scheme.ts";
import { type CompiledPolicy, compilePolicy } from "../limiter/policy.ts";
import type { LimitedRequest } from "../limiter/request.ts";
import type { Preset } from "../preset/preset.ts";
import { presets } from "../preset/presets.ts";
import type { SchemeFile } from "../scheme/check-scheme.ts";
import { observeHeaders } from "./headers.ts";
import { type ObservedPolicy, observePolicies, unnamedPolicy } from "./policies.ts";

/** Collects what the answers of one service tell of its rate limit. */
export interface RateLimitObserver {
  /**
   * Notes an answer.
   * @param now Epoch seconds, by the caller's clock.
   * @param request Limits differ by whether it has a credential; its path identifies the policy in a preset.
   * @param hide Hides secrets in what may be written of its body.
   */
  observe(response: AnyResponse, now: number, request: LimitedRequest, hide?: (text: string) => string): void;
  /** Returns the scheme in the form of a file; null if no answer advertised a limit. It extends a preset that fits. */
  scheme(): SchemeFile | null;
  /** Returns assumptions about untold parts of the scheme, and parts that were not understood: sentences. */
  notes(): readonly string[];
}

/**
 * Makes an observer of a service.
 * @example
 * const observer = createObserver();
 * const headers = [["x-quota-left", "59"], ["x-quota-reset-in", "60s"]] as const;
 * observer.observe({ status: 200, headers }, 1_767_225_600, { address: "::1", method: "GET", path: "/things" });
 * observer.scheme()?.policies?.[0]?.algorithm; // { kind: "fixed-window", limit: 60, seconds: 60 }
 */
export function createObserver(): RateLimitObserver {
  const dialects = new Map<string, number>();
  const policies = observePolicies();
  const headers = observeHeaders();
  let refusal: Refusal | null = null;

  const likely = (): string => [...dialects].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? "";
  let latestHide = (text: string): string => text;
  // A secret in a path is known by the end.
  const seen = (): readonly ObservedPolicy[] => policies.seen(latestHide);
  const isOfPreset = (named: string): boolean =>
    presets[likely()]?.policies.some(({ name, algorithm }) => name === named && "seconds" in algorithm) === true;
  return {
    observe(response, now, request, hide = (text) => text) {
      const read = readRateLimit(response, now);
      if (read.dialect !== null) dialects.set(read.dialect, (dialects.get(read.dialect) ?? 0) + 1);
      policies.note(read, now, request, policyFor(read.dialect, request), response.status);
      latestHide = hide;
      headers.note(response, read, now, hide);
      if (read.refusal === "quota" || (read.refusal === "unspecified" && refusal === null))
        refusal = refusalIn(response, read, now, hide);
    },
    scheme() {
      const dialect = likely();
      const all = seen();
      if (all.length === 0) return null;
      const names = all.map(({ name }) => name);
      const tell = tellsInBody(dialect) ? dialect : headers.tell(dialect, names);
      const preset = presetOf(dialect);
      const bases = names.map((name) => preset?.policies.find((policy) => policy.name === name));
      // The size of a bucket that is not told follows from the account's plan: the preset's would be a guess.
      const isGuess = buckets.has(dialect) && preset?.policies.some(({ name }) => !names.includes(name)) === true;
      if (preset === null || isGuess || bases.includes(undefined)) {
        const isLike = headers.includes(dialect);
        const own = all.map((each) => {
          const like = presets[dialect]?.policies.find(({ name }) => name === each.name);
          return like ? { ...like, ...changeOf(each, like) } : policyOf(each, isLike && buckets.has(dialect));
        });
        const known = isLike ? (table[dialect]?.refusal ?? presets[dialect]?.refusal) : undefined;
        const usual = known ?? problem;
        return { name: "observed", policies: own, tell, refusal: refusalLike(refusal ?? usual, tell) };
      }
      return {
        preset: dialect,
        policies: all.map((each, at) => changeOf(each, bases[at] as Policy)),
        ...(tell !== dialect && { tell }),
        // A preset words its refusal, which an observer cannot.
        ...(refusal !== null && { refusal: refusal.status === preset.refusal.status ? preset.refusal : refusal }),
      };
    },
    notes() {
      const all = seen();
      const told = all.flatMap(({ name, limits, limitTold, isUnlimited, isShare, secondsTold, seconds }) => [
        ...(isShare
          ? [`the limit of "${name}" is told in percent: by what was used it is ${most(limits)} requests`]
          : []),
        ...(isUnlimited && !isOfPreset(name)
          ? [`the limit of "${name}" is not told, and what is used alone: a replay counts, and refuses nothing`]
          : []),
        ...(limitTold || isUnlimited
          ? []
          : [`the limit of "${name}" is not told: ${most(limits)} is one more than what was left`]),
        ...(secondsTold || isConcurrency(name) || isOfPreset(name)
          ? []
          : [`the window of "${name}" is not told: ${seconds} s are assumed`]),
      ]);
      const isLimited = all.length > 0;
      const unseen = "no refusal was seen: a replay answers as others do that tell their limits so";
      const untold =
        "requests were refused, and no answer told a limit: a replay refuses where the recording does, and counts nothing";
      const strange = headers.unread(all.map(({ name }) => name));
      return [
        ...told,
        ...(isLimited === (refusal === null) ? [isLimited ? unseen : untold] : []),
        ...(strange.length === 0 ? [] : [`replayed as recorded, since they are not understood: ${strange.join(", ")}`]),
      ];
    },
  };
}

// These name themselves: a service with such headers probably counts as they do.
const distinct: ReadonlySet<string> = new Set(["github", "gitlab", "openai", "anthropic", "discord", "binance"]);
// These tell when a bucket is full again, not when a window ends.
const buckets: ReadonlySet<string | null> = new Set(["openai", "anthropic"]);

function presetOf(dialect: string | null): Preset | null {
  return dialect !== null && distinct.has(dialect) ? (presets[dialect] ?? null) : null;
}

function tellsInBody(dialect: string): boolean {
  return table[dialect]?.tell.some(({ pointer }) => pointer !== undefined) === true;
}

/** Returns the policy that a dialect without names advertises: the preset's one that counts the request. */
function policyFor(dialect: string | null, request: LimitedRequest): string {
  const known = compiled.get(dialect) ?? presetOf(dialect)?.policies.map(compilePolicy) ?? [];
  compiled.set(dialect, known);
  return known.find(({ hidden, applies }) => !hidden && applies(request))?.name ?? unnamedPolicy;
}
const compiled = new Map<string | null, readonly CompiledPolicy[]>();

const isConcurrency = (name: string): boolean => /concurren/.test(name);

function policyOf(observed: ObservedPolicy, refills: boolean): Policy {
  const { name, unit, limits, isUnlimited, seconds, rate, split, cost, scope } = observed;
  const limit = most(limits);
  return {
    name,
    ...((unit === "points" || unit === "tokens" || unit === "content-bytes") && { unit }),
    partition: split ? ["account", "operation"] : ["account"],
    algorithm: isConcurrency(name)
      ? { kind: "concurrency", limit }
      : refills && rate > 0
        ? { kind: "token-bucket", capacity: limit, refillPerSecond: rate }
        : { kind: "fixed-window", limit, seconds },
    ...(!isUnlimited && { limits }),
    ...(cost !== null && { cost }),
    ...scope,
  };
}

/** Returns the difference between a preset's policy and the observed one. */
function changeOf(
  { name, limits, isUnlimited, cost, seconds, secondsTold, rate }: ObservedPolicy,
  { algorithm, partition = [], ...base }: Policy,
): Partial<Policy> & { readonly name: string } {
  if (isUnlimited) return { name, algorithm, ...(cost !== null && { cost }) };
  const limit = most(limits);
  const byAccount = partition.some((key) => key === "account" || key === "credential");
  const differ = limits.anonymous !== undefined && limits.token !== undefined && limits.anonymous !== limits.token;
  return {
    name,
    algorithm: algorithmLike(algorithm, limit, secondsTold ? seconds : null, rate),
    ...(byAccount && (differ || base.limits !== undefined) && { limits }),
  };
}

function algorithmLike(algorithm: Algorithm, limit: number, seconds: number | null, rate: number): Algorithm {
  switch (algorithm.kind) {
    case "token-bucket": {
      const { capacity, refillPerSecond } = algorithm;
      return {
        ...algorithm,
        capacity: limit,
        refillPerSecond: rate > 0 ? rate : (refillPerSecond * limit) / capacity || refillPerSecond,
      };
    }
    case "leaky-bucket":
      return { ...algorithm, capacity: limit };
    case "concurrency":
      return { ...algorithm, limit };
    default:
      return "seconds" in algorithm && seconds !== null ? { ...algorithm, limit, seconds } : { ...algorithm, limit };
  }
}

function most({ anonymous = 0, token = 0 }: ObservedPolicy["limits"]): number {
  return Math.max(anonymous, token);
}

/** Returns the refusal of a service with such a dialect: it tells once when to retry. */
function refusalLike({ retryAfter, ...rest }: Refusal, tell: SchemeFile["tell"]): Refusal {
  const told = typeof tell === "object" && tell.some(({ header }) => header === "retry-after");
  return told || retryAfter === undefined ? rest : { ...rest, retryAfter };
}

// RFC 6585, section 4, and RFC 9457.
const problem: Refusal = {
  status: 429,
  retryAfter: "delta",
  contentType: "application/problem+json",
  body: '{"title":"Too Many Requests","status":429}',
};
const longestBody = 2000;

function refusalIn(
  response: AnyResponse,
  { retryAt }: RateLimitReading,
  now: number,
  hide: (text: string) => string,
): Refusal {
  const headers = headerMap(response);
  const after = headers.get("retry-after");
  const form = after === undefined ? null : formOfMoment(after);
  const contentType = headers.get("content-type");
  const text = bodyText(response);
  const wait = retryAt === null ? null : String(Math.ceil(retryAt - now));
  const words = wait === null ? null : waitText(Number(wait));
  // The wait in it is another number each time.
  const body = hide(text.length > longestBody ? "" : text).replace(
    /\b\d+(?:\.\d+)?\b(?: (?:day|hour|minute)s?\b)?/g,
    (found) => (found === words ? "{{wait}}" : found === wait || found === after ? "{{retryAfter}}" : found),
  );
  return {
    status: response.status,
    seen: true,
    ...(form !== null && { retryAfter: form === "http-date" || form === "delta-decimal" ? form : "delta" }),
    ...(contentType !== undefined && { contentType }),
    ...(body !== "" && { body }),
  };
}
