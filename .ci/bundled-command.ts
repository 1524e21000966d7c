// Bundles the command before the tests of a package that start it: the sources are hundreds of files, and take twice as long
// to start. `TAPEDECK_COMMAND` names it for them.
import { resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { commandOptions } from "./bundle-command.ts";

const cli = fileURLToPath(new URL("../packages/cli", import.meta.url));

export default async function setup(): Promise<void> {
  // In the package that is tested: two of them may be at the same time.
  const dir = resolve(".reports/command");
  const { input, output } = commandOptions(cli);
  await using build = await rolldown({ ...input, platform: "node" });
  await build.write({ dir, format: "es", chunkFileNames: "shared/[name].js", ...output });
  process.env["TAPEDECK_COMMAND"] = resolve(dir, "main.js");
}
