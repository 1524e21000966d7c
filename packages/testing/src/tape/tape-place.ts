import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import type { RunningTest } from "./running-test.ts";
import { tapeNameFor, tapeNameOf } from "./tape-name.ts";

/** Where a test's tape is. */
interface TapePlace {
  readonly name: string;
  /** The folder of recordings, absolute. */
  readonly dir: string;
}

/**
 * Finds the place of a test's tape: below the package of the test, or below the working directory if its runner does
 * not tell where the test is.
 * @param given The name and the folder, if the test gives them.
 * @throws RangeError if the tape has no name, or one that cannot be used.
 */
export function tapePlaceOf(
  given: { readonly name?: string | undefined; readonly dir?: string | undefined },
  test: RunningTest | null,
): TapePlace {
  const cwd = process.cwd();
  const root = test === null ? cwd : packageRoot(test.file, cwd);
  return { name: nameOf(given.name, test, root), dir: resolve(root, given.dir ?? "recordings") };
}

function nameOf(given: string | undefined, test: RunningTest | null, root: string): string {
  if (given !== undefined) return tapeNameOf(given);
  if (test !== null) return tapeNameFor(test, root);
  throw new RangeError(
    "Cannot name the tape of this test: the runner does not tell the test its name\n" +
      '  - give the tape a name: taped("accounts/reads-ada", async (tape) => …)\n' +
      "  - in Vitest, test.for tells the names of its rows, and test.each does not\n" +
      '  - in Bun, tapedTest of "@tapedeck/testing/bun" tells them',
  );
}

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
