import type { Api } from "@tapedeck/api";
import { isDelta, type MomentForm, momentForms, type RateLimitScheme, readMoment } from "@tapedeck/rate-limit";
import { header, type ObservedResponse } from "../../response.ts";

/** The four numbers that tell a client its standing in a fixed window. */
export interface Counters {
  readonly limit: number;
  readonly remaining: number;
  /** Epoch seconds. */
  readonly reset: number;
  readonly used: number;
}

const names = ["limit", "remaining", "reset", "used"] as const;

/**
 * The names of the headers with the four numbers; the client may have to compute what is used, as limit - remaining.
 */
export type CounterNames = Readonly<Record<"limit" | "remaining" | "reset", string>> & {
  readonly used?: string;
  /** How the end of the window is written. */
  readonly resetForm: MomentForm;
};

/**
 * Returns the headers in which a scheme advertises the numbers of one fixed window; null if it advertises something
 * else.
 * @example
 * counterNames(service.rateLimit)?.used; // "x-ratelimit-used"
 */
export function counterNames(scheme: RateLimitScheme | null): CounterNames | null {
  if (scheme === null) return null;
  const policies = scheme.policies.filter(({ hidden }) => hidden !== true);
  if (policies.some(({ algorithm }) => algorithm.kind !== "fixed-window")) return null;
  const found = names.map((name) => {
    const forms: readonly string[] = name === "reset" ? momentForms : ["integer"];
    const told = scheme.tell.find(
      ({ value, form, header, when = "always" }) =>
        value === name && forms.includes(form) && header?.includes("{") === false && when === "always",
    );
    return [name, told] as const;
  });
  const told = found.filter(([name, each]) => name !== "used" || each !== undefined);
  if (told.some(([, each]) => each === undefined)) return null;
  const resetForm = found.find(([name]) => name === "reset")?.[1]?.form;
  return { ...Object.fromEntries(told.map(([name, each]) => [name, each?.header])), resetForm } as CounterNames;
}

/** The part of a response that tells counters. */
type CounterSource = Pick<ObservedResponse, "headers">;

/**
 * Reads the counters of a response, by the description's names of their headers; returns null if it has none.
 * @throws SyntaxError if it has only some of them, one that is not a whole number, or an end that is not a time in its
 *   form.
 * @example
 * countersOf(response, counterNames(service.rateLimit)); // { limit: 60, remaining: 59, reset: 1767229200, used: 1 }
 */
export function countersOf(response: CounterSource, headers: CounterNames): Counters | null {
  const told = names.flatMap((name) => headers[name] ?? []);
  const values = told.map((name) => header(response, name));
  if (values.every((value) => value === undefined)) return null;
  const [limit = 0, remaining = 0, reset = 0, used = limit - remaining] = values.map((value, at) => {
    if (told[at] === headers.reset && headers.resetForm !== "epoch") return endIn(value, response, headers);
    if (/^\d+$/.test(value ?? "")) return Number(value);
    throw new SyntaxError(`${told[at]} is no whole number: ${value ?? "absent"}`);
  });
  return { limit, remaining, reset, used };
}

/** Returns the end of a window, in whole epoch seconds, by the clock that dated the answer. */
function endIn(text: string | undefined, response: CounterSource, { reset, resetForm }: CounterNames): number {
  const sent = Date.parse(header(response, "date") ?? "") / 1000;
  const isLength = isDelta(resetForm);
  const at = text === undefined || (isLength && Number.isNaN(sent)) ? null : readMoment(text, sent || 0, resetForm);
  if (at === null) throw new SyntaxError(`${reset} is no moment as ${resetForm}: ${text ?? "absent"}`);
  return Math.ceil(at);
}

/** Returns why no law of rate limits binds an API; null if they do. */
export function whyUnlimited({ rateLimit }: Api): string | null {
  if (rateLimit === null) return "the description names no rate limit";
  return counterNames(rateLimit) === null
    ? "the description's rate limit is no fixed window that is told by its limit, what remains, and the moment of its end"
    : null;
}

/** Returns the counters of a response; null if it has none, or unreadable ones. */
export function readableCounters(response: ObservedResponse, rateLimit: RateLimitScheme | null): Counters | null {
  try {
    const headers = counterNames(rateLimit);
    return headers === null ? null : countersOf(response, headers);
  } catch {
    return null;
  }
}
