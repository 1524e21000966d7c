import type { Check } from "./flaw.ts";
import { keysOf, problemsOf } from "./problem.ts";

/** A schema in the form that form, router and RPC libraries accept (standardschema.dev, version 1). */
export interface StandardSchema<Input, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** A Standard Schema's result: the value, or its flaws. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: ReadonlyArray<{ readonly message: string; readonly path: readonly PropertyKey[] }> };

/** Makes a Standard Schema of a check, and of what happens to a value before it. */
export function standard<Input, Output = Input>(
  findFlaws: Check,
  prepare: (value: unknown) => unknown = (value) => value,
): StandardSchema<Input, Output> {
  return {
    "~standard": {
      version: 1,
      vendor: "tapedeck",
      validate(given) {
        const value = prepare(given);
        const problems = problemsOf(findFlaws, value);
        if (problems.length === 0) return { value: value as Output };
        return {
          issues: problems.map(({ path, expected, found }) => ({
            message: `expected ${expected}, found ${found}`,
            path: steps(keysOf(path), value),
          })),
        };
      },
    },
  };
}

// A pointer has only text; other libraries number the places of a list.
function steps(keys: readonly string[], value: unknown): readonly PropertyKey[] {
  let within = value;
  return keys.map((key) => {
    const step = Array.isArray(within) ? Number(key) : key;
    within = (within as Readonly<Record<string, unknown>> | null | undefined)?.[key];
    return step;
  });
}
