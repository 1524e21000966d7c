import { parts, readSchemas } from "./schemas.ts";
import { writeTypes } from "./types.ts";
import { writeValidator } from "./validators.ts";

/** Files to be, by name: their text. */
export type Outputs = ReadonlyMap<string, string>;

/** Where generated files stand. */
export const generated: URL = new URL("../generated/", import.meta.url);

/**
 * Writes everything that is made from the schemas: the types in one file, every validator in one of its own.
 * @example
 * [...(await writeOutputs()).keys()]; // ["types.ts", "account.ts", …]
 */
export async function writeOutputs(): Promise<Outputs> {
  const schemas = readSchemas();
  const shapes = [...schemas.keys()].filter((name) => name !== parts);
  return new Map([
    ["types.ts", await writeTypes(schemas)],
    ...shapes.map((name) => [`${name}.ts`, writeValidator(schemas, name)] as const),
  ]);
}
