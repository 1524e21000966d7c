import type { Check } from "./flaw.ts";
import { type ResourceName, validators } from "./generated/shapes.ts";
import { glimpse } from "./glimpse.ts";
import { type Problem, problemsOf } from "./problem.ts";
import { SchemaError } from "./schema-error.ts";

/** Returns a value with its checked type, or throws a `SchemaError`. */
export function take<Shape>(resource: ResourceName, findFlaws: Check, value: unknown): Shape {
  const problems = problemsOf(findFlaws, value);
  if (problems.length > 0) throw new SchemaError(resource, problems);
  return value as Shape;
}

/**
 * Parses JSON text; other text is a `SchemaError` too, so that a caller has one thing to catch.
 * @example
 * readJson("user", '{"login":"ada"}'); // { login: "ada" }
 */
export function readJson(resource: ResourceName, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The engine's own error quotes the text, secrets and all.
    throw new SchemaError(resource, [{ path: "", expected: "JSON text", found: glimpse(text) }]);
  }
}

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
