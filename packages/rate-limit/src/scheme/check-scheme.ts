import { calendarEnd } from "../algorithm/calendar.ts";
import { readTemplate } from "../dialect/composite.ts";
import { dialects } from "../dialect/dialects.ts";
import { type Policy, type RateLimitScheme, schemeShape, type Told } from "../generated/scheme.ts";
import { parametersIn } from "../limiter/condition.ts";
import { presetNamed } from "../preset/presets.ts";
import { checkShape, shownValue } from "./check-shape.ts";
import { SchemeError } from "./scheme-error.ts";

/** The content of a scheme file: a whole scheme, or its differences from a preset; policies are merged by name. */
export interface SchemeFile extends Partial<Omit<RateLimitScheme, "policies" | "tell">> {
  readonly preset?: string;
  readonly policies?: readonly (Partial<Policy> & { readonly name: string })[];
  /** A list, or the name of a dialect. */
  readonly tell?: string | readonly Told[];
}

/**
 * Checks a scheme: a whole one, or the differences from the preset that it names. Policies are merged by name.
 * @param value The content of a file.
 * @param place File name for errors.
 * @throws SchemeError for a missing, unknown or invalid member; it names the place.
 * @example
 * checkScheme({ preset: "github", policies: [{ name: "core", limits: { token: 100 } }] }, "api.json").name; // "github"
 */
export function checkScheme(value: unknown, place: string): RateLimitScheme {
  const scheme = resolve(value, place) as RateLimitScheme;
  checkShape(schemeShape, scheme, place);
  const names = scheme.policies.map(({ name }) => name);
  scheme.policies.forEach((policy, index) => {
    if (names.indexOf(policy.name) !== index)
      throw new SchemeError(`${place}/policies/${index}/name`, `${JSON.stringify(policy.name)} stands twice`);
    checkPolicy(policy, `${place}/policies/${index}`);
  });
  scheme.tell.forEach((told, index) => {
    checkTold(told, names, `${place}/tell/${index}`);
  });
  checkNamed(scheme.overview?.rate, names, `${place}/overview/rate`);
  return scheme;
}

function resolve(value: unknown, place: string): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const { preset, ...own } = value as SchemeFile;
  const tell = typeof own.tell === "string" ? dialectNamed(own.tell, `${place}/tell`) : own.tell;
  if (preset === undefined) return { ...own, ...(tell && { tell }) };
  let named: RateLimitScheme;
  try {
    named = presetNamed(String(preset));
  } catch (error) {
    throw new SchemeError(`${place}/preset`, (error as Error).message);
  }
  return { ...named, ...own, ...(tell && { tell }), policies: mergePolicies(named.policies, own.policies, place) };
}

function mergePolicies(before: readonly Policy[], own: unknown, place: string): unknown {
  if (own === undefined) return before;
  if (!Array.isArray(own)) throw new SchemeError(`${place}/policies`, `must be a list, not ${typeof own}`);
  const changed = new Map<unknown, object>(own.map((policy) => [(policy as Partial<Policy> | null)?.name, policy]));
  const kept = before.map((policy) => ({ ...policy, ...changed.get(policy.name) }));
  const known = new Set<unknown>(before.map(({ name }) => name));
  return [...kept, ...own.filter((policy) => !known.has((policy as Partial<Policy> | null)?.name))];
}

function dialectNamed(name: string, place: string): readonly Told[] {
  const dialect = Object.hasOwn(dialects, name) ? dialects[name] : undefined;
  if (dialect !== undefined) return dialect.tell;
  throw new SchemeError(place, `no dialect ${JSON.stringify(name)}: there is ${Object.keys(dialects).join(", ")}`);
}

function checkPolicy({ partition = [], limits, when, algorithm, unit }: Policy, place: string): void {
  if (limits !== undefined && !partition.some((key) => key === "account" || key === "credential"))
    throw new SchemeError(
      `${place}/limits`,
      'accounts have limits of their own only where "partition" has "account" or "credential"',
    );
  const paths = when?.paths ?? [];
  const known = parametersIn(paths);
  partition.forEach((key, index) => {
    const parameter = key.startsWith("param:") ? key.slice("param:".length) : null;
    if (parameter !== null && paths.length > 0 && !known.includes(parameter))
      throw new SchemeError(
        `${place}/partition/${index}`,
        `no path of "when" has a parameter ${JSON.stringify(parameter)}`,
      );
  });
  if (algorithm.kind === "concurrency" && unit !== undefined && unit !== "concurrent-requests")
    throw new SchemeError(`${place}/unit`, `concurrency counts "concurrent-requests", not ${JSON.stringify(unit)}`);
  if ("zone" in algorithm && algorithm.zone !== undefined) checkZone(algorithm.zone, `${place}/algorithm/zone`);
}

function checkZone(zone: string, place: string): void {
  try {
    calendarEnd("day", zone);
  } catch {
    throw new SchemeError(place, `no time zone ${shownValue(zone)}: write one of the IANA's, like "Europe/Berlin"`);
  }
}

function checkTold({ header, pointer, policy, value, template }: Told, names: readonly string[], place: string): void {
  const wrong = [
    [(header === undefined) === (pointer === undefined), 'either "header" or "pointer"'],
    [(template === undefined) === (value === "template"), 'a "template" where, and only where, that is its "value"'],
    [template !== undefined && header === undefined, 'a "header": a member of a body tells one value'],
  ].find(([applies]) => applies);
  if (wrong !== undefined) throw new SchemeError(place, `must have ${wrong[1]}`);
  checkNamed(policy, names, `${place}/policy`);
  if (template === undefined) return;
  const { strange, policies } = readTemplate(template);
  if (strange !== null)
    throw new SchemeError(
      `${place}/template`,
      `must have placeholders like {{remaining}}, {{used%}}, {{delta}}, or {{NAME.used}} of a policy, not ${shownValue(strange)}`,
    );
  for (const name of policies) checkNamed(name, names, `${place}/template`);
}

function checkNamed(policy: string | undefined, names: readonly string[], place: string): void {
  if (policy !== undefined && !names.includes(policy))
    throw new SchemeError(place, `no policy ${JSON.stringify(policy)}: there is ${names.join(", ")}`);
}
