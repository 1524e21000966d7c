import { growthOf } from "./pattern/pattern-growth.ts";

/**
 * What to hide beyond the defaults, and what to keep: plain data, so that it is stored with the recordings and holds
 * for the recorder and the player alike.
 */
export interface RedactOptions {
  /** Names of headers, cookies, parameters and fields whose values are hidden. */
  readonly names?: readonly string[];
  readonly headers?: readonly string[];
  readonly cookies?: readonly string[];
  /** Names of query and form parameters. */
  readonly parameters?: readonly string[];
  /** Names of members of JSON. */
  readonly fields?: readonly string[];
  /** Formats of tokens: the kind in the placeholder, and a regular expression. */
  readonly shapes?: Readonly<Record<string, string>>;
  /** Names, and kinds of token formats, that stay although they would be hidden. Known credentials never stay. */
  readonly keep?: readonly string[];
  /**
   * Kinds whose placeholder has the shape of the value, for clients that check it: `jwt`, three parts with a JSON
   * payload.
   */
  readonly shaped?: readonly string[];
}

const lists = ["names", "headers", "cookies", "parameters", "fields", "keep", "shaped"] as const;

/**
 * Checks options from a file or a command line.
 * @param place Their place, for the error.
 * @throws RangeError that names the invalid one and says why.
 * @example
 * checkRedact({ names: ["sid"] }, "api.json"); // { names: ["sid"] }
 */
export function checkRedact(value: unknown, place: string): RedactOptions {
  const wrong = (what: string): RangeError => new RangeError(`Cannot redact as "redact" in ${place} says: ${what}`);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong("it is no object");
  for (const [key, given] of Object.entries(value)) {
    if (key === "shapes") checkShapes(given, wrong);
    else if (!(lists as readonly string[]).includes(key))
      throw wrong(`"${key}" is none of ${[...lists, "shapes"].join(", ")}`);
    else if (!Array.isArray(given) || given.some((name) => typeof name !== "string" || name.trim() === ""))
      throw wrong(`"${key}" is to be a list of names`);
    else if (key === "shaped" && given.some((kind) => kind !== "jwt")) throw wrong('"shaped" knows "jwt" alone');
  }
  return value;
}

function checkShapes(shapes: unknown, wrong: (what: string) => RangeError): void {
  if (typeof shapes !== "object" || shapes === null || Array.isArray(shapes))
    throw wrong('"shapes" is to be an object of regular expressions');
  for (const [kind, pattern] of Object.entries(shapes)) {
    if (!/^[a-z][\w-]{0,39}$/i.test(kind)) throw wrong(`the shape "${kind}" is to be letters, digits, "_" and "-"`);
    if (typeof pattern !== "string" || !isPattern(pattern)) throw wrong(`the shape "${kind}" is no regular expression`);
    if (new RegExp(pattern, "u").test("")) throw wrong(`the shape "${kind}" fits the empty text`);
    if (growthOf(pattern) !== null)
      throw wrong(
        `the shape "${kind}" would search some texts without end: bound what it repeats ({1,400} for +), and repeat nothing that repeats the same`,
      );
  }
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u") !== null;
  } catch {
    return false;
  }
}

/**
 * Merges options: the result hides what any of them hides; undefined if there are none.
 * @example
 * mergeRedact([{ names: ["sid"] }, undefined, { names: ["sid"], keep: ["theme"] }]); // { keep: ["theme"], names: ["sid"] }
 */
export function mergeRedact(all: readonly (RedactOptions | undefined)[]): RedactOptions | undefined {
  const merged: Record<string, unknown> = {};
  for (const list of lists) {
    const names = [...new Set(all.flatMap((each) => each?.[list] ?? []))].sort();
    if (names.length > 0) merged[list] = names;
  }
  const shapes = Object.entries(
    Object.assign({}, ...all.flatMap((each) => (each?.shapes ? [each.shapes] : []))),
  ).sort();
  if (shapes.length > 0) merged["shapes"] = Object.fromEntries(shapes);
  const entries = Object.entries(merged).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
