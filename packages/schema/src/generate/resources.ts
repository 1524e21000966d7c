import { banner, parts, type Schema, type Schemas, typeName } from "./schemas.ts";

/**
 * Writes what people import of one resource: a guard, an assertion, a parser and a Standard Schema, with one check.
 * @example
 * writeResource(readSchemas(), "user"); // "…export function isUser(value: unknown): value is User { … }…"
 */
export function writeResource(schemas: Schemas, name: string): string {
  const schema = schemas.get(name) ?? {};
  return banner(name) + (isHeaders(schema) ? headers(name, schema) : body(name, schema));
}

/**
 * Writes the lists of everything that has a schema: its type, its check, its module.
 * @example
 * writeShapes(readSchemas()); // "…export interface Shapes { readonly account: types.Account; … }…"
 */
export function writeShapes(schemas: Schemas): string {
  const shapes = [...schemas].filter(([name]) => name !== parts);
  const lines = (line: (name: string, schema: Schema) => string): string =>
    shapes.map(([name, schema]) => line(name, schema)).join("\n");
  return `${banner("*")}import type { Check } from "../flaw.ts";
import type * as types from "./types.ts";
${lines((name) => `import { findFlaws as ${camel(name)} } from "./validators/${name}.ts";`)}

/** Everything that has a schema, by the name of its file in \`schemas/\`, with its type. */
export interface Shapes {
${lines((name, schema) => `  readonly "${name}": types.${typeName(schema)};`)}
}

/** The name of a schema: \`user\` for \`schemas/user.json\`. */
export type ResourceName = keyof Shapes;

/** Everything that has a schema, with its check. */
export const validators: Readonly<Record<ResourceName, Check>> = {
${lines((name) => `  "${name}": ${camel(name)},`)}
};
`;
}

/**
 * Writes the module that exports all resources.
 * @example
 * writeIndex(readSchemas()); // "…export * from "./resources/user.ts";…"
 */
export function writeIndex(schemas: Schemas): string {
  const names = [...schemas.keys()].filter((name) => name !== parts);
  return `${banner("*")}${names.map((name) => `export * from "./resources/${name}.ts";`).join("\n")}\n`;
}

// Header fields come in several forms; the schema is for a record with names in lower case.
function isHeaders(schema: Schema): boolean {
  return /headers$/.test(schema.title ?? "");
}

function camel(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function objectName(schema: Schema): string {
  const type = typeName(schema);
  return `${type.charAt(0).toLowerCase()}${type.slice(1)}Schema`;
}

function body(name: string, schema: Schema): string {
  const type = typeName(schema);
  const text = schema["contentMediaType"] === "text/plain";
  const imports = text ? "take" : "readJson, take";
  const value = text ? "text" : `readJson("${name}", text)`;
  return `import { ${imports} } from "../../check.ts";
import { type StandardSchema, standard } from "../../standard.ts";
import type { ${type} } from "../types.ts";
import { findFlaws, fits } from "../validators/${name}.ts";

export type { ${type} };

/**
 * Tells whether a value is what \`${type}\` says.
 * @example
 * if (is${type}(value)) use(value); // a ${type} in here
 */
export function is${type}(value: unknown): value is ${type} {
  return fits(value);
}

/**
 * Throws a \`SchemaError\` that lists every flaw, unless a value is a valid \`${type}\`.
 * @example
 * assert${type}(value); // a ${type} from here on
 */
export function assert${type}(value: unknown): asserts value is ${type} {
  take("${name}", findFlaws, value);
}

/**
 * Reads the ${text ? "plain" : "JSON"} text of a body; throws a \`SchemaError\` where it is not what \`${type}\` says.
 * @example
 * const value: ${type} = parse${type}(await response.text());
 */
export function parse${type}(text: string): ${type} {
  return take("${name}", findFlaws, ${value});
}

/** \`${type}\` as a Standard Schema, for libraries that take one. */
export const ${objectName(schema)}: StandardSchema<${type}> = /* @__PURE__ */ standard(findFlaws);
`;
}

function headers(name: string, schema: Schema): string {
  const type = typeName(schema);
  return `import { take } from "../../check.ts";
import { type HeaderSource, headerRecord } from "../../header-record.ts";
import { type StandardSchema, standard } from "../../standard.ts";
import type { ${type} } from "../types.ts";
import { findFlaws, fits } from "../validators/${name}.ts";

export type { HeaderSource, ${type} };

/**
 * Tells whether header fields are what \`${type}\` says. Nothing is narrowed by it, as \`Headers\` are no record: see
 * \`parse${type}\`.
 * @example
 * is${type}(response.headers);
 */
export function is${type}(headers: HeaderSource): boolean {
  return fits(headerRecord(headers));
}

/**
 * Throws a \`SchemaError\` that lists every flaw, unless header fields are a valid \`${type}\`.
 * @example
 * assert${type}(response.headers);
 */
export function assert${type}(headers: HeaderSource): void {
  parse${type}(headers);
}

/**
 * Reads header fields as a record with names in lower case; throws a \`SchemaError\` where they are not what
 * \`${type}\` says.
 * @example
 * parse${type}(response.headers)["x-ratelimit-remaining"];
 */
export function parse${type}(headers: HeaderSource): ${type} {
  return take("${name}", findFlaws, headerRecord(headers));
}

/** \`${type}\` as a Standard Schema, for libraries that take one: any form of header fields goes in, a record comes out. */
export const ${objectName(schema)}: StandardSchema<HeaderSource, ${type}> = /* @__PURE__ */ standard(findFlaws, headerRecord);
`;
}
