import { type ResourceName, validators } from "./generated/shapes.ts";
import { type Problem, problemsOf } from "./problem.ts";

/**
 * Lists why a value is not a resource; an empty list means that it is one.
 * @throws RangeError for a name that no schema has.
 * @example
 * validate("city-count", -1); // [{ path: "", expected: "at least 0", found: "-1" }]
 */
export function validate(resource: ResourceName, value: unknown): readonly Problem[] {
  const check = validators[resource];
  if (check === undefined) {
    const known = Object.keys(validators).join(", ");
    throw new RangeError(`Cannot validate a value: there is no schema "${resource}"; there are ${known}`);
  }
  return problemsOf(check, value);
}
