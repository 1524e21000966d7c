import { Command, Option } from "commander";
import type { CommandContext } from "../command/environment.ts";
import { webOrigin, webUrl } from "../command/options/option-parsers.ts";
import { addUpstreamOptions } from "../command/options/upstream-options.ts";
import type { DriftCommandOptions } from "./drift.ts";

/** `tapedeck drift`: asks the live API again for what the recordings hold, and reports how it has changed. */
export function driftCommand({ environment, done }: CommandContext): Command {
  const command = new Command("drift")
    .argument("[dir]", "folder of the recordings", "recordings")
    .requiredOption("--from <url>", "base URL of the live API", webUrl)
    .option("--origin <url>", "whose recordings to compare, if the folder has several", webOrigin);
  return addUpstreamOptions(command)
    .option("--values", "report plain values that changed, too, as info")
    .option("--update", "record again what drifted, and nothing else")
    .addOption(
      new Option("--fail-on <severity>", "the least severe drift that gives exit code 1")
        .choices(["error", "warning", "info"])
        .default("error"),
    )
    .option("--json", "print the report as JSON")
    .addOption(new Option("--markdown", "print the report as Markdown, for a pull request").conflicts("json"))
    .addHelpText(
      "after",
      "\nExit codes: 0 no drift, 1 drift of the severity of --fail-on, 2 wrong call, 3 not everything got an answer, 130 stopped by Ctrl-C",
    )
    .action(async (dir: string, options: DriftCommandOptions) => {
      // Loaded only now: a replay should neither wait for the recorder nor need its permissions.
      const { drift } = await import("./drift.ts");
      done(await drift(dir, options, environment));
    });
}
