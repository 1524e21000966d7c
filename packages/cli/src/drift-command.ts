import type { Severity } from "@tapedeck/record/drift";
import { Command, Option } from "commander";
import { defaultRetries, defaultTimeout } from "./record-options.ts";
import type { Environment } from "./run.ts";
import { credentialNames, webUrl, wholeNumber } from "./values.ts";

/** The options of `tapedeck drift`. */
export interface DriftCommandOptions {
  readonly from: string;
  readonly origin?: string;
  readonly tokenEnv?: string;
  readonly as: string;
  readonly token: Readonly<Record<string, string>>;
  readonly concurrency: number;
  readonly budget?: number;
  readonly reserve?: number;
  readonly retries: number;
  readonly timeout: number;
  readonly values?: boolean;
  readonly update?: boolean;
  readonly failOn: Severity;
  readonly json?: boolean;
  readonly markdown?: boolean;
}

/** `tapedeck drift`: asks the live API again for what the recordings hold, and says how it has moved. */
export function driftCommand(environment: Environment, done: (code: number) => void): Command {
  return new Command("drift")
    .description("ask a live API again for what the recordings hold, and report how it has moved")
    .argument("[dir]", "folder of the recordings", "recordings")
    .requiredOption("--from <url>", "base URL of the live API", webUrl)
    .option("--origin <url>", "whose recordings to hold against it, where the folder has several", webUrl)
    .option("--token-env <name>", "environment variable that holds the credential")
    .option("--as <alias>", "alias that stands for the credential in the recordings", "token")
    .option("--token <alias=env_name>", "a further credential (repeatable)", credentialNames, {})
    .option("--concurrency <number>", "requests at once", wholeNumber(1, 64), 1)
    .option("--budget <number>", "requests at most", wholeNumber(1))
    .option("--reserve <number>", "requests of each rate limit to leave unspent (default: a tenth)", wholeNumber(0))
    .option("--retries <number>", "how often to ask again after an error", wholeNumber(0, 20), defaultRetries)
    .option("--timeout <seconds>", "how long one answer may take", wholeNumber(1, 3600), defaultTimeout)
    .option("--values", "report plain values that changed, too, as info")
    .option("--update", "record again what drifted, and nothing else")
    .addOption(
      new Option("--fail-on <severity>", "the least drift that exit code 1 stands for")
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
      // Loaded only now: a replay should neither wait for the recorder nor need the rights that it needs.
      const { drift } = await import("./drift.ts");
      done(await drift(dir, options, environment));
    });
}
