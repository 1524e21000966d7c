import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Outputs } from "./outputs.ts";

/** The differences between a folder of generated files and what the schemas give: one line for each file. */
type Drift = ReadonlyArray<{ readonly file: string; readonly state: "missing" | "changed" | "left over" }>;

/**
 * Compares a folder with the files that it should hold.
 * @example
 * findStaleFiles(await writeOutputs(), generated); // [{ file: "user.ts", state: "changed" }]
 */
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
