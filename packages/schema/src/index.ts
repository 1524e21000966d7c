/**
 * Types, checks and JSON Schemas of the code-hosting REST API and the city cyclist-count API.
 * @module
 */

export { validate } from "./check.ts";
export type { Check, Flaw } from "./flaw.ts";
export * from "./generated/resources.ts";
export type { ResourceName, Shapes } from "./generated/shapes.ts";
export type * from "./generated/types.ts";
export type { HeaderSource } from "./header-record.ts";
export { type Problem, problemsOf } from "./problem.ts";
export { SchemaError } from "./schema-error.ts";
export type { StandardResult, StandardSchema } from "./standard.ts";
