// Understands the name of a header by its words, if no dialect of the table has it (header-index.ts).
import { periodSeconds } from "../algorithm/calendar.ts";
import { unitSeconds } from "./moment.ts";

/** The meaning of the words in a header's name. */
interface NamedValue {
  readonly value: "limit" | "remaining" | "used" | "reset" | "window";
  /** The limit, if the name says which. */
  readonly policy: string | null;
  /** The unit of a plain number in seconds, if the name says so. */
  readonly unit: number | null;
  /** Whether it is a share of the limit, in percent. */
  readonly isShare: boolean;
}

const context =
  /(?:^|-)(?:([a-z]{2,32})(?=ratelimit))?(?:rate-?limit(?:s|er|ing|by([a-z]{2,32}))?|quotas?|throttl(?:e|ing|er))(?=-|$)/;
// If nothing else says that it is a limit: what is left of these.
const countable = /^(?:api|calls?|credits?|hits?|\w*limits?|points?|requests?|tokens?)$/;
// "Tokens used" are those of an answer.
const asked = /^(?:calls?|credits?|hits?|requests?)(?:counter)?$/;

// In this order: "hard-limit-remaining" is what remains of the hard limit.
const words: ReadonlyArray<readonly [value: NamedValue["value"], words: RegExp]> = [
  ["remaining", /(?:remaining|remain|left|available)$/],
  ["reset", /(?:resets?|renews?|refresh|refreshes|expiry)$/],
  ["window", /^(?:interval|window|period)$/],
  ["used", /(?:used|usage|count|consumed|observed|spent|current)$/],
  ["limit", /(?:limit|quota|max|maximum|total|allowed|allowance|capacity|cap)$/],
];
const numberUnits: Readonly<Record<string, number>> = {
  ms: 1e-3,
  millis: 1e-3,
  milliseconds: 1e-3,
  seconds: 1,
  secs: 1,
};
const fillers: ReadonlySet<string> = new Set(["", "x", "per", "this"]);
const ofMoments = /^(?:after|at|date|epoch|in|on|s|sec|time|timestamp|unix|utc)$/;
const periods: Readonly<Record<string, string>> = {
  ...{
    second: "second",
    secondly: "second",
    min: "minute",
    minute: "minute",
    minutely: "minute",
    hour: "hour",
    hourly: "hour",
  },
  ...{ day: "day", daily: "day", today: "day", week: "week", weekly: "week", month: "month", monthly: "month" },
};

/**
 * Returns the meaning of a header's name by its words; null if it names no value of a limit.
 * @param name In lower case.
 * @example
 * valueNamed("x-quota-reset-in-ms"); // { value: "reset", policy: null, unit: 0.001, isShare: false }
 */
export function valueNamed(name: string): NamedValue | null {
  const found = context.exec(name);
  const after = found === null ? name : name.slice(found.index + found[0].length);
  const parts = after.split("-").filter((word) => !fillers.has(word));
  const [value, at] = kindOf(parts) ?? [null, -1];
  const ending = value === null ? null : (words.find(([each]) => each === value)?.[1] ?? null);
  const rest = parts.flatMap((word, place) => (place === at && ending ? word.replace(ending, "") || [] : word));
  const isMoment = value === "reset" || value === "window";
  const unit = isMoment ? rest.find((word) => Object.hasOwn(numberUnits, word)) : undefined;
  const isShare = rest.some((word) => word.startsWith("percent"));
  const own = rest
    .filter((word) => !word.startsWith("percent") && (!isMoment || (word !== unit && !ofMoments.test(word))))
    // "x-daylimit-remaining"
    .map((word) => word.replace(/(?<=.)limit$/, ""))
    .map((word) => (Object.hasOwn(periods, word) ? (periods[word] ?? word) : word));
  const isPeriod = own.some((word) => Object.hasOwn(periods, word));
  const isCounted =
    (value === "remaining" && (isPeriod || rest.some((word) => countable.test(word)))) ||
    ((value === "used" || value === "reset") && rest.some((word) => asked.test(word))) ||
    (value === "limit" && isPeriod) ||
    // "x-mbx-used-weight-1m"
    (value === "used" && rest.some((word) => span.test(word)));
  // A percentage is not a number that a limit can be.
  if ((found === null && !isCounted) || (isShare && value === "limit")) return null;
  // "x-rate-limit: 20", "x-hubspot-ratelimit-daily: 250000"
  if (value === null && own.length > 0 && !own.every((word) => Object.hasOwn(periods, word))) return null;
  // "x-readratelimit-usage", "ratelimitbysize-limit"
  const before = `${name.slice(0, found?.index ?? 0)}-${found?.[1] ?? ""}`
    .split("-")
    .filter((word) => !fillers.has(word));
  const policy = [...before, ...(found?.[2] ? [found[2]] : []), ...own].join("-");
  return {
    value: value ?? "limit",
    policy: policy === "" ? null : policy,
    unit: unit === undefined ? null : (numberUnits[unit] ?? null),
    isShare,
  };
}

function kindOf(parts: readonly string[]): readonly [NamedValue["value"], number] | null {
  for (const [value, ending] of words) {
    const at = parts.findIndex((word) => ending.test(word));
    if (at >= 0) return [value, at];
  }
  return null;
}

/**
 * Returns the meaning of a word in a header's value: "remaining", "resets", "maxRequests"; null if it is not about a
 * limit.
 */
export function valueOfWords(text: string): "limit" | "remaining" | "used" | "reset" | null {
  const [value = null] =
    kindOf(
      text
        .replace(/(?<=[a-z])(?=[A-Z])/g, "-")
        .toLowerCase()
        .split(/[-_]/),
    ) ?? [];
  return value === "window" ? null : value;
}

/** Returns the seconds of the period in a policy's name ("requests-hour", "weight-1m"); null if it has none. */
export function periodNamed(policy: string): number | null {
  for (const word of policy.split(/[-_.]/)) {
    const [, count = "1", unit = periods[word] ?? ""] = span.exec(word) ?? [];
    if (Object.hasOwn(secondsOf, unit)) return Number(count) * (secondsOf[unit] ?? 0);
  }
  return null;
}

const span = /^(\d{1,4})([smhdw])$/;
const secondsOf: Readonly<Record<string, number>> = { second: 1, ...periodSeconds, ...unitSeconds };
