// Bundles the command before the tests of a package that start it: the sources are hundreds of files, and take twice as long
// to start. `TAPEDECK_COMMAND` names it for them.
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { commandOptions } from "./bundle-command.ts";

const cli = fileURLToPath(new URL("../packages/cli", import.meta.url));

export default async function setup(): Promise<void> {
  // Below the package, for what it imports to be found; a folder for each run that goes on at the same time.
  const dir = `${cli}/.reports/command-${process.cwd().split("/").at(-1)}`;
  const { input, output } = commandOptions(cli);
  await using build = await rolldown({ ...input, platform: "node" });
  await build.write({ dir, format: "es", chunkFileNames: "shared/[name].js", ...output });
  process.env["TAPEDECK_COMMAND"] = `${dir}/main.js`;
}
