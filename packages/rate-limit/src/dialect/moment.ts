import { memoizeShort } from "../limiter/memoize.ts";

/** Forms of a written time. */
export type MomentForm =
  | ("epoch" | "epoch-decimal" | "epoch-ms")
  | ("delta" | "delta-decimal" | "delta-ms" | "delta-unit" | "duration")
  | ("http-date" | "js-date" | "rfc3339" | "rfc3339-offset" | "rfc3339-decimal" | "iso-minute");

/** Returns whether a form counts from the answer: such a time is the same by every clock. */
export function isDelta(form: MomentForm | null): boolean {
  return form === "duration" || form?.startsWith("delta") === true;
}

// A year in seconds; a greater number is a time, not a duration.
const longestDelta = 31_536_000;
// The year 5138 in seconds, and 1973 in milliseconds.
const greatestEpoch = 100_000_000_000;
const longestText = 80;

/** Units of a duration, in seconds. */
export const unitSeconds: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
  w: 604_800,
};
const duration = /^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h|d))+$/;
// RFC 3339, also truncated to the minute; RFC 9110 section 5.6.7 (HTTP date).
const isoDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/i;
const httpDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;
// The text that JavaScript makes of a Date as a header, in the zone and language of the service.
const jsDate = /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d{4} \d\d:\d\d:\d\d GMT[+-]\d{4} \([^()]{2,40}\)$/;
const decimal = /^\d+(?:\.\d+)?$/;

/**
 * Writes a time. Every rounding goes up, since a client retries right after it.
 * @param at Epoch seconds.
 * @param now Epoch seconds.
 * @example
 * writeMoment("duration", 1_767_225_960, 1_767_225_600); // "6m0s"
 */
export function writeMoment(form: MomentForm, at: number, now: number): string {
  return momentWriters[form](at, now);
}

/** {@link writeMoment} for each form. */
export const momentWriters: Readonly<Record<MomentForm, (at: number, now: number) => string>> = {
  epoch: (at) => String(ceil(at, 1)),
  "epoch-decimal": (at) => ceil(at, 1e3).toFixed(3),
  "epoch-ms": (at) => String(Math.round(ceil(at, 1e3) * 1e3)),
  delta: (at, now) => String(secondsUntil(at, now)),
  "delta-decimal": (at, now) => Math.max(0, ceil(at - now, 1e3)).toFixed(3),
  "delta-ms": (at, now) => String(Math.max(0, millisecondsUntil(at, now))),
  "delta-unit": (at, now) => `${secondsUntil(at, now)}s`,
  duration: (at, now) => durationOf(Math.max(0, millisecondsUntil(at, now))),
  "http-date": (at) => httpDateAt(ceil(at, 1)),
  "js-date": (at) => jsDateAt(ceil(at, 1)),
  rfc3339: (at) => secondAt(ceil(at, 1)),
  "rfc3339-offset": (at) => secondAt(ceil(at, 1)).replace("Z", "+00:00"),
  "rfc3339-decimal": (at) => isoAt(ceil(at, 1e3)),
  "iso-minute": (at) => `${isoAt(ceil(at, 1 / 60)).slice(0, 16)}Z`,
};

/** All forms of a time. */
export const momentForms: readonly MomentForm[] = Object.keys(momentWriters) as MomentForm[];

/** Returns whole seconds until a time, rounded up; 0 if it has passed. */
export function secondsUntil(at: number, now: number): number {
  return Math.max(0, ceil(at - now, 1));
}

const words = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

/**
 * Returns a wait in words, as the packages `ms` and `@lukeed/ms` write it.
 * @example
 * waitText(90); // "2 minutes"
 */
