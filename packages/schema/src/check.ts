import { type Problem, problemsOf } from "./problem.ts";
import { SchemaError } from "./schema-error.ts";
import { type ResourceName, type Shapes, validators } from "./shapes.ts";

/** Tells whether a value is what its name says. */
export type Is<Name extends ResourceName> = (value: unknown) => value is Shapes[Name];

/** Throws a `SchemaError` unless a value is what its name says. */
export type Assert<Name extends ResourceName> = (value: unknown) => asserts value is Shapes[Name];

/**
 * Lists what keeps a value from being a resource; an empty list means that it is one.
 * @example
 * validate("city-count", -1); // [{ path: "", expected: "at least 0", found: "-1" }]
 */
export function validate(resource: ResourceName, value: unknown): readonly Problem[] {
  return problemsOf(validators[resource](value), value);
}

/**
 * Makes the type guard of a resource.
 * @example
 * const isUser: Is<"user"> = guard("user");
 */
export function guard<Name extends ResourceName>(resource: Name): Is<Name> {
  return (value): value is Shapes[Name] => validators[resource](value).length === 0;
}

/**
 * Makes the assertion of a resource.
 * @example
 * const assertUser: Assert<"user"> = assertion("user");
 */
export function assertion<Name extends ResourceName>(resource: Name): Assert<Name> {
  return (value) => {
    const problems = validate(resource, value);
    if (problems.length > 0) throw new SchemaError(resource, problems);
  };
}
