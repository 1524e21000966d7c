// The packages that are published: those that are not private.
import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Manifest } from "./published.ts";

const packages = fileURLToPath(new URL("../packages/", import.meta.url));

/** The manifests in the repository of the packages that are published, by the name of their folder. */
export const publishable: ReadonlyMap<string, Manifest> = new Map(
  globSync("*/package.json", { cwd: packages })
    .sort()
    .map((file): [string, Manifest] => [
      basename(dirname(file)),
      JSON.parse(readFileSync(join(packages, file), "utf8")),
    ])
    .filter(([, manifest]) => manifest.private !== true),
);
