import type { PlanStep } from "@tapedeck/schema";
import { anonymous, nearest, type Principal } from "@tapedeck/tape";

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
  /** Asks for a list instead, and then for what it makes of each of its items. Null for what is asked itself. */
  readonly each: Each | null;
}

/** A list, and what to ask for each of its items. */
export interface Each {
  readonly list: string;
  /** @throws Error if the item lacks a member that a placeholder names. */
  readonly courseOf: (item: unknown) => Course;
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
  const courseOf = (values: Values): Course => ({
    method,
    target: targetOf(step, values),
    as: step.as ?? as,
    headers,
    times,
    pages: pages === "all" ? Number.POSITIVE_INFINITY : pages,
    revalidate,
    exhaust,
    each: null,
  });
  const { each } = step;
  return combinations(Object.entries(step.for ?? {})).map((values) => {
    if (each === undefined) return courseOf(values);
    const list = fill(each, values, encodePath);
    return {
      ...courseOf(values),
      method: "GET",
      target: list,
      times: 1,
      pages: Number.POSITIVE_INFINITY,
      revalidate: false,
      each: { list, courseOf: (item) => courseOf(withMembers(values, placeholdersOf(step), item, list)) },
    };
  });
}

const placeholder = /\{([^{}]*)\}/g;

/** The names in braces in a step's path and query. */
export function placeholdersOf({ path, query = {} }: PlanStep): string[] {
  return [path, ...Object.values(query)].flatMap((text) => placeholdersIn(String(text)));
}

/** The names in braces in a text. */
export function placeholdersIn(text: string): string[] {
  return Array.from(text.matchAll(placeholder), ([, name = ""]) => name);
}

type Values = ReadonlyMap<string, string>;

function targetOf({ path, query = {} }: PlanStep, values: Values): string {
  const filled = fill(path, values, encodePath);
  const parameters = Object.entries(query).map(([name, value]) => {
    const text = fill(String(value), values, (part) => part);
    return `${encodeURIComponent(name)}=${encodeURIComponent(text)}`;
  });
  if (parameters.length === 0) return filled;
  return `${filled}${filled.includes("?") ? "&" : "?"}${parameters.join("&")}`;
}

function encodePath(value: string): string {
  return encodeURIComponent(value).replaceAll("%2F", "/");
}

function withMembers(values: Values, names: readonly string[], item: unknown, list: string): Values {
  const missing = names.filter((name) => !values.has(name));
  return new Map([...values, ...missing.map((name) => [name, memberOf(item, name, list)] as const)]);
}

function memberOf(item: unknown, name: string, list: string): string {
  const member = name
    .split(".")
    .reduce<unknown>((part, key) => (part as Readonly<Record<string, unknown>> | null | undefined)?.[key], item);
  if (typeof member === "string" || typeof member === "number") return String(member);
  const known = typeof item === "object" && item !== null ? Object.keys(item) : [];
  const meant = known.includes(name) ? null : nearest(name, known);
  throw new Error(
    `Cannot fill {${name}}: an item of ${list} has no text or number of that name` +
      `${meant === null ? "" : `; did you mean {${meant}}?`}`,
  );
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
