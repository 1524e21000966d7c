import { didYouMean } from "@tapedeck/tape/internal";
import { schemas } from "../generated/schemas.ts";
import type { JsonSchema } from "./json-schema.ts";

/** A schema and the file that its references start from. */
export interface SchemaPlace {
  readonly file: string;
  readonly schema: JsonSchema;
}

/** A place with resolved references and combinations: no `$ref`, no `allOf`, every property in it. */
export interface SettledShape
  extends Pick<JsonSchema, "type" | "enum" | "const" | "examples" | "minimum" | "maximum" | "pattern" | "minItems">,
    Pick<JsonSchema, "items" | "anyOf" | "additionalProperties" | "propertyNames"> {
  readonly file: string;
  readonly required: readonly string[];
  readonly properties: ReadonlyMap<string, SchemaPlace>;
  readonly patternProperties: ReadonlyMap<string, SchemaPlace>;
}

/** Returns the schema of a resource, by the name of its file. Throws a RangeError for a name that none has. */
export function schemaPlace(name: string): SchemaPlace {
  const schema = schemas[`${name}.json`];
  if (schema === undefined)
    throw new RangeError(
      `Cannot find a schema "${name}"${oneOf(
        name,
        Object.keys(schemas).map((file) => file.slice(0, -5)),
      )}`,
    );
  return { file: `${name}.json`, schema };
}

/**
 * Resolves a place: follows its reference, and merges the shape that it extends with its own.
 * @example
 * schemaShape(schemaPlace("user")).properties.get("login"); // { file: "account.json", schema: { type: "string" } }
 */
export function schemaShape({ file, schema }: SchemaPlace): SettledShape {
  if (schema.$ref !== undefined) {
    const { $ref, ...own } = schema;
    const found = follow(file, $ref);
    return schemaShape({ file: found.file, schema: { ...found.schema, ...own } });
  }
  const { properties, patternProperties, allOf = [], ...rest } = schema;
  const bases = allOf.map((base) => schemaShape({ file, schema: base }));
  const own = Object.entries(properties ?? {}).flatMap(([name, part]) =>
    part === true ? [] : [[name, { file, schema: part }] as const],
  );
  const patterns = Object.entries(patternProperties ?? {}).map(
    ([pattern, part]) => [pattern, { file, schema: part }] as const,
  );
  return {
    ...rest,
    file,
    required: [...new Set([...bases.flatMap((base) => base.required ?? []), ...(rest.required ?? [])])],
    properties: new Map([...bases.flatMap((base) => [...base.properties]), ...own]),
    patternProperties: new Map([...bases.flatMap((base) => [...base.patternProperties]), ...patterns]),
  };
}

/** Returns the types that a schema allows, by name; none if it names none. */
export function typesOf({ type }: { readonly type?: string | readonly string[] }): readonly string[] {
  return type === undefined ? [] : typeof type === "string" ? [type] : type;
}

function follow(from: string, ref: string): SchemaPlace {
  const [name = "", pointer = ""] = ref.split("#");
  const file = name === "" ? from : name;
  let found: unknown = schemas[file];
  for (const step of pointer.split("/").slice(1)) found = (found as Readonly<Record<string, unknown>>)[step];
  return { file, schema: found as JsonSchema };
}

/** Returns the name that an unknown one is a slip of, or all that there are, for the end of an error. */
export function oneOf(name: string, known: readonly string[]): string {
  return didYouMean(name, known) || `; there are ${known.join(", ")}`;
}
