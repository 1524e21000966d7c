// Writes each package's deno.json, which says again for Deno and JSR what its package.json says: its name, and its entries
// as sources, which is what JSR publishes. Without `compilerOptions`, `deno check` takes the `lib` of tsconfig.json for
// all there is, and knows no `console`. Run by `npm run generate`.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Manifest } from "./published.ts";

const packages = fileURLToPath(new URL("../packages/", import.meta.url));

/** The folders of all packages. */
export const folders: readonly string[] = globSync("*/package.json", { cwd: packages })
  .map((file) => basename(join(file, "..")))
  .sort();

/**
 * Returns the text of a package's deno.json.
 * @param folder the folder's name, such as `tape`
 */
export function denoManifest(folder: string): string {
  const manifest: Manifest = JSON.parse(readFileSync(join(packages, folder, "package.json"), "utf8"));
  const compilerOptions = { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
  const written = manifest.private ? { compilerOptions } : { ...jsrManifest(folder, manifest), compilerOptions };
  return `${JSON.stringify(written, null, 2)}\n`;
}

function jsrManifest(folder: string, { name, exports = {}, ...manifest }: Manifest): Readonly<Record<string, unknown>> {
  const entries = Object.entries(exports).flatMap(([entry, source]) =>
    source.endsWith(".ts")
      ? globSync(source, { cwd: join(packages, folder) })
          .sort()
          .map((file) => [entry.replace("*", basename(file, ".ts")), `./${file}`])
      : [],
  );
  return {
    name,
    version: manifest["version"],
    license: manifest["license"],
    exports: Object.fromEntries(entries),
    publish: { include: ["src", "README.md", "deno.json", "package.json"], exclude: ["src/generate"] },
  };
}

if (import.meta.main)
  for (const folder of folders) writeFileSync(join(packages, folder, "deno.json"), denoManifest(folder));