export function waitText(seconds: number): string {
  const [unit, length] = words.find((each) => seconds >= each[1]) ?? words[3];
  const count = Math.round(seconds / length);
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

function millisecondsUntil(at: number, now: number): number {
  return Math.round(ceil(at - now, 1e3) * 1e3);
}

/** Returns the form of a text; null if it is not a time in any form. */
export function formOfMoment(text: string): MomentForm | null {
  if (text.length > longestText) return null;
  if (decimal.test(text)) {
    if (Number(text) > greatestEpoch) return "epoch-ms";
    const kind = Number(text) > longestDelta ? "epoch" : "delta";
    return text.includes(".") ? `${kind}-decimal` : kind;
  }
  const iso = isoDate.exec(text);
  if (iso !== null)
    return iso[1] === undefined
      ? "iso-minute"
      : iso[2] === undefined
        ? text.endsWith("+00:00")
          ? "rfc3339-offset"
          : "rfc3339"
        : "rfc3339-decimal";
  if (httpDate.test(text)) return "http-date";
  if (jsDate.test(text)) return "js-date";
  if (/^\d{1,9}s$/.test(text)) return "delta-unit";
  return duration.test(text) ? "duration" : null;
}

/**
 * Parses a time in any form: numbers above a year in seconds are times, others count from now.
 * @param now Epoch seconds, by the writer's clock.
 * @param form The form, if it is known.
 * @returns Epoch seconds; null if it is not a time.
 * @example
 * readMoment("6m0s", 1_767_225_600); // 1_767_225_960
 */
export function readMoment(text: string, now: number, form?: MomentForm): number | null {
  const seen = formOfMoment(text);
  if (seen === null) return null;
  if (seen === "duration" || seen === "delta-unit") return now + secondsOf(text);
  if (!decimal.test(text)) {
    const at = Date.parse(text) / 1000;
    return Number.isFinite(at) ? at : null;
  }
  const value = Number(text);
  if (form === "delta-ms" && value <= longestDelta * 1000) return now + value / 1000;
  if (form?.startsWith("delta") && form !== "delta-ms") return now + value;
  if (value > greatestEpoch) return value / 1000;
  // A virtual clock may begin in 1970; a number below it is then a delta.
  const isMoment = value > longestDelta || (now <= longestDelta && value >= now);
  return form?.startsWith("epoch") || isMoment ? value : now + value;
}

// Sums of epoch seconds are off by less than a microsecond, which must not make the next second.
function ceil(value: number, precision: number): number {
  return Math.ceil(value * precision - 1e-6 * Math.max(1, precision)) / precision + 0;
}

function dateOf(seconds: number): Date {
  return new Date(Math.min(Math.max(0, Math.round(seconds * 1000)), 253_402_300_799_000));
}

// Many answers tell the same time.
const isoAt = memoizeShort((seconds: number) => dateOf(seconds).toISOString());
const secondAt = memoizeShort((seconds: number) => `${isoAt(seconds).slice(0, 19)}Z`);
const httpDateAt = memoizeShort((seconds: number) => dateOf(seconds).toUTCString());
const jsDateAt = memoizeShort((seconds: number) =>
  httpDateAt(seconds).replace(
    /^(\w+), (\d+) (\w+) (\d+) (\S+) GMT$/,
    "$1 $3 $2 $4 $5 GMT+0000 (Coordinated Universal Time)",
  ),
);

function secondsOf(text: string): number {
  let sum = 0;
  for (const [, amount = "", unit = ""] of text.matchAll(/(\d+(?:\.\d+)?)([nuµm]?s|[mhd])/g))
    sum += Number(amount) * (unitSeconds[unit] ?? 0);
  return sum;
}

// As Go's time.Duration writes it: 12ms, 1.5s, 6m0s, 1h0m0s.
const durationOf = memoizeShort((milliseconds: number): string => {
  if (milliseconds > 0 && milliseconds < 1000) return `${milliseconds}ms`;
  const rest = `${(milliseconds % 60_000) / 1000}s`;
  const minutes = Math.floor(milliseconds / 60_000);
  const hours = Math.floor(minutes / 60);
  return hours > 0 ? `${hours}h${minutes % 60}m${rest}` : minutes > 0 ? `${minutes}m${rest}` : rest;
});
