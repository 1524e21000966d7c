import process from "node:process";
import { fileURLToPath } from "node:url";

/** The command's sources, which every runtime runs. */
export const commandSources: string = fileURLToPath(new URL("../../cli/src/main.ts", import.meta.url));

/** The command for Node: bundled as it is published, where the suite runs (`.ci/bundled-command.ts`). */
export const commandFile: string = process.env["TAPEDECK_COMMAND"] ?? commandSources;
