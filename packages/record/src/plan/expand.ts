import type { Plan, PlanStep } from "@tapedeck/schema";
import { anonymous, type Principal } from "@tapedeck/tape";
import { nearest } from "@tapedeck/tape/internal";

/** A request with its placeholders filled in, and how often and how far to ask. */
export interface ExpandedStep {
  readonly method: string;
  readonly target: string;
  readonly as: Principal;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Why it cannot be sent; null if it can. */
  readonly flaw: Error | null;
  readonly times: number;
  readonly pages: number;
  readonly revalidate: boolean;
  readonly exhaust: boolean;
  /** Asks for a list, then for a request made from each of its items. Null for a plain request. */
  readonly each: Each | null;
}

/** A list, and the request for each of its items. */
export interface Each {
  readonly list: string;
  /** @throws Error if the item lacks a member that a placeholder names. */
  readonly stepOf: (item: unknown) => ExpandedStep;
}

/**
 * Expands a step lazily: one result for each combination of its placeholders' values, the last placeholder varying
 * fastest.
 * @param as The principal of a step that names none.
 * @example
 * Array.from(expand({ path: "/bicyclists/{city}", for: { city: ["malaga", "spb"] } }), ({ target }) => target);
 * // ["/bicyclists/malaga", "/bicyclists/spb"]
 */
export function* expand(step: PlanStep, as: Principal = anonymous): Iterable<ExpandedStep> {
  const { method = "GET", headers = {}, times = 1, pages = 1, revalidate = false, exhaust = false } = step;
  const isText = typeof step.body === "string";
  const stepOf = (values: Values): ExpandedStep => ({
    method,
    target: targetOf(step, values),
    as: step.as ?? as,
    headers:
      step.body === undefined ? headers : withType(headers, isText ? "text/plain;charset=UTF-8" : "application/json"),
    body: bodyOf(step.body, values),
    flaw: flawIn(step.path, fill(step.path, values, encodePath)),
    times,
    pages: pages === "all" ? Number.POSITIVE_INFINITY : pages,
    revalidate,
    exhaust,
    each: null,
  });
  const { each } = step;
  for (const values of combinations(Object.entries(step.for ?? {}))) {
    if (each === undefined) {
      yield stepOf(values);
      continue;
    }
    const list = fill(each, values, encodePath);
    yield {
      ...stepOf(values),
      method: "GET",
      headers,
      body: new Uint8Array(),
      flaw: flawIn(each, list),
      target: list,
      times: 1,
      pages: Number.POSITIVE_INFINITY,
      revalidate: false,
      each: { list, stepOf: (item) => stepOf(withMembers(values, step, item, list)) },
    };
  }
}

/**
 * Returns the number of steps that {@link expand} makes, without making them.
 * @example
 * stepCount({ path: "/{a}/{b}", for: { a: [1, 2], b: [1, 2, 3] } }); // 6
 */
export function stepCount(step: PlanStep): number {
  return Object.values(step.for ?? {}).reduce((count, values) => count * values.length, 1);
}

const placeholder = /\{([^{}]*)\}/g;

/** Returns the names in braces in a step's path and query. */
export function placeholdersOf({ path, query = {} }: PlanStep): string[] {
  return [path, ...Object.values(query)].flatMap((text) => namesInBraces(String(text)));
}

/** Returns the names in braces in a text. */
export function namesInBraces(text: string): string[] {
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

function withType(headers: Readonly<Record<string, string>>, type: string): Readonly<Record<string, string>> {
  const isGiven = Object.keys(headers).some((name) => name.toLowerCase() === "content-type");
  return isGiven ? headers : { ...headers, "content-type": type };
}

const noBody = new Uint8Array();

function bodyOf(body: PlanStep["body"], values: Values): Uint8Array {
  if (body === undefined) return noBody;
  const filled = filledIn(body, values);
  return new TextEncoder().encode(typeof filled === "string" ? filled : JSON.stringify(filled));
}

function filledIn(part: unknown, values: Values): unknown {
  if (typeof part === "string") return fill(part, values, (value) => value);
  if (Array.isArray(part)) return part.map((each) => filledIn(each, values));
  if (typeof part !== "object" || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, filledIn(each, values)]));
}

// Such a segment makes another URL: `/users/..` asks for `/`.
function flawIn(template: string, path: string): Error | null {
  const dots = /(?:^|\/)(?:\.|%2e){1,2}(?=[/?]|$)/i;
  if (!dots.test(path) || dots.test(template)) return null;
  return new Error(`Cannot ask for ${path}: "." and ".." as values of a placeholder lead to another path`);
}

// Braces in a body may have another meaning: those that name no member of an item stay.
function withMembers(values: Values, step: PlanStep, item: unknown, list: string): Values {
  const missing = placeholdersOf(step).filter((name) => !values.has(name));
  const inBody = namesInBraces(JSON.stringify(step.body ?? null)).filter((name) => isPlain(memberIn(item, name)));
  const members = [
    ...inBody.filter((name) => !values.has(name)).map((name) => [name, String(memberIn(item, name))] as const),
    ...missing.map((name) => [name, memberOf(item, name, list)] as const),
  ];
  return new Map([...values, ...members]);
}

function memberIn(item: unknown, name: string): unknown {
  return name
    .split(".")
    .reduce<unknown>((part, key) => (part as Readonly<Record<string, unknown>> | null | undefined)?.[key], item);
}

function isPlain(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number";
}

function memberOf(item: unknown, name: string, list: string): string {
  const member = memberIn(item, name);
  if (isPlain(member)) return String(member);
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

function* combinations(
  lists: readonly (readonly [name: string, values: readonly (string | number)[]])[],
  values: Values = new Map(),
): Iterable<Values> {
  const [first, ...rest] = lists;
  if (first === undefined) yield values;
  else for (const value of first[1]) yield* combinations(rest, new Map([...values, [first[0], String(value)]]));
}

/** An expanded step, with its number in the plan's order, from 1. */
export type NumberedStep = ExpandedStep & { readonly number: number };

/** Maximum number of expanded steps in memory. */
export const mostAtOnce = 1000;

/**
 * Expands a plan lazily.
 * @param isWanted Selects steps.
 */
export function* expandedSteps(
  { requests }: Plan,
  { as, only }: { readonly as: Principal; readonly only?: readonly number[] },
  isWanted: (step: PlanStep) => boolean,
): Iterable<NumberedStep> {
  const chosen = only && new Set(only);
  let before = 0;
  for (const step of requests) {
    const end = before + stepCount(step);
    if (isWanted(step) && (only === undefined || only.some((number) => number > before && number <= end))) {
      let number = before;
      for (const expanded of expand(step, as)) {
        number += 1;
        if (chosen?.has(number) ?? true) yield { ...expanded, number };
      }
    }
    before = end;
  }
}

/** Takes expanded steps, {@link mostAtOnce} at a time. */
export function* batches(steps: Iterable<NumberedStep>): Iterable<readonly NumberedStep[]> {
  let batch: NumberedStep[] = [];
  for (const step of steps) {
    batch.push(step);
    if (batch.length < mostAtOnce) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/**
 * Counts the expanded steps of a plan.
 * @throws RangeError if a selected number has no step.
 */
export function checkChosen({ requests }: Plan, only: readonly number[] | undefined): number {
  const count = requests.reduce((sum, step) => sum + stepCount(step), 0);
  const missing = only?.find((number) => !(Number.isInteger(number) && number >= 1 && number <= count));
  if (missing === undefined) return count;
  throw new RangeError(
    `Cannot record request ${missing} of the plan: it has ${count}; choose among 1 to ${count} (--only)`,
  );
}
