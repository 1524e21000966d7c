import { Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import { compactCode } from "./compact.ts";
import { banner, type Schema, type Schemas } from "./schemas.ts";

/** Writes the check of one schema as a standalone module: it imports nothing and evaluates nothing. */
export function writeValidator(schemas: Schemas, name: string): string {
  // The schemas use no keyword that 2020-12 reads differently from ajv's default dialect, whose code has no bookkeeping
  // for dynamic references, which the schemas do not use either.
  const ajv = new Ajv({
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
    // ajv's code has no types to check; `findFlaws` has its own.
    "// @ts-nocheck",
    banner(name) + face(entry ?? "") + compactCode(code, schemas, name),
  ].join("\n");
}

// ajv leaves its findings on the called function; a caller should get a value of its own instead, and a guard needs
// none.
const face = (entry: string): string => `import type { Flaw } from "../../flaw.ts";

/** Tells whether a value fits the schema. */
export function fits(value: unknown): boolean {
  return ${entry}(value);
}

/** Finds everything in a value that does not fit the schema; nothing, where it fits. */
export function findFlaws(value: unknown): readonly Flaw[] {
  return ${entry}(value) ? none : ${entry}.errors;
}

const none: readonly Flaw[] = [];

`;

// Descriptions are for readers of the schema. Titles, and examples of a pattern, stay: an error message can quote them.
function withoutProse(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema), function (this: Schema, keyword: string, value: unknown) {
    if (keyword === "$schema" && typeof value === "string") return undefined;
    if (keyword === "description" && typeof value === "string") return undefined;
    if (keyword === "examples" && this["pattern"] === undefined) return undefined;
    return value;
  }) as Schema;
}
