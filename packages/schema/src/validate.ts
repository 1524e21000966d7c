import { type ResourceName, validators } from "./generated/shapes.ts";
import { type Problem, problemsOf } from "./problem.ts";

/**
 * Lists what keeps a value from being a resource; an empty list means that it is one.
 * @example
 * validate("city-count", -1); // [{ path: "", expected: "at least 0", found: "-1" }]
 */
export function validate(resource: ResourceName, value: unknown): readonly Problem[] {
  return problemsOf(validators[resource], value);
}
