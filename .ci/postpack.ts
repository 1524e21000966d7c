// Puts a package's folder back as it was before `prepack.ts`.
import { cpSync, existsSync, rmSync } from "node:fs";

/** Where the files lie that are different while a package is packed. */
export const aside = ".packing";

/** What stands at the top of the repository, and is copied into a package while it is packed. */
export const added: readonly string[] = ["LICENSE", "schemas"];

if (import.meta.main && existsSync(aside)) {
  cpSync(aside, ".", { recursive: true });
  for (const name of added) rmSync(name, { recursive: true, force: true });
  rmSync(aside, { recursive: true });
}
