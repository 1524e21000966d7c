/**
 * Types, checks and JSON Schemas of the code-hosting REST API and the city cyclist-count API.
 * @module
 */
export { type Assert, type Is, validate } from "./check.ts";
export type * from "./generated/types.ts";
export * from "./guards.ts";
export type { Problem } from "./problem.ts";
export { resourceOf } from "./resource.ts";
export { SchemaError } from "./schema-error.ts";
export type { ResourceName, Shapes } from "./shapes.ts";
