import { compile } from "json-schema-to-typescript";
import { banner, parts, resolveReference, type Schema, type Schemas, typeName } from "./schemas.ts";

/** Writes one TypeScript type for every schema with a shape of its own, named after the schema's title. */
export async function writeTypes(schemas: Schemas): Promise<string> {
  const written = [banner("*")];
  for (const [name, schema] of schemas) {
    if (name === parts) continue;
    for (const shape of [schema, ...Object.values(schema.$defs ?? {})]) {
      written.push(await writeType(schemas, name, shape));
    }
  }
  return written.join("\n");
}

async function writeType(schemas: Schemas, from: string, schema: Schema): Promise<string> {
  const name = typeName(schema);
  const bases = (schema.allOf ?? []).map(({ $ref = "" }) => $ref);
  const code = await compile({ ...speakTypes(schemas, from, restate(schemas, from, schema)), title: name }, name, {
    bannerComment: "",
    style: { printWidth: 120 },
    unknownAny: true,
  });
  const heads = bases.map((ref) => typeName(resolveReference(schemas, from, ref)[1])).join(", ");
  const extending = heads === "" ? code : code.replace(`interface ${name} {`, `interface ${name} extends ${heads} {`);
  return extending.replace(/\/\*\*\n\s*\* (.*)\n\s*\*\//g, "/** $1 */");
}

// A property that is `true` is described by the extended schema; here it is only required.
function restate(schemas: Schemas, from: string, schema: Schema): Schema {
  if (schema.allOf === undefined) return schema;
  const bases = schema.allOf.map(({ $ref = "" }) => $ref);
  const fields = Object.entries(schema.properties ?? {}).map(([field, property]): [string, Schema] => {
    if (property !== true) return [field, property];
    const home = bases.find((ref) => resolveReference(schemas, from, ref)[1].properties?.[field] !== undefined);
    return [field, { $ref: `${home}#/properties/${field}` }];
  });
  return { ...schema, properties: Object.fromEntries(fields) };
}

type Spoken = Parameters<typeof compile>[0];

// json-schema-to-typescript writes a duplicate (`Account1`) for every reference with a description of its own. So
// references are resolved here: one to a whole shape becomes the name of its type, any other what it points to.
function speakTypes(schemas: Schemas, from: string, schema: Schema): Spoken {
  if (schema.$ref === undefined) {
    const spoken = Object.entries(schema).filter(([keyword]) => !unspoken.has(keyword));
    return Object.fromEntries(spoken.map(([keyword, value]) => [keyword, within(schemas, from, keyword, value)]));
  }
  const [name, target] = resolveReference(schemas, from, schema.$ref);
  const own = schema.description === undefined ? {} : { description: schema.description };
  if (name !== parts && target.title !== undefined) return { tsType: typeName(target), ...own };
  return { ...speakTypes(schemas, name, target), ...own };
}

// A title inside a shape would become an alias of its own; the other keywords express what TypeScript cannot.
const unspoken: ReadonlySet<string> = new Set([
  "$schema",
  "$id",
  "$defs",
  "title",
  "examples",
  "allOf",
  "minItems",
  "patternProperties",
  "propertyNames",
]);

function within(schemas: Schemas, from: string, keyword: string, value: unknown): unknown {
  const speak = (part: Schema): Spoken => speakTypes(schemas, from, part);
  switch (keyword) {
    case "properties":
      return Object.fromEntries(
        Object.entries(value as Record<string, Schema>).map(([name, part]) => [name, speak(part)]),
      );
    case "anyOf":
      return (value as readonly Schema[]).map(speak);
    case "items":
      return speak(value as Schema);
    case "additionalProperties":
      return value === false ? value : speak(value as Schema);
    default:
      return value;
  }
}
