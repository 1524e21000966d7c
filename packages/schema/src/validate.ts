import { type ResourceName, validators } from "./generated/shapes.ts";
import { type Problem, problemsOf } from "./problem.ts";

/**
 * Lists why a value is not a resource; an empty list means that it is one.
 * @example
 * validate("city-count", -1); // [{ path: "", expected: "at least 0", found: "-1" }]
 */
export function validate(resource: ResourceName, value: unknown): readonly Problem[] {
  return problemsOf(validators[resource], value);
}
