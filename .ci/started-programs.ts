// Which tests start programs: with Deno alone there is no Node, npm or Bun to start.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Returns the test files of a package that import `node:child_process`, by themselves or through other files of tests.
 * @param root the package's folder
 */
export function startingPrograms(root: string): string[] {
  const starts = (file: string, seen = new Set<string>()): boolean => {
    if (seen.has(file) || !existsSync(file)) return false;
    seen.add(file);
    const text = readFileSync(file, "utf8");
    const imports = Array.from(text.matchAll(/from "(\.[^"]+)"/g), ([, path = ""]) => join(dirname(file), path));
    return text.includes('"node:child_process"') || imports.some((path) => starts(path, seen));
  };
  return globSync("test/**/*.test.ts", { cwd: root }).filter((file) => starts(join(root, file)));
}
