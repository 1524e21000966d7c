import { calendarEnd, periodSeconds } from "../algorithm/calendar.ts";
import { readTemplate } from "../dialect/composite.ts";
import { dialects } from "../dialect/dialects.ts";
import { momentForms } from "../dialect/moment.ts";
import { parametersIn } from "../limiter/condition.ts";
import { presetNamed } from "../preset/presets.ts";
import {
  checkAll,
  checkAmount,
  checkCount,
  checkedAs,
  checkList,
  checkMap,
  checkMatch,
  checkOneOf,
  checkPointer,
  checkPositive,
  checkRecord,
  checkText,
  checkThat,
  checkTruth,
  type Fields,
  optional,
  shownValue,
} from "./checks.ts";
import type { Algorithm, Policy, RateLimitScheme, SchemeFile, Told } from "./scheme.ts";
import { SchemeError } from "./scheme-error.ts";

const units = ["requests", "points", "tokens", "content-bytes", "concurrent-requests"];
const toldValues = {
  counts: ["limit", "remaining", "used"],
  moments: ["reset", "retry"],
  words: ["name", "bucket", "scope", "reason", "global"],
};
const forms: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(toldValues.counts.map((value) => [value, ["integer", "integer-window", "integer-list"]])),
  ...Object.fromEntries(toldValues.moments.map((value) => [value, momentForms])),
  ...Object.fromEntries(toldValues.words.map((value) => [value, ["text"]])),
  policies: ["structured", "structured-spaced", "structured-07"],
  standings: ["structured", "structured-spaced", "structured-07"],
  template: ["template"],
};
// A log keeps every charge of its period.
const longestLog = 100_000;
const mostPolicies = 64;
const token = /^[!#$%&'*+.^_`|~0-9a-z{}-]+$/;
const checkName = checkMatch(/^[A-Za-z0-9][\w.-]{0,63}$/, 'a name of letters, digits, ".", "_" and "-"');
const checkPath = checkMatch(/^\/[^?#]{0,1000}$/, 'a path that begins with "/", without a query');
const checkHeaderValue = checkMatch(/^[\t\x20-\x7e\x80-\xff]*$/, "the value of a header");
const price = (value: unknown, place: string): void => {
  if (typeof value === "number") checkAmount(value, place);
  else checkRecord(value, place, { anonymous: checkAmount, token: checkAmount });
};

/**
 * Checks a scheme: a whole one, or the differences from the preset that it names. Policies are merged by name.
 * @param value The content of a file.
 * @param place File name for errors.
 * @throws SchemeError for a missing, unknown or invalid member; it names the place.
 * @example
 * checkScheme({ preset: "github", policies: [{ name: "core", limits: { token: 100 } }] }, "api.json").name; // "github"
 */
export function checkScheme(value: unknown, place: string): RateLimitScheme {
  const file = resolve(value, place);
  const scheme = checkedAs<RateLimitScheme>(file, place, {
    $schema: optional(checkText),
    source: optional(checkText),
    date: optional(checkText),
    name: checkText,
    policies: checkList(checkPolicy, mostPolicies),
    tell: checkList(checkTold, 256),
    refusal: checkRefusal,
    overview: optional((overview, at) => checkRecord(overview, at, { path: checkPath, rate: checkText })),
  });
  const names = scheme.policies.map(({ name }) => name);
  names.forEach((name, index) => {
    if (names.indexOf(name) !== index)
      throw new SchemeError(`${place}/policies/${index}/name`, `${JSON.stringify(name)} stands twice`);
  });
  const named = [
    ...scheme.tell.map(({ policy }, index) => [policy, `tell/${index}/policy`] as const),
    ...scheme.tell.flatMap(({ template = "" }, index) =>
      readTemplate(template).policies.map((policy) => [policy, `tell/${index}/template`] as const),
    ),
    [scheme.overview?.rate, "overview/rate"] as const,
  ];
  for (const [name, at] of named) {
    if (name !== undefined && !names.includes(name))
      throw new SchemeError(`${place}/${at}`, `no policy ${JSON.stringify(name)}: there is ${names.join(", ")}`);
  }
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

function checkPolicy(value: unknown, place: string): void {
  const policy = checkedAs<Policy>(value, place, {
    name: checkName,
    unit: optional(checkOneOf(units)),
    partition: optional(checkList(checkPartition, 16)),
    algorithm: checkAlgorithm,
    limits: optional(checkMap(checkCount)),
    cost: optional(checkCost),
    when: optional(checkCondition),
    unless: optional(checkCondition),
    onRefusal: optional((at, where) =>
      checkRecord(at, where, { charge: optional(checkAmount), blockSeconds: optional(checkAmount) }),
    ),
    hidden: optional(checkTruth),
    scope: optional(checkText),
    reason: optional(checkText),
    refusal: optional(checkRefusal),
  });
  const { partition = [], limits, when, algorithm } = policy;
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
  if (algorithm.kind === "concurrency" && policy.unit !== undefined && policy.unit !== "concurrent-requests")
    throw new SchemeError(
      `${place}/unit`,
      `concurrency counts "concurrent-requests", not ${JSON.stringify(policy.unit)}`,
    );
}

function checkPartition(value: unknown, place: string): void {
  const [, kind, name] = /^(\w+)(?::(.*))?$/s.exec(typeof value === "string" ? value : "") ?? [];
  const plain = ["address", "account", "credential", "app", "operation", "method"];
  const named = ["param", "header", "body"];
  if (name === undefined && plain.includes(kind ?? "")) return;
  if (!named.includes(kind ?? "") || name === undefined)
    throw new SchemeError(
      place,
      `must be ${plain.join(", ")}, ${named.map((each) => `${each}:NAME`).join(", ")}, not ${shownValue(value)}`,
    );
  if (name === "") throw new SchemeError(place, `${shownValue(value)} names no ${kind}: write "${kind}:NAME"`);
  if (kind === "body") checkPointer(name, place);
}

function checkAlgorithm(value: unknown, place: string): void {
  const { kind, opens } = (typeof value === "object" && value !== null ? value : {}) as Partial<
    Record<string, unknown>
  >;
  const window = { kind: checkText, limit: checkCount, seconds: checkPositive };
  const calendar: Fields = {
    kind: checkText,
    limit: checkCount,
    opens: checkText,
    period: checkOneOf(Object.keys(periodSeconds)),
    zone: optional(checkZone),
  };
  const kinds: Readonly<Record<Algorithm["kind"], Fields>> = {
    "fixed-window":
      opens === "calendar"
        ? calendar
        : { ...window, opens: optional(checkOneOf(["first-request", "clock", "calendar"])) },
    "sliding-log": {
      ...window,
      limit: checkAll(checkCount, (limit, at) => {
        if (Number(limit) > longestLog)
          throw new SchemeError(
            at,
            `a log of ${limit} charges is too long (${longestLog} at most): take "sliding-counter"`,
          );
      }),
    },
    "sliding-counter": window,
    "token-bucket": { kind: checkText, capacity: checkCount, refillPerSecond: checkPositive },
    "leaky-bucket": { kind: checkText, capacity: checkCount, leakPerSecond: checkPositive },
    concurrency: { kind: checkText, limit: checkCount, leaseSeconds: optional(checkPositive) },
  };
  checkRecord(value, place, { kind: checkOneOf(Object.keys(kinds)) }, true);
  checkRecord(value, place, kinds[kind as Algorithm["kind"]]);
}

function checkZone(value: unknown, place: string): void {
  checkText(value, place);
  try {
    calendarEnd("day", String(value));
  } catch {
    throw new SchemeError(place, `no time zone ${shownValue(value)}: write one of the IANA's, like "Europe/Berlin"`);
  }
}

function checkCost(value: unknown, place: string): void {
  checkRecord(value, place, {
    default: optional(price),
    byMethod: optional(checkMap(price)),
    byOperation: optional(checkMap(price)),
    byStatus: optional(checkMap(price, /^[1-5](?:\d\d|xx)$/, 'a status like "304", or a class like "5xx"')),
    perByte: optional(checkAmount),
    request: optional(checkPointer),
    response: optional(checkPointer),
    requires: optional((required, at) =>
      typeof required === "string" ? checkPointer(required, at) : checkAmount(required, at),
    ),
  });
}

function checkCondition(value: unknown, place: string): void {
  checkRecord(value, place, {
    methods: optional(checkList(checkText, 64)),
    operations: optional(checkList(checkText, 10_000)),
    paths: optional(checkList(checkPath, 1000)),
    credential: optional(checkTruth),
  });
}

function checkTold(value: unknown, place: string): void {
  const told = checkedAs<Told>(value, place, {
    header: optional(checkMatch(token, "the name of a header in lower case")),
    pointer: optional(checkPointer),
    policy: optional(checkText),
    value: checkOneOf(Object.keys(forms)),
    form: checkText,
    when: optional(
      checkMatch(
        /^(?:always|success|refused|below:(?:0?\.\d+|1|0))$/,
        '"always", "success", "refused" or "below:SHARE"',
      ),
    ),
    template: optional(checkTemplate),
    jitter: optional(checkCount),
    partitionKey: optional(checkTruth),
  });
  if ((told.header === undefined) === (told.pointer === undefined))
    throw new SchemeError(place, 'must have either "header" or "pointer"');
  checkOneOf(forms[told.value] ?? [])(told.form, `${place}/form`);
  if ((told.template === undefined) === (told.value === "template"))
    throw new SchemeError(place, 'must have a "template" where, and only where, that is its "value"');
  if (told.template !== undefined && told.header === undefined)
    throw new SchemeError(place, 'must have a "header": a member of a body tells one value');
  if (told.partitionKey === true && told.form !== "structured" && told.form !== "structured-spaced")
    throw new SchemeError(
      `${place}/partitionKey`,
      'only items of the form "structured" or "structured-spaced" have one',
    );
}

function checkTemplate(value: unknown, place: string): void {
  checkHeaderValue(value, place);
  const { strange } = readTemplate(String(value));
  if (strange !== null)
    throw new SchemeError(
      place,
      `must be a text with {{limit}}, {{remaining}}, {{used}}, {{remaining%}}, {{used%}}, {{delta}} or another form of the reset, after the name of a policy ({{NAME.used}}) or without, not ${shownValue(strange)}`,
    );
}

function checkRefusal(value: unknown, place: string): void {
  checkRecord(value, place, {
    status: checkThat(
      (status) => Number.isSafeInteger(status) && Number(status) >= 200 && Number(status) <= 599,
      "a status from 200 to 599",
    ),
    seen: optional(checkTruth),
    retryAfter: optional(checkOneOf(["delta", "delta-decimal", "http-date"])),
    headers: optional(checkMap(checkHeaderValue, token, "the name of a header in lower case")),
    contentType: optional(checkHeaderValue),
    body: optional(checkText),
  });
}
