// Loads each test file by its own name. vitest adds the time to it: a file that is new to Node each time has its types
// stripped and is compiled again, and is left in the cache of what was compiled, where no later run finds it. On Deno,
// where vitest cannot hook the loading, it would ask for a file of that name.
import { pathToFileURL } from "node:url";
import { TestRunner } from "vitest";

/** A setup file is loaded once as well, and gives as its `default` what is to be done for each file of tests. */
export default class extends TestRunner {
  override async importFile(filepath: string, source: "collect" | "setup"): Promise<void> {
    const { default: setUp } = await import(pathToFileURL(filepath).href);
    if (source === "setup") setUp?.();
  }
}
