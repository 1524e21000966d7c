import { readdirSync, readFileSync } from "node:fs";

/** A JSON Schema, as far as the generators read it. */
export interface Schema {
  readonly $id?: string;
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  /** `true` if an extended schema describes the property, which is named again to be required. */
  readonly properties?: Readonly<Record<string, Schema | true>>;
  readonly allOf?: readonly Schema[];
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly [keyword: string]: unknown;
}

/** Schemas by name: `user` for `schemas/user.json`. */
export type Schemas = ReadonlyMap<string, Schema>;

/** The schema of shared parts; nothing in the API has this shape itself. */
export const parts = "parts";

const folder = new URL("../../../../schemas/", import.meta.url);

/** Reads every schema of the repository, sorted by name so that generated files have a fixed order. */
export function readSchemas(): Schemas {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .map((file) => file.slice(0, -".json".length));
  return new Map(
    names
      .sort()
      .map((name) => [
        name,
        JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"), checkedElsewhere) as Schema,
      ]),
  );
}

/**
 * The schemas in `schemas/files` are for editors: the package that reads such a file checks it, with its own messages.
 */
function checkedElsewhere(_name: string, value: unknown): unknown {
  const { $ref, ...rest } = (value ?? {}) as Schema;
  return typeof $ref === "string" && $ref.startsWith("files/") ? { type: "object", ...rest } : value;
}

/** Returns what a `$ref` in one of the schemas points to, and in which of them. */
export function resolveReference(schemas: Schemas, from: string, ref: string): readonly [name: string, schema: Schema] {
  const [file = "", pointer = ""] = ref.split("#");
  const name = file === "" ? from : file.slice(0, -".json".length);
  let found: unknown = schemas.get(name);
  for (const step of pointer.split("/").slice(1))
    found = (found as Readonly<Record<string, unknown>> | undefined)?.[step];
  if (found === undefined) throw new RangeError(`Cannot follow "${ref}" from schemas/${from}.json: nothing is there`);
  return [name, found as Schema];
}

/** Returns the head of a generated file, which names its source. */
export function banner(schema: string): string {
  return `// Generated from schemas/${schema}.json by \`npm run generate -w @tapedeck/schema\`; change the schema, not this file.\n`;
}

/** Returns the name of the TypeScript type of a schema: its title in one word. */
export function typeName(schema: Schema): string {
  return (schema.title ?? "").replace(/(?:^|\s+)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
