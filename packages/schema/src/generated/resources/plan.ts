// Generated from schemas/plan.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.
import { readJson, take } from "../../check.ts";
import { type StandardSchema, standard } from "../../standard.ts";
import type { Plan } from "../types.ts";
import { findFlaws, fits } from "../validators/plan.ts";

export type { Plan };

/**
 * Tells whether a value is what `Plan` says.
 * @example
 * if (isPlan(value)) use(value); // a Plan in here
 */
export function isPlan(value: unknown): value is Plan {
  return fits(value);
}

/**
 * Throws a `SchemaError` that lists every flaw, unless a value is a valid `Plan`.
 * @example
 * assertPlan(value); // a Plan from here on
 */
export function assertPlan(value: unknown): asserts value is Plan {
  take("plan", findFlaws, value);
}

/**
 * Reads the JSON text of a body; throws a `SchemaError` where it is not what `Plan` says.
 * @example
 * const value: Plan = parsePlan(await response.text());
 */
export function parsePlan(text: string): Plan {
  return take("plan", findFlaws, readJson("plan", text));
}

/** `Plan` as a Standard Schema, for libraries that take one. */
export const planSchema: StandardSchema<Plan> = /* @__PURE__ */ standard(findFlaws);
