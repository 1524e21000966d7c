import { either, expectationOf, type Flaw } from "./flaw.ts";
import { glimpse, keepBack, nameOf } from "./glimpse.ts";

/** One place in a value that does not fit its schema. */
export interface Problem {
  /** Where: a JSON Pointer such as `/owner/login`, empty for the value itself. */
  readonly path: string;
  /** What should be there. */
  readonly expected: string;
  /** What is there: a glimpse of it, and nothing of what looks secret. */
  readonly found: string;
}

/**
 * Makes of a validator's findings one problem for each place.
 * @example
 * problemsOf(findFlaws(-1), -1); // [{ path: "", expected: "at least 0", found: "-1" }]
 */
export function problemsOf(flaws: readonly Flaw[], value: unknown): readonly Problem[] {
  const choices = new Set(flaws.filter(({ keyword }) => keyword === "anyOf").map(({ instancePath }) => instancePath));
  const places = Map.groupBy(
    flaws.filter(({ keyword }) => !summaries.has(keyword)),
    placeOf,
  );
  // Where a record stands that may also be null, only what is wrong inside the record is news.
  const outer = [...choices].filter((choice) => [...places.keys()].some((place) => place.startsWith(`${choice}/`)));
  for (const place of outer) places.delete(place);
  return [...places].map(([place, here]) => {
    const expected = [...new Set(here.map(expectationOf))];
    return {
      path: readable(place),
      expected: choices.has(place) ? either(expected) : expected.join(", "),
      found: foundAt(place, here, value),
    };
  });
}

// These repeat as one what others say in detail.
const summaries: ReadonlySet<string> = new Set(["anyOf", "propertyNames"]);

function placeOf({ instancePath, params, propertyName }: Flaw): string {
  const key = propertyName ?? params["missingProperty"] ?? params["additionalProperty"];
  return typeof key === "string" ? `${instancePath}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}` : instancePath;
}

function foundAt(place: string, flaws: readonly Flaw[], value: unknown): string {
  const keys = keysOf(place);
  const name = keys.at(-1) ?? "";
  if (flaws.some(({ keyword, propertyName }) => keyword === "additionalProperties" || propertyName !== undefined)) {
    return glimpse(name);
  }
  const found = keys.reduce<unknown>(
    (within, key) => (within as Readonly<Record<string, unknown>> | null)?.[key],
    value,
  );
  return typeof found === "string" && secretName.test(name) ? keepBack(found) : glimpse(found);
}

const secretName = /token|secret|password|authorization|cookie|credential/i;

function keysOf(place: string): readonly string[] {
  return place
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function readable(place: string): string {
  return place.split("/").map(nameOf).join("/");
}
