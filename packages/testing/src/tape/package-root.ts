import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const manifests: readonly string[] = ["package.json", "deno.json", "deno.jsonc"];

/**
 * Finds the folder of the package that a file belongs to: the nearest one with a `package.json` or a `deno.json`. Looks
 * no higher than the working directory, where a runtime may have no right to read; returns that if there is none.
 * @example
 * packageRoot("/project/packages/client/test/service.test.ts", "/project"); // "/project/packages/client", if that has a package.json
 */
export function packageRoot(file: string, cwd: string): string {
  for (let folder = dirname(resolve(cwd, file)); ; folder = dirname(folder)) {
    if (manifests.some((manifest) => existsSync(join(folder, manifest)))) return folder;
    if (folder === dirname(folder) || folder === cwd) return cwd;
  }
}
