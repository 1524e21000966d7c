import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("../../../../schemas/", import.meta.url);

/** The generated file. */
export const generatedFile: URL = new URL("../generated/schemas.ts", import.meta.url);

/** Writes the schemas as a module, since they are outside of every package. Leaves out members for human readers. */
export function writeSchemas(): string {
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  const schemas = files.sort().map((file) => {
    const schema: unknown = JSON.parse(readFileSync(new URL(file, folder), "utf8"), (key, value) => {
      if (key === "description" && typeof value === "string") return undefined;
      // Validators do not read the schemas in schemas/files.
      return typeof value?.$ref === "string" && value.$ref.startsWith("files/") ? { type: "object" } : value;
    });
    const { $schema: _dialect, $id: _id, examples: _examples, ...rest } = schema as Readonly<Record<string, unknown>>;
    return `  ${JSON.stringify(file)}: ${JSON.stringify(rest)},\n`;
  });
  return [
    "// Generated from schemas/*.json by `npm run generate -w @tapedeck/world`; change the schemas, not this file.\n",
    'import type { JsonSchema } from "../arbitraries/json-schema.ts";\n\n',
    "/** The schemas, by the names of their files. */\n",
    `export const schemas: Readonly<Record<string, JsonSchema>> = {\n${schemas.join("")}};\n`,
  ].join("");
}
