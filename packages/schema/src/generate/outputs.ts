import { writeIndex, writeResource, writeShapes } from "./resources.ts";
import { parts, readSchemas } from "./schemas.ts";
import { writeTypes } from "./types.ts";
import { writeValidator } from "./validators.ts";

/** Texts of files to write, by their path in the folder of generated files. */
export type Outputs = ReadonlyMap<string, string>;

/** The folder of generated files. */
export const generated: URL = new URL("../generated/", import.meta.url);

/**
 * Writes everything that is generated from the schemas: the types in one file, every check and every resource in a file
 * of its own.
 * @example
 * [...(await writeOutputs()).keys()]; // ["types.ts", "shapes.ts", "resources.ts", "validators/account.ts", …]
 */
export async function writeOutputs(): Promise<Outputs> {
  const schemas = readSchemas();
  const shapes = [...schemas.keys()].filter((name) => name !== parts);
  return new Map([
    ["types.ts", await writeTypes(schemas)],
    ["shapes.ts", writeShapes(schemas)],
    ["resources.ts", writeIndex(schemas)],
    ...shapes.map((name) => [`validators/${name}.ts`, writeValidator(schemas, name)] as const),
    ...shapes.map((name) => [`resources/${name}.ts`, writeResource(schemas, name)] as const),
  ]);
}
