import { Ajv2020 } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import { banner } from "./banner.ts";
import type { Schema, Schemas } from "./schemas.ts";

/**
 * Writes the check of one schema as a module that stands alone: it imports nothing and evaluates nothing.
 * @example
 * writeValidator(readSchemas(), "user"); // "…export function findFlaws(value: unknown): readonly Flaw[] { … }…"
 */
export function writeValidator(schemas: Schemas, name: string): string {
  const ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    allErrors: true,
    messages: false,
    verbose: true,
    code: { source: true, esm: true, lines: true },
  });
  for (const schema of schemas.values()) ajv.addSchema(withoutProse(schema));
  const validate = ajv.getSchema(schemas.get(name)?.$id ?? name);
  if (validate === undefined) throw new RangeError(`Cannot write a validator for "${name}": there is no such schema`);
  const code = standalone.default(ajv, validate);
  const [, entry] = /^export default (\w+);$/m.exec(code) ?? [];
  return [
    // ajv's code has no types to check; `Flaw` and `findFlaws` below carry their own.
    "// @ts-nocheck",
    banner(name) + face(entry ?? "") + code.replace(/^("use strict";|export .*;|\/\*# sourceURL.*)\n/gm, ""),
  ].join("\n");
}

// ajv leaves its findings on the function that was called; a caller should get a value of its own instead.
const face = (entry: string): string => `
/** What ajv says of one thing that does not fit. */
export interface Flaw {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly parentSchema: Readonly<Record<string, unknown>>;
}

/** Finds everything in a value that does not fit the schema; nothing, where it fits. */
export function findFlaws(value: unknown): readonly Flaw[] {
  return ${entry}(value) ? [] : ${entry}.errors;
}

`;

// Descriptions are for readers of the schema. What an error message can quote stays: titles, and examples of a pattern.
function withoutProse(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema), function (this: Schema, keyword: string, value: unknown) {
    if (keyword === "description" && typeof value === "string") return undefined;
    if (keyword === "examples" && this["pattern"] === undefined) return undefined;
    return value;
  }) as Schema;
}
