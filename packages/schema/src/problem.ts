import type { Check, Flaw } from "./flaw.ts";
import { glimpse, keepBack, shownName } from "./glimpse.ts";

/** A place in a value that does not fit its schema. */
export interface Problem {
  /** A JSON Pointer such as `/owner/login`, empty for the value itself. */
  readonly path: string;
  /** The expected value. */
  readonly expected: string;
  /** A glimpse of the actual value, without anything that looks secret. */
  readonly found: string;
}

/**
 * Returns one problem for each place that a check finds.
 * @example
 * problemsOf(() => [{ path: "", expected: "at least 0" }], -1); // [{ path: "", expected: "at least 0", found: "-1" }]
 */
export function problemsOf(findFlaws: Check, value: unknown): readonly Problem[] {
  const flaws = findFlaws(value);
  const choices = new Set(flaws.filter(({ about }) => about === "choice").map(({ path }) => path));
  const places = Map.groupBy(
    flaws.filter(({ about }) => about !== "choice"),
    ({ path }) => path,
  );
  // For an object that may also be null, only flaws inside the object matter.
  const outer = [...choices].filter((choice) => [...places.keys()].some((place) => place.startsWith(`${choice}/`)));
  for (const place of outer) places.delete(place);
  return [...places].map(([place, here]) => ({
    path: place.split("/").map(shownName).join("/"),
    expected: [...new Set(here.map(({ expected }) => expected))].join(choices.has(place) ? " or " : ", "),
    found: foundAt(place, here, value),
  }));
}

function foundAt(place: string, flaws: readonly Flaw[], value: unknown): string {
  const keys = keysOf(place);
  const name = keys.at(-1) ?? "";
  if (flaws.some(({ about }) => about === "key")) return glimpse(name);
  const found = keys.reduce<unknown>(
    (within, key) => (within as Readonly<Record<string, unknown>> | null)?.[key],
    value,
  );
  return typeof found === "string" && secretName.test(name) ? keepBack(found) : glimpse(found);
}

const secretName = /token|secret|password|authorization|cookie|credential/i;

/**
 * Returns the keys in a JSON Pointer, outermost first.
 * @example
 * keysOf("/owner/login"); // ["owner", "login"]
 */
export function keysOf(place: string): readonly string[] {
  return place
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}
