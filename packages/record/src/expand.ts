import type { PlanStep } from "@tapedeck/schema";
import { anonymous, type Principal } from "@tapedeck/tape";

/** One thing to ask, with its placeholders filled in, and how often and how far. */
export interface Course {
  readonly method: string;
  readonly target: string;
  readonly as: Principal;
  readonly headers: Readonly<Record<string, string>>;
  readonly times: number;
  readonly pages: number;
  readonly revalidate: boolean;
  readonly exhaust: boolean;
}

/**
 * A step's courses: one for each combination of the values of its placeholders, the last placeholder turning fastest.
 * @param as Who asks where the step does not say.
 * @example
 * expand({ path: "/bicyclists/{city}", for: { city: ["malaga", "spb"] } }).map(({ target }) => target);
 * // ["/bicyclists/malaga", "/bicyclists/spb"]
 */
export function expand(step: PlanStep, as: Principal = anonymous): Course[] {
  const { method = "GET", headers = {}, times = 1, pages = 1, revalidate = false, exhaust = false } = step;
  return combinations(Object.entries(step.for ?? {})).map((values) => ({
    method,
    target: targetOf(step, values),
    as: step.as ?? as,
    headers,
    times,
    pages: pages === "all" ? Number.POSITIVE_INFINITY : pages,
    revalidate,
    exhaust,
  }));
}

const placeholder = /\{([^{}]*)\}/g;

/** The names in braces in a step's path and query. */
export function placeholdersOf({ path, query = {} }: PlanStep): string[] {
  return [path, ...Object.values(query)].flatMap((text) =>
    Array.from(String(text).matchAll(placeholder), ([, name = ""]) => name),
  );
}

type Values = ReadonlyMap<string, string>;

function targetOf({ path, query = {} }: PlanStep, values: Values): string {
  const filled = fill(path, values, (value) => encodeURIComponent(value).replaceAll("%2F", "/"));
  const parameters = Object.entries(query).map(([name, value]) => {
    const text = fill(String(value), values, (part) => part);
    return `${encodeURIComponent(name)}=${encodeURIComponent(text)}`;
  });
  if (parameters.length === 0) return filled;
  return `${filled}${filled.includes("?") ? "&" : "?"}${parameters.join("&")}`;
}

function fill(text: string, values: Values, encode: (value: string) => string): string {
  return text.replace(placeholder, (whole, name: string) => {
    const value = values.get(name);
    return value === undefined ? whole : encode(value);
  });
}

function combinations(lists: readonly (readonly [name: string, values: readonly (string | number)[]])[]): Values[] {
  return lists.reduce<Values[]>(
    (all, [name, values]) => all.flatMap((one) => values.map((value) => new Map([...one, [name, String(value)]]))),
    [new Map()],
  );
}
