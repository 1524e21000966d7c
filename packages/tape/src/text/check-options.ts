import { didYouMean } from "./nearest.ts";

/**
 * Refuses an option that does not exist. No compiler looks at JavaScript: a mistyped option would silently do nothing.
 * @param what What the caller cannot do then: "open a tape".
 * @param known The names of all options.
 * @throws RangeError that names the nearest option.
 * @example
 * checkOptions("open a tape", { mod: "record" }, { mode: true }); // throws: unknown option "mod"; did you mean "mode"?
 */
export function checkOptions(what: string, options: object, known: Readonly<Record<string, true>>): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  throw new RangeError(`Cannot ${what}: unknown option "${unknown}"${didYouMean(unknown, Object.keys(known))}`);
}
