// Writes each published package's jsr.json, which says again for JSR what its package.json says: its name, and its entries
// as sources, which is what JSR publishes. Run by `npm run generate`. As a deno.json it would steer Deno in the repository too.
import { globSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { publishable } from "./publishable.ts";

const packages = fileURLToPath(new URL("../packages/", import.meta.url));

/**
 * Returns the text of a package's jsr.json.
 * @param folder the folder's name, such as `tape`
 */
export function jsrManifest(folder: string): string {
  const { name, exports = {}, ...manifest } = publishable.get(folder) ?? { name: folder };
  const entries = Object.entries(exports).flatMap(([entry, source]) =>
    source.endsWith(".ts")
      ? globSync(source, { cwd: join(packages, folder) })
          .sort()
          .map((file) => [entry.replace("*", basename(file, ".ts")), `./${file}`])
      : [],
  );
  const written = {
    $schema: "https://jsr.io/schema/config-file.v1.json",
    name,
    version: manifest["version"],
    license: manifest["license"],
    exports: Object.fromEntries(entries),
    publish: { include: ["src", "README.md", "jsr.json", "package.json"], exclude: ["src/generate"] },
  };
  return `${JSON.stringify(written, null, 2)}\n`;
}

if (import.meta.main)
  for (const folder of publishable.keys()) writeFileSync(join(packages, folder, "jsr.json"), jsrManifest(folder));
