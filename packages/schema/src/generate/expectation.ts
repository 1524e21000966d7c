import { resolveReference, type Schema, type Schemas } from "./schemas.ts";

/** One of ajv's findings: the keyword that refuses, its value, and its schema. */
interface Refusal {
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly schema: Schema;
}

/** Returns in words what a refused value should have been. */
export function expectationOf(schemas: Schemas, from: string, { keyword, params, schema }: Refusal): string {
  switch (keyword) {
    case "type":
      return either([params["type"]].flat().map(String));
    case "required":
      return either(kindsOf(schemas, from, schema, String(params["missingProperty"])));
    case "additionalProperties":
      return `one of the keys ${Object.keys(schema.properties ?? {}).join(", ")}`;
    case "enum":
      return either((params["allowedValues"] as readonly unknown[]).map((value) => JSON.stringify(value)));
    case "const":
      return JSON.stringify(params["allowedValue"]);
    case "minimum":
      return `at least ${params["limit"]}`;
    case "maximum":
      return `at most ${params["limit"]}`;
    case "minItems":
      return `at least ${params["limit"]} of them`;
    case "pattern": {
      const [example] = (schema["examples"] as readonly unknown[] | undefined) ?? [];
      const name = schema.title ?? `text that fits ${params["pattern"]}`;
      return example === undefined ? name : `${name}, like ${JSON.stringify(example)}`;
    }
    case "anyOf":
      return "";
    default:
      throw new RangeError(`Cannot say what "${keyword}" expects: a schema uses it and no words are given for it`);
  }
}

// The JSON types of a property; those of a base schema if the schema itself only requires the property.
function kindsOf(schemas: Schemas, from: string, schema: Schema, property: string): readonly string[] {
  const own = schema.properties?.[property];
  if (own !== undefined && own !== true) return typesOf(schemas, from, own);
  for (const { $ref = "" } of schema.allOf ?? []) {
    const [name, base] = resolveReference(schemas, from, $ref);
    const kinds = kindsOf(schemas, name, base, property);
    if (kinds[0] !== unknownKind) return kinds;
  }
  return [unknownKind];
}

function typesOf(schemas: Schemas, from: string, schema: Schema): readonly string[] {
  if (schema.$ref !== undefined) return typesOf(schemas, ...resolveReference(schemas, from, schema.$ref));
  const choices = schema["anyOf"] as readonly Schema[] | undefined;
  if (choices !== undefined) return choices.flatMap((choice) => typesOf(schemas, from, choice));
  return [(schema["type"] as string | readonly string[] | undefined) ?? unknownKind].flat();
}

/** The words for a property whose type no schema names. */
export const unknownKind = "a value";

function either(choices: readonly string[]): string {
  return [...new Set(choices)].join(" or ");
}
