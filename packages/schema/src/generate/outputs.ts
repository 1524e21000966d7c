import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
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

/** The differences between a folder of generated files and what the schemas give: one line for each file. */
type Drift = ReadonlyArray<{ readonly file: string; readonly state: "missing" | "changed" | "left over" }>;

/** Compares a folder with the files that it should hold. */
export function findStaleFiles(outputs: Outputs, folder: URL): Drift {
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  const present = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(fileURLToPath(folder), join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
  const stale = present.filter((file) => !outputs.has(file)).map((file) => ({ file, state: "left over" as const }));
  const differing = [...outputs].flatMap(([file, text]) => {
    if (!present.includes(file)) return { file, state: "missing" as const };
    return readFileSync(new URL(file, folder), "utf8") === text ? [] : { file, state: "changed" as const };
  });
  return [...differing, ...stale];
}
