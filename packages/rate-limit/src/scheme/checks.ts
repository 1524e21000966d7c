import { SchemeError } from "./scheme-error.ts";

/** Checks a value, or throws a {@link SchemeError} that names the place. */
type Check = (value: unknown, place: string) => void;

/** The members of an object, by name; all but {@link optional} ones are required. */
export type Fields = Readonly<Record<string, Check & { readonly optional?: true }>>;

/** Makes a member optional. */
export function optional(take: Check): Check & { readonly optional: true } {
  return Object.assign((value: unknown, place: string) => take(value, place), { optional: true as const });
}

/** Makes a check of single values. `must` says what the value must be, for errors. */
export function checkThat(fits: (value: unknown) => boolean, must: string): Check {
  return (value, place) => {
    if (!fits(value)) throw new SchemeError(place, `must be ${must}, not ${shownValue(value)}`);
  };
}

/** Makes a check of texts by a pattern. */
export function checkMatch(pattern: RegExp, must: string): Check {
  return checkThat((value) => typeof value === "string" && pattern.test(value), must);
}

/** Combines several checks. */
export function checkAll(...checks: readonly Check[]): Check {
  return (value, place) => {
    for (const take of checks) take(value, place);
  };
}

/** Checks an object and returns it with its type. */
export function checkedAs<T>(value: unknown, place: string, fields: Fields): T {
  checkRecord(value, place, fields);
  return value as T;
}

/**
 * Checks the members of an object.
 * @param open Whether it may have others.
 */
export function checkRecord(value: unknown, place: string, fields: Fields, open = false): void {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new SchemeError(place, `must be an object, not ${shownValue(value)}`);
  for (const [name, take] of Object.entries(fields)) {
    const member = Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
    if (member !== undefined) take(member, `${place}/${name}`);
    else if (take.optional !== true) throw new SchemeError(place, `has no ${JSON.stringify(name)}`);
  }
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(fields, name));
  if (unknown !== undefined && !open)
    throw new SchemeError(`${place}/${unknown.slice(0, 64)}`, `unknown; there is ${Object.keys(fields).join(", ")}`);
}

/** Checks a list with a maximum length. */
export function checkList(take: Check, most: number): Check {
  return (value, place) => {
    if (!Array.isArray(value)) throw new SchemeError(place, `must be a list, not ${shownValue(value)}`);
    if (value.length > most) throw new SchemeError(place, `has ${value.length} items, and ${most} is the most`);
    value.forEach((item, index) => {
      take(item, `${place}/${index}`);
    });
  };
}

/** Checks an object whose members are all of one kind. */
export function checkMap(take: Check, names: RegExp = /^/, described = "a name"): Check {
  return (value, place) => {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw new SchemeError(place, `must be an object, not ${shownValue(value)}`);
    for (const [name, member] of Object.entries(value)) {
      if (!names.test(name)) throw new SchemeError(`${place}/${name.slice(0, 64)}`, `must be ${described}`);
      take(member, `${place}/${name.slice(0, 64)}`);
    }
  };
}

/** Makes a check that a value is one of some texts. */
export function checkOneOf(choices: readonly string[]): Check {
  return checkThat(
    (value) => typeof value === "string" && choices.includes(value),
    choices.map((each) => JSON.stringify(each)).join(" or "),
  );
}

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

export const checkText: Check = checkMatch(/./s, "a text");
export const checkTruth: Check = checkThat((value) => typeof value === "boolean", "true or false");
export const checkCount: Check = checkThat(
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  "a whole number from 0",
);
export const checkAmount: Check = checkThat((value) => isNumber(value) && value >= 0, "a number from 0");
export const checkPositive: Check = checkThat((value) => isNumber(value) && value > 0, "a number above 0");
export const checkPointer: Check = checkMatch(/^(?:\/(?:[^~/]|~[01])*){1,32}$/, 'a JSON pointer like "/usage/total"');

/** Returns a value for an error. */
export function shownValue(value: unknown): string {
  return typeof value === "number" ? String(value) : String(JSON.stringify(value)).slice(0, 100);
}
